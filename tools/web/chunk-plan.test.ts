import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { chunksOf, groupsOf, planOf, type Visits } from './chunk-plan.ts'

/** A script of the first build: its modules and its imports. */
const chunk = (fileName: string, moduleIds: string[], imports: string[] = [], isDynamicEntry = true) =>
  ({ type: 'chunk', fileName, moduleIds, imports, isDynamicEntry }) as Rolldown.OutputChunk

const lib = '/app/node_modules/lib/'
const chunks = chunksOf([
  chunk('main.js', ['/web/main.ts'], [], false),
  chunk('react.js', [`${lib}react.js`], [], false),
  chunk('form.js', ['/web/form.ts'], ['react.js'], false),
  chunk('table.js', [`${lib}table.js`], ['react.js'], false),
  chunk('shared.js', ['/web/shared.ts'], [], false),
  chunk('more-auth.js', ['/web/more-auth.ts'], [], false),
  chunk('start.js', ['/web/start.ts'], ['main.js', 'react.js']),
  chunk('auth.js', ['/web/auth.ts'], ['form.js']),
  chunk('home.js', ['/web/home.ts'], ['react.js']),
  chunk('client.js', ['/web/client.ts']),
  chunk('begin.js', ['/web/begin.ts'], ['client.js']),
  chunk('later.js', ['/web/later.ts'], ['form.js', 'more-auth.js']),
  chunk('latest.js', ['/web/latest.ts'], ['more-auth.js']),
  chunk('users.js', ['/web/users.ts'], ['table.js', 'shared.js']),
  chunk('audit.js', ['/web/audit.ts'], ['table.js', 'shared.js']),
])
const visits: Visits = {
  entry: '/web/main.ts',
  signIn: ['/web/start.ts', '/web/auth.ts'],
  home: ['/web/start.ts', '/web/home.ts', '/web/client.ts'],
  identity: ['/web/client.ts'],
  proof: ['/web/begin.ts'],
  later: ['/web/later.ts', '/web/latest.ts'],
}

describe('The file of a module', () => {
  const fileOf = planOf(chunks, visits)

  it('is that of the first visit that needs it', () => {
    expect(fileOf('/web/main.ts')).toBe('first')
    expect(fileOf('/web/start.ts')).toBe('base')
    expect(fileOf(`${lib}react.js`)).toBe('base')
    expect(fileOf('/web/auth.ts')).toBe('sign-in')
    expect(fileOf('/web/form.ts')).toBe('sign-in')
    expect(fileOf('/web/client.ts')).toBe('identity')
    expect(fileOf('/web/home.ts')).toBe('app')
    expect(fileOf('/web/begin.ts')).toBe('proof')
  })

  it('is shared by pages that are opened later, and a module of one page only is in its own file', () => {
    expect(fileOf('/web/more-auth.ts')).toBe('later')
    expect(fileOf(`${lib}table.js`)).toBe('controls')
    expect(fileOf('/web/shared.ts')).toBe('pages')
    expect(fileOf('/web/users.ts')).toBeUndefined()
  })

  it('is passed to the bundler in dependency order', () => {
    const groups = groupsOf(chunks, visits)
    const priorities = groups.map(({ priority }) => priority ?? 0)
    expect(priorities).toEqual(priorities.toSorted((one, other) => other - one))
    const tests = groups.filter(({ test }) => typeof test === 'function' && test('/web/auth.ts') === true)
    expect(tests.map(({ name }) => name)).toEqual(['sign-in'])
  })

  it('cannot be planned for a missing module', () => {
    expect(() => planOf(chunks, { ...visits, proof: ['/web/gone.ts'] })).toThrow('No script holds /web/gone.ts')
  })
})

const web = join(import.meta.dirname, '../../dist/web')
const list = join(web, '.vite/first-load.json')
interface Files {
  scripts: string[]
  styles: string[]
}

describe.skipIf(!existsSync(list))('The list of files for the first load [SHELL-04]', () => {
  it('exists and is short: at most 12 files for signing in and 20 for Home', () => {
    const { signIn, home, public: open } = JSON.parse(readFileSync(list, 'utf8')) as Record<'signIn' | 'home' | 'public', Files>
    const filesOf = ({ scripts, styles }: Files) => [...new Set([...scripts, ...styles])]
    const listed = [signIn, home, open].flatMap(filesOf)
    expect(listed.filter((file) => !existsSync(join(web, file)))).toEqual([])
    expect(filesOf(signIn).length).toBeLessThanOrEqual(12)
    expect(filesOf(home).length).toBeLessThanOrEqual(20)
  })
})
