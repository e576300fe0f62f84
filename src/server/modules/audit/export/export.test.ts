import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit, verifyAudit } from '#contract/audit.ts'
import { appendActs } from '#server/platform/audit/act.ts'
import { projectRoot } from '#server/platform/config.ts'
import { changeUser, joinTeam, signUpStaff } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { actorFor, doTo } from '../testing.ts'

let world: World
let maya: TestUser
let steward: TestUser
const folder = mkdtempSync(join(tmpdir(), 'tributary-audit-'))
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: '=Harbor "Light"' })
  steward = await signUpStaff(world)
  await doTo(world, maya, { action: 'test.formula', by: actorFor(maya), reason: '=HYPERLINK("http://evil.example";"a")' })
  await doTo(world, maya, {
    action: 'test.unicode',
    reason: 'Zoë\n日本 "quoted" \\ \u0001 😀',
    after: { zz: 1, a: 'x', é: true },
  })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world.close()
})

const download = (user: TestUser, query: Record<string, string>) =>
  fetch(`${world.url}/users-api/audit/export?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${user.token}` },
  })
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')
const rowsOf = async (user: TestUser, query: Record<string, string> = {}) =>
  linesOf(await (await download(user, { format: 'json', ...query })).text()).map(
    (line) => JSON.parse(line) as Record<string, unknown>,
  )

/** The script of docs/audit.md, run with nothing but the export. */
const check = async (input: string) => {
  const [, script = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(projectRoot, 'docs/audit.md'), 'utf8')) ?? []
  writeFileSync(join(folder, 'check.mjs'), script)
  const child = spawn(process.execPath, [join(folder, 'check.mjs')])
  child.stdin.end(input)
  const [out, problem] = await Promise.all([textOf(child.stdout), textOf(child.stderr)])
  return { out, problem }
}

describe('The log as CSV', () => {
  it('comes as a file with a header line, every value quoted', async () => {
    const response = await download(maya, { action: 'test.' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const day = new Date().toISOString().slice(0, 10)
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="audit-${day}.csv"`)
    const [titles, first] = (await response.text()).split('\r\n')
    expect(titles).toBe(
      '"At","Account","Account name","Acted in","Number","Kind of actor","Actor","Actor name","Action","Kind of object","Object","Changes","Reason","Request","Hash"',
    )
    expect(first).toContain('"Maya Ellison","test.formula","thing","t1","{}"')
  })

  it('contains nothing that a spreadsheet would run as a formula', async () => {
    const text = await (await download(maya, { action: 'test.' })).text()
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"";""a"")"`)
    expect(text).not.toMatch(/(^|,)"[=+\-@\t]/m)
    const named = await (await download(steward, { client_id: maya.user.clientId, action: 'test.' })).text()
    expect(named).toContain(`"'=Harbor ""Light"""`)
    expect(named).toContain('"Maya Ellison"')
  })
})

describe('The log as JSON', () => {
  it('can be checked with the script of the docs [ADMIN-04]', async () => {
    const response = await download(maya, { format: 'json' })
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/filename="audit-[\d-]{10}\.jsonl"$/)
    const text = await response.text()
    const { head } = (await maya.call(verifyAudit, { body: {} })).body
    const { out, problem } = await check(text)
    expect([out, problem]).toEqual([`${maya.user.clientId}: ${linesOf(text).length} rows, intact, ends in ${head}\n`, ''])
  })

  it('reveals a changed, deleted or moved row with the script', async () => {
    const lines = linesOf(await (await download(maya, { format: 'json' })).text())
    const problemIn = async (changed: string[]) => (await check(changed.join('\n'))).problem
    const wrong = /^Row \d+ of account \S+ does not fit\.\n$/
    expect(await problemIn(lines)).toBe('')
    expect(await problemIn(lines.map((line) => line.replace('evil.example', 'good.example')))).toMatch(wrong)
    expect(await problemIn(lines.toSpliced(1, 1))).toMatch(/^Row 2 /)
    expect(await problemIn(lines.toReversed())).toMatch(wrong)
  })

  it('can be checked for all accounts at once by staff', async () => {
    const { out, problem } = await check(await (await download(steward, { format: 'json' })).text())
    expect([linesOf(out).length >= 2, problem]).toEqual([true, ''])
  })
})

describe("An entry of an older version, which contains the staff user's id", () => {
  it('is exported to its account without the id, and the script of the docs still checks its position in the chain', async () => {
    const entry = { actor_kind: 'staff', actor_id: steward.user.id, ip_prefix: '203.0.113.0/24', user_agent_hash: 'f00d' }
    const entries = JSON.stringify([{ ...entry, action: 'test.older', object_type: 'thing' }])
    const { clientId } = maya.user
    await world.database.asSystem('test: an older entry', (tx) => sql`select audit_append(${clientId}, ${entries})`.execute(tx))
    const hidden = { actor_id: null, ip_prefix: null, user_agent_hash: null, isWithheld: true }
    expect(await rowsOf(maya, { action: 'test.older' })).toMatchObject([hidden])
    expect(await (await download(maya, { action: 'test.older' })).text()).not.toContain(steward.user.id)
    expect(await rowsOf(steward, { action: 'test.older', client_id: clientId })).toMatchObject([entry])
    const lines = linesOf(await (await download(maya, { format: 'json' })).text())
    expect((await check(lines.join('\n'))).problem).toBe('')
    const at = lines.findIndex((line) => line.includes('test.older'))
    expect((await check(lines.toSpliced(at, 1).join('\n'))).problem).toMatch(/does not fit/)
  })
})

describe('An export', () => {
  it('is itself recorded in the log, with the query', async () => {
    await download(maya, { format: 'json', action: 'test.formula' })
    const { items } = (await maya.call(listAudit, { query: { limit: 1 } })).body
    expect(items[0]).toMatchObject({
      action: 'audit.exported',
      actorId: maya.user.id,
      diff: { format: [null, 'json'], action: [null, 'test.formula'] },
      requestId: expect.any(String),
    })
    await download(steward, { client_id: maya.user.clientId })
    expect((await maya.call(listAudit, { query: { limit: 1 } })).body.items).toMatchObject([
      { action: 'audit.exported', actorKind: 'staff', actorName: 'Tributary staff' },
    ])
  })

  it('is as long as the log, in order, and filtered like the list', async () => {
    const theo = await world.signUp({ company: 'Long Log', name: 'Theo' })
    const { clientId } = theo.user
    const acts = Array.from({ length: 2500 }, () => ({ action: 'test.many', clientId, object: { type: 'thing' } }))
    await world.database.inClient(clientId, (tx) => appendActs(tx, actorFor(theo), acts))
    const rows = await rowsOf(theo)
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_row, index) => index + 1))
    expect(rows.length).toBeGreaterThanOrEqual(2501)
    expect(rows.at(-1)).toMatchObject({ action: 'audit.exported' })
    expect(await rowsOf(theo, { action: 'test.many' })).toHaveLength(2500)
    expect(await rowsOf(theo, { action: 'test.many', to: '2020-01-01T00:00:00Z' })).toEqual([])
  })

  it('is refused without signing in', async () => {
    expect((await fetch(`${world.url}/users-api/audit/export`)).status).toBe(401)
  })
})

describe('An export that is under way', () => {
  let ada: TestUser
  beforeAll(async () => {
    const owner = await world.signUp({ company: 'Longer Log', name: 'Otto' })
    ada = await joinTeam(world, owner, { name: 'Ada', role: 'admin' })
    const { clientId } = owner.user
    // More than the buffers between server and reader hold, so that the server reads on only when the reader does.
    const after = { text: 'x'.repeat(6000) }
    const acts = Array.from({ length: 5000 }, () => ({ action: 'test.long', clientId, object: { type: 'thing' }, after }))
    await world.database.inClient(clientId, (tx) => appendActs(tx, actorFor(owner), acts))
  })

  it.each([
    ['stays an admin', { role: 'admin' }, 5000],
    ['is suspended', { status: 'SUSPENDED' }, 'cut off'],
    ['is removed', { status: 'DELETED' }, 'cut off'],
    ['is no longer an admin', { role: 'user' }, 'cut off'],
  ] as const)('goes on only while its reader has access: Ada %s', async (_what, change, outcome) => {
    const response = await fetch(`${world.url}/users-api/audit/export?format=json&action=test.`, {
      headers: { authorization: `Bearer ${ada.token}`, 'accept-encoding': 'identity' },
    })
    expect(response.status).toBe(200)
    await changeUser(world, ada, change)
    const read = await response.text().then(
      (text) => linesOf(text).length,
      () => 'cut off',
    )
    expect(read).toBe(outcome)
    await changeUser(world, ada, { status: 'ACTIVE', role: 'admin' })
    await eventually(async () => ((await ada.call(listAudit, { query: {} })).status === 200 ? true : undefined))
  })
})
