// Which imports are allowed (docs/architecture): rules about siblings that the linter cannot express, checked over the
// import graph.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from './platform/config.ts'

interface Source {
  /** From the project's root. */
  path: string
  text: string
  /** Files of ours that it imports, from the project's root. */
  imports: string[]
}

const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing(\/|\.ts$)/.test(path)

const importPattern = /(?:^|[^\w.])(?:import|from)\s*\(?\s*['"]([^'"]+)['"]/g

const resolve = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith('#tools/')) return specifier.slice(1)
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  return specifier.startsWith('.') ? relative(projectRoot, join(projectRoot, dirname(from), specifier)) : undefined
}

const sources: Source[] = globSync('src/**/*.{ts,tsx}', { cwd: projectRoot }).map((path) => {
  const text = readFileSync(join(projectRoot, path), 'utf8')
  const imports = [...text.matchAll(importPattern)].flatMap(([, specifier = '']) => resolve(path, specifier) ?? [])
  return { path, text, imports }
})
const product = sources.filter(({ path }) => !isTest(path))
const under = (folder: string, of = product): Source[] => of.filter(({ path }) => path.startsWith(folder))

/** Every import of `files` that `isWrong`, as a readable line. */
const wrongImports = (files: Source[], isWrong: (from: string, to: string) => boolean): string[] =>
  files.flatMap(({ path, imports }) => imports.filter((to) => isWrong(path, to)).map((to) => `${path} imports ${to}`))

const partOf = (path: string, folder: string): string | undefined =>
  path.startsWith(folder) ? path.slice(folder.length).split('/')[0] : undefined

describe('The import graph', () => {
  it('was really read', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(300)
    const start = sources.find(({ path }) => path === 'src/server/start.ts')
    expect(start?.imports).toEqual(expect.arrayContaining(['src/server/roles/api.ts', 'src/sandbox/start.ts']))
  })

  it('leads only to existing files', () => {
    const known = new Set(sources.map(({ path }) => path))
    const lost = wrongImports(under('src/server', sources), (_from, to) => /^src\/.*\.tsx?$/.test(to) && !known.has(to))
    expect(lost).toEqual([])
  })

  it('has no cycles, not even of types', () => {
    const graph = new Map(product.map(({ path, imports }) => [path, imports]))
    const done = new Set<string>()
    const walk = (path: string, way: string[]): string[][] => {
      if (way.includes(path)) return [[...way.slice(way.indexOf(path)), path]]
      if (done.has(path)) return []
      const circles = (graph.get(path) ?? []).flatMap((next) => walk(next, [...way, path]))
      done.add(path)
      return circles
    }
    const circles = [...graph.keys()].flatMap((path) => walk(path, []))
    expect(circles.map((circle) => circle.join(' > '))).toEqual([])
  })
})

const specifiersIn = (text: string): string[] => [...text.matchAll(importPattern)].map(([, specifier = '']) => specifier)

const typeImports = /import type [^;]*?from\s*['"][^'"]+['"]/g

interface Imported {
  types: string[]
  values: string[]
}

/** What stays at run time, and what is removed; packages by their names. */
const importsByUse = ({ path, text }: Source): Imported => {
  const named = (part: string): string[] => specifiersIn(part).map((specifier) => resolve(path, specifier) ?? specifier)
  return { types: named((text.match(typeImports) ?? []).join('\n')), values: named(text.replaceAll(typeImports, '')) }
}

describe('A module', () => {
  it('enters another one through a service.ts or a model.ts alone', () => {
    const folder = 'src/server/modules/'
    const wrong = wrongImports(under(folder), (from, to) => {
      const other = partOf(to, folder)
      const isDoor = /\/(service|model)\.ts$/.test(to)
      return other !== undefined && other !== partOf(from, folder) && !isDoor
    })
    expect(wrong).toEqual([])
  })

  const services = under('src/server/modules/').filter(({ path }) => path.endsWith('/service.ts'))

  /** Lists and stars, an import under another name, and names of queries. */
  const passedOn = (text: string): string[] => [
    ...[...text.matchAll(/^export (?:type )?[{*][^\n]*/gm)].map(([line]) => line),
    ...[...text.matchAll(/^export (?:const|type) \w+(?:: [^=]+)? =\s+(\w+)(?:\.\w+)*$/gm)].map(([line]) => line),
    ...[...text.matchAll(/^export (?:const|async function|function) (?:select|insert)[A-Z]\w*/gm)].map(([line]) => line),
  ]

  it('passes nothing on in its service.ts: what others call is a verb that is defined there', () => {
    expect(passedOn('export { a }\nexport const b =\n  queries.b\nexport type C = D\n')).toHaveLength(3)
    expect(passedOn('export const selectOne = () => 1\n')).toHaveLength(1)
    expect(services.length).toBeGreaterThan(10)
    const wrong = services.flatMap(({ path, text }) => passedOn(text).map((line) => `${path}: ${line}`))
    expect(wrong).toEqual([])
  })

  it('has nouns in its model.ts: types and what is derived from them, without database and network', () => {
    const models = under('src/server/modules/').filter(({ path }) => path.endsWith('/model.ts'))
    const pure =
      /^src\/contract\/|^src\/server\/connectors\/(?:kit\/|registry\.ts$)|^src\/server\/platform\/(?:masks|ids|errors)\.ts$|^src\/server\/modules\/.*\/model\.ts$/
    const typed = /^src\/server\/platform\//
    expect(models.length).toBeGreaterThan(4)
    const wrong = models.flatMap((model) => {
      const { types, values } = importsByUse(model)
      const impure = [...values.filter((to) => !pure.test(to)), ...types.filter((to) => !pure.test(to) && !typed.test(to))]
      return impure.map((to) => `${model.path} imports ${to}`)
    })
    expect(wrong).toEqual([])
  })

  it('serves the calls of the contract with its name', () => {
    const folder = 'src/server/modules/'
    const routes = under(folder).filter(({ path }) => path.endsWith('/routes.ts'))
    expect(routes.length).toBeGreaterThan(12)
    const wrong = wrongImports(routes, (from, to) => {
      const contract = partOf(to, 'src/contract/')?.replace(/\.ts$/, '')
      return contract !== undefined && contract !== 'kit' && contract !== partOf(from, folder)
    })
    expect(wrong).toEqual([])
  })

  it('imports neither roles nor pages nor sandboxes, and identity by its public file', () => {
    const wrong = wrongImports(
      under('src/server/modules/'),
      (_from, to) =>
        /^src\/(web|sandbox|server\/roles)\//.test(to) || (to.startsWith('src/server/identity/') && !to.endsWith('/public.ts')),
    )
    expect(wrong).toEqual([])
  })
})

describe('The sync engine', () => {
  const folder = 'src/server/modules/syncs/engine/'
  const levelOf = (path: string): number => ['run', 'streams'].indexOf(partOf(path, folder) ?? '')

  it('has a run, streams that read for it, and phases that use both, in this direction', () => {
    const heights = [0, 1, 2]
    const heightOf = (path: string): number => heights.at(levelOf(path)) ?? 2
    expect(new Set(under(folder).map(({ path }) => heightOf(path)))).toEqual(new Set(heights))
    expect(wrongImports(under(folder), (from, to) => to.startsWith(folder) && heightOf(to) > heightOf(from))).toEqual([])
  })
})

describe('The layers', () => {
  const allowed: Record<string, RegExp> = {
    'src/contract/': /^src\/contract\//,
    'src/server/platform/': /^src\/(contract|server\/platform)\//,
    'src/server/identity/': /^src\/(contract|server\/platform|server\/identity)\//,
    'src/server/connectors/': /^src\/(contract|server\/connectors|server\/platform\/outbound)\//,
    'src/web/': /^src\/(contract|web)\//,
    'src/sandbox/': /^src\/sandbox\//,
  }
  it.each(Object.entries(allowed))('%s imports only what it may', (folder, where) => {
    expect(under(folder).length).toBeGreaterThan(0)
    expect(wrongImports(under(folder), (_from, to) => !where.test(to))).toEqual([])
  })

  it.each(['src/server/connectors/', 'src/sandbox/'])('the vendors in %s do not import each other, only the kit', (folder) => {
    const wrong = wrongImports(under(folder), (from, to) => {
      const [own, other] = [partOf(from, folder), partOf(to, folder)]
      const isVendor = own !== undefined && !/\.ts$|^(kit|demo)$/.test(own)
      return isVendor && other !== undefined && other !== own && other !== 'kit'
    })
    expect(wrong).toEqual([])
  })

  it('features of the pages do not import each other', () => {
    const folder = 'src/web/features/'
    const wrong = wrongImports(under(folder), (from, to) => {
      const other = partOf(to, folder)
      return other !== undefined && other !== partOf(from, folder)
    })
    expect(wrong).toEqual([])
  })
})

describe('One place for each thing', () => {
  it('SQL is written in files of queries: no other file knows the tables', () => {
    const wrong = wrongImports(
      under('src/server'),
      (from, to) => to.endsWith('/db/tables.ts') && !/queries\.ts$|\/db\/scope\.ts$/.test(from),
    )
    expect(wrong).toEqual([])
    const statement = /\bsql(?:<[^`]*>)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/
    expect(
      ['sql`select 1`', 'sql<{ n: number }>`select 1`', "tx.selectFrom('client')"].every((text) => statement.test(text)),
    ).toBe(true)
    const writers = under('src/server').filter(({ path, text }) => statement.test(text) && !path.endsWith('queries.ts'))
    const others = writers.map(({ path }) => path).filter((path) => !path.startsWith('src/server/platform/db/'))
    // The queue has tables of its own, which no query of ours knows.
    expect(others).toEqual(['src/server/platform/jobs/queue.ts'])
  })

  /** The values that a name stands for in a file: those of a list, those that a loop goes through, or those of its type. */
  const valuesOf = (name: string, text: string): string[] =>
    [...text.matchAll(new RegExp(`\\b${name}\\s*(?:=|of|:)\\s*(\\[[^\\]]*\\]|'[\\w.]+'(?:\\s*\\|\\s*'[\\w.]+')*)`, 'g'))].flatMap(
      ([, values = '']) => quotedIn(values),
    )
  const quotedIn = (text: string): string[] => [...text.matchAll(/'([\w.]+)'/g)].map(([, value = '']) => value)

  /** Tables that a file writes without spelling them in the statement. A name that nobody can resolve answers itself, with a question mark. */
  const tablesByName = (text: string): string[] => {
    const bySql = /\b(?:insert into|update|delete from) \$\{(?:sql\.table\()?([^)}]+)/g
    const byBuilder = /(?:insertInto|updateTable|deleteFrom)\(\s*([^'\s)][^)]*)\)/g
    const byHelper = /\bdeleteSome(?:Of|Ids)?\(\s*tx,\s*(\[[^\]]*\]|[^,]+),/g
    const patterns = [bySql, byBuilder, ...(text.includes('/delete-some.ts') ? [byHelper] : [])]
    const written = patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, table = '']) => table))
    return written.flatMap((table) => {
      const values = [...quotedIn(table), ...(/^\w+$/.test(table) ? valuesOf(table, text) : [])]
      return values.length > 0 ? values : [`${table}?`]
    })
  }

  it('a table is written by one module', () => {
    const write =
      /(?:insertInto|updateTable|deleteFrom)\(\s*'([\w.]+)'|\b(?:insert into|update|delete from) ((?:platform\.|registry\.)?[a-z_]+)(?= (?:set|using|where|as|old|known|\()\b| \()/g
    const writers = new Map<string, Set<string>>()
    for (const { path, text } of under('src/server/modules/')) {
      const spelled = [...text.matchAll(write)].map(([, built, written]) => built ?? written ?? '')
      for (const table of [...spelled, ...tablesByName(text)])
        writers.set(table, (writers.get(table) ?? new Set()).add(partOf(path, 'src/server/modules/') ?? ''))
    }
    expect(writers.size).toBeGreaterThan(25)
    expect(tablesByName("for (const one of ['a', 'b.c']) await sql`delete from ${sql.table(one)} where x`")).toEqual(['a', 'b.c'])
    expect(tablesByName("deleteFrom(table); // table: 'a' | 'b'")).toEqual(['a', 'b'])
    expect(tablesByName('sql`update ${somewhere} set x`')).toEqual(['somewhere?'])
    // The end of an account goes through the tables that the catalogue of the database names.
    expect([...writers.keys()].filter((table) => table.endsWith('?'))).toEqual(['name?'])
    expect([...(writers.get('name?') ?? [])]).toEqual(['account-closure'])
    const shared = [...writers]
      .filter(([, modules]) => modules.size > 1)
      .map(([table, modules]) => `${table}: ${[...modules].toSorted().join(', ')}`)
    // Closing an account deletes its users; anonymizing a user also changes their notifications.
    expect(shared.toSorted()).toEqual([
      'app_user: account-closure, users',
      'client: account-closure, clients',
      'email_preference: notifications, users',
      'event: events, users',
      'notification: notifications, users',
    ])
  })

  it('what an act records and who is notified is declared in acts.ts and done by one call', () => {
    const modules = under('src/server/modules/').filter(({ path }) => !path.startsWith('src/server/modules/acts/'))
    const byHand = /\b(?:publish|recordEvents|insertEvents|notify|noteAct|appendActs)\(/g
    const wrong = modules.flatMap(({ path, text }) => [...text.matchAll(byHand)].map(([call]) => `${path}: ${call}`))
    // The activity and the notifications themselves: their own screens load again.
    expect(new Set(wrong.map((line) => line.split(':')[0]))).toEqual(
      new Set(['src/server/modules/events/service.ts', 'src/server/modules/notifications/service.ts']),
    )
    const declared = modules.filter(({ path }) => path.endsWith('/acts.ts'))
    const names = declared.flatMap(({ text }) => [...text.matchAll(/^ {2}'([a-z_.]+)': /gm)].map(([, name]) => name))
    expect(names.length).toBeGreaterThan(60)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('the environment is read by config alone', () => {
    const readers = under('src/server').filter(({ text }) => /process\.env\b/.test(text))
    // The second one passes PATH to the programs of PostgreSQL and reads no setting.
    const known = ['src/server/platform/config.ts', 'src/server/platform/postgres/account.ts']
    expect(readers.map(({ path }) => path).toSorted()).toEqual(known)
  })

  it('no server code calls other machines directly', () => {
    const callers = under('src/server').filter(({ text }) => /(?<![\w.])fetch\(|from 'undici'/.test(text))
    expect(callers.map(({ path }) => path)).toEqual(['src/server/platform/outbound/send.ts'])
  })

  it('no file only passes others on', () => {
    const barrels = sources.filter(({ path }) => /\/index\.tsx?$/.test(path) && !path.startsWith('src/server/connectors/'))
    expect(barrels.map(({ path }) => path)).toEqual([])
  })

  it('the product imports no tests', () => {
    expect(wrongImports(product, (_from, to) => isTest(to))).toEqual([])
  })
})
