// What a database refuses whose tables are distributed by tenant (rules for SQL in docs/architecture), as far as the text tells it.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from './platform/config.ts'

interface Statement {
  /** With what is filled in from our side as `?`, and with the pieces of SQL that are put in. */
  sql: string
  /** A column that is read: it stands in no update. */
  isRead: boolean
}

/** From behind the opening backtick to behind the closing one. */
const readTemplate = (text: string, from: number): { sql: string; end: number } => {
  let sql = ''
  let at = from
  while (at < text.length && text[at] !== '`') {
    if (text.startsWith('${', at)) {
      const hole = readHole(text, at + 2)
      sql += hole.sql
      at = hole.end
    } else {
      sql += text[at]
      at += text[at] === '\\' ? 2 : 1
    }
  }
  return { sql, end: at + 1 }
}

const readHole = (text: string, from: number): { sql: string; end: number } => {
  const pieces: string[] = []
  let depth = 1
  let at = from
  while (at < text.length && depth > 0) {
    if (text[at] === '`') {
      const piece = readTemplate(text, at + 1)
      pieces.push(piece.sql)
      at = piece.end
    } else {
      depth += text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0
      at += 1
    }
  }
  return { sql: pieces.length === 0 ? '?' : ` ${pieces.join(' ')} `, end: at }
}

const statementsIn = (text: string): Statement[] =>
  [...text.matchAll(/\bsql(?:<[^`]*?>)?`/g)].map((opening) => {
    const { sql, end } = readTemplate(text, opening.index + opening[0].length)
    const isWritten = /\b(insert into|update|delete from)\b/i.test(sql)
    const isRead = text.slice(end).startsWith('.as(') || (/^\s*(select|with)\b/i.test(sql) && !isWritten)
    return { sql, isRead }
  })

/** What stands between the parentheses that begin here. */
const within = (sql: string, from: number): string => {
  let depth = 0
  for (let at = from; at < sql.length; at += 1) {
    depth += sql[at] === '(' ? 1 : sql[at] === ')' ? -1 : 0
    if (depth === 0) return sql.slice(from, at)
  }
  return sql.slice(from)
}

const changing =
  /\b(now|clock_timestamp|statement_timestamp|random|gen_random_uuid|uuidv4|uuidv7)\(|\bcurrent_(timestamp|date)\b/i

const choicesIn = (sql: string): string[] => [
  ...[...sql.matchAll(/\bcoalesce\(/gi)].map(({ index, 0: { length } }) => within(sql, index + length - 1)),
  ...[...sql.matchAll(/\bcase\b.*?\bend\b/gis)].map(([text]) => text),
]

const rules: readonly { says: string; isBroken: (statement: Statement) => boolean }[] = [
  {
    says: 'no function that is not immutable in a case or coalesce of what is written',
    isBroken: ({ sql, isRead }) => !isRead && choicesIn(sql).some((choice) => changing.test(choice)),
  },
  {
    says: 'no insert … select without on conflict or returning',
    isBroken: ({ sql }) =>
      /\binsert into\s+[\w.]+\s*\([^)]*\)\s*(select|with)\b/i.test(sql) && !/\bon conflict\b|\breturning\b/i.test(sql),
  },
  {
    says: 'no clock in do update',
    isBroken: ({ sql }) => changing.test(/\bdo update set\b(.*)/is.exec(sql)?.[1]?.split(/\breturning\b/i)[0] ?? ''),
  },
  {
    says: 'nothing volatile in an update or delete',
    isBroken: ({ sql }) =>
      /^\s*(update|delete)\b/i.test(sql) && /\b(clock_timestamp|random|gen_random_uuid|uuidv4|uuidv7)\(/i.test(sql),
  },
  { says: 'no merge', isBroken: ({ sql }) => /^\s*merge into\b/i.test(sql) },
  { says: 'no set_config, which workers do not hear of', isBroken: ({ sql }) => /\bset_config\(/i.test(sql) },
]

const brokenIn = (text: string): string[] =>
  statementsIn(text).flatMap((statement) =>
    rules.filter(({ isBroken }) => isBroken(statement)).map(({ says }) => `${says}: ${statement.sql.trim().slice(0, 120)}`),
  )

const tables =
  /\b(?:insert into|(?<!do |for |no key )update|delete from)\s+([a-z_.]+)|(?:insertInto|updateTable|deleteFrom)\('([a-z_.]+)/gi

/** What stands in schema `platform` stays in one place. */
const isLocal = (text: string): boolean => {
  const written = [...text.matchAll(tables)].map(([, one, other]) => one ?? other ?? '')
  return written.length > 0 && written.every((table) => table.startsWith('platform.'))
}

const sources = globSync('src/server/modules/**/*.ts', { cwd: projectRoot })
  .filter((path) => !/\.test\.ts$|\/testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }))

describe('the SQL of every module', () => {
  it('was really read', () => {
    expect(sources.flatMap(({ text }) => statementsIn(text)).length).toBeGreaterThan(200)
  })

  it('is such as a distributed database takes', () => {
    const broken = sources
      .filter(({ text }) => !isLocal(text))
      .flatMap(({ path, text }) => brokenIn(text).map((what) => `${path}: ${what}`))
    expect(broken).toEqual([])
  })

  it('is never told apart by the name of a constraint, which is another one on every worker', () => {
    expect(sources.filter(({ text }) => /\.constraint\b|['"]constraint['"]/.test(text)).map(({ path }) => path)).toEqual([])
  })
})

describe('what is looked for', () => {
  it.each([
    ['a start that is kept', 'set({ started_at: sql`coalesce(started_at, now())` })'],
    ['a piece inside of a choice', 'sql`case when a then ${after(sql`now()`, { of: `x` })} else b end`'],
    ['an unguarded copy', 'sql`insert into touch (client_id) select ${id} from contact`'],
    ['a clock in do update', 'sql`insert into t (a) values (1) on conflict (a) do update set at = now() returning a`'],
    ['a new id in an update', 'sql`update contact set id = uuidv7() where client_id = ${id}`'],
    ['a scope that stays here', 'sql`select set_config(${name}, ${id}, true)`'],
  ])('is found: %s', (_what, text) => {
    expect(brokenIn(text)).toHaveLength(1)
  })

  it.each([
    ['the earlier of two', 'set({ started_at: sql`least(started_at, now())` })'],
    ['a time of ours', 'sql`update contact set deleted_at = coalesce(deleted_at, ${at})`'],
    ['a column that is read', "select(sql<boolean>`coalesce(at <= now(), false)`.as('is_over'))"],
    ['a question', 'sql<{ a: string }>`select coalesce(at, now()) from contact`'],
    ['a guarded copy', 'sql`insert into touch (client_id) select ${id} from contact on conflict do nothing`'],
    ['the clock of the row', 'sql`insert into t (a, at) values (1, now()) on conflict (a) do update set at = excluded.at`'],
  ])('is not found where nothing is wrong: %s', (_what, text) => {
    expect(brokenIn(text)).toEqual([])
  })
})
