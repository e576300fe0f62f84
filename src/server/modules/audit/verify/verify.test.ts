import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAudit } from '#contract/audit.ts'
import { sql } from 'kysely'
import { appendActs, systemActor } from '#server/platform/audit/act.ts'
import { newId } from '#server/platform/ids.ts'
import { signUpStaff } from '#server/testing/users.ts'
import { startWorld, type World } from '#server/testing/world.ts'
import { auditJobs } from '../jobs.ts'
import { tamper } from '../testing.ts'

let world: World
let verify: (clientId: string) => Promise<unknown>
beforeAll(async () => {
  world = await startWorld()
  const steward = await signUpStaff(world)
  verify = async (clientId) => (await steward.call(verifyAudit, { body: { client_id: clientId } })).body
})
afterAll(() => world.close())

/** The log of an account that was deleted long ago. */
const logOf = async (length: number): Promise<string> => {
  const clientId = newId()
  const acts = Array.from({ length }, () => ({ action: 'test.done', clientId, object: { type: 'thing' } }))
  await world.database.asSystem('test: act', (tx) => appendActs(tx, systemActor, acts))
  return clientId
}

const noteDay = async (): Promise<Record<string, unknown>> => {
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  for (const { handle } of auditJobs(world.database, log)) await handle({}, new AbortController().signal)
  return JSON.parse(lines[0] ?? '{}') as Record<string, unknown>
}

const computed = `encode(sha256(convert_to(audit_text(row(audit_entry.*)::audit_entry), 'UTF8')), 'hex')`
const ofRow = 'from audit_entry where client_id = $1 and seq = $2'
/** Rewrites rows from one on so that they fit together again. */
const rewrite = async (clientId: string, from: number, to: number): Promise<void> => {
  await tamper(world, `update audit_entry set reason = 'other' where client_id = $1 and seq = $2`, [clientId, from])
  for (let seq = from; seq <= to; seq += 1) {
    if (seq > from)
      await tamper(
        world,
        `update audit_entry set prev_hash = (select hash from audit_entry where client_id = $1 and seq = $2 - 1) where client_id = $1 and seq = $2`,
        [clientId, seq],
      )
    const [row] = await tamper(world, `select ${computed} as hash ${ofRow}`, [clientId, seq])
    await tamper(world, `update audit_entry set hash = $3 where client_id = $1 and seq = $2`, [clientId, seq, row?.['hash']])
  }
}
const moveHead = async (clientId: string, seq: number) => {
  const [row] = await tamper(world, `select hash ${ofRow}`, [clientId, seq])
  await tamper(world, `update audit_head set seq = $2, hash = $3 where client_id = $1`, [clientId, seq, row?.['hash']])
}

describe('An unchanged log', () => {
  it('is intact, also for its admin', async () => {
    const maya = await world.signUp({ company: 'Harbor Light' })
    const { clientId } = maya.user
    await world.database.inClient(clientId, (tx) =>
      appendActs(tx, systemActor, [{ action: 'test.done', clientId, object: { type: 'thing' } }]),
    )
    const answer = (await maya.call(verifyAudit, { body: {} })).body
    expect(answer).toEqual({ isIntact: true, checked: expect.any(Number), head: expect.any(String), firstBroken: null })
    expect(answer.checked).toBeGreaterThan(0)
    expect(await verify(clientId)).toEqual(answer)
  })

  it('is intact while it is empty', async () => {
    const { clientId } = (await world.signUp({ company: 'Nothing Yet' })).user
    for (const table of ['audit_entry', 'audit_head'])
      await tamper(world, `delete from ${table} where client_id = $1`, [clientId])
    expect(await verify(clientId)).toEqual({ isIntact: true, checked: 0, head: null, firstBroken: null })
  })

  it('is intact beyond one batch, and while entries are appended', async () => {
    const clientId = await logOf(20_005)
    const writing = Promise.all(
      Array.from({ length: 20 }, () =>
        world.database.asSystem('test: act', (tx) =>
          appendActs(tx, systemActor, [{ action: 'test.more', clientId, object: { type: 'thing' } }]),
        ),
      ),
    )
    const during = await verify(clientId)
    await writing
    expect(during).toMatchObject({ isIntact: true, firstBroken: null })
    expect(await verify(clientId)).toMatchObject({ isIntact: true, checked: 20_025 })
  })
})

describe('A log that was changed outside of the product reports the first wrong row [ADMIN-04]', () => {
  const first = (seq: number, problem: string) => expect.objectContaining({ isIntact: false, firstBroken: { seq, problem } })

  it.each(['reason', 'action', 'actor_id', 'object_id', 'request_id'])('if its %s was changed', async (column) => {
    const clientId = await logOf(5)
    await tamper(world, `update audit_entry set ${column} = 'other' where client_id = $1 and seq >= 3`, [clientId])
    expect(await verify(clientId)).toEqual(first(3, 'changed'))
  })

  it('if its time was changed by a microsecond', async () => {
    const clientId = await logOf(3)
    await tamper(world, `update audit_entry set at = at + interval '1 microsecond' where client_id = $1 and seq = 2`, [clientId])
    expect(await verify(clientId)).toEqual(first(2, 'changed'))
  })

  it('if a row is missing, in the middle or at the beginning', async () => {
    const [middle, beginning] = [await logOf(5), await logOf(5)]
    await tamper(world, 'delete from audit_entry where client_id = $1 and seq in (3, 4)', [middle])
    expect(await verify(middle)).toEqual(first(3, 'missing'))
    await tamper(world, 'delete from audit_entry where client_id = $1 and seq = 1', [beginning])
    expect(await verify(beginning)).toEqual(first(1, 'missing'))
  })

  it('if its end was cut off, or all of it deleted', async () => {
    const [end, all] = [await logOf(5), await logOf(5)]
    await tamper(world, 'delete from audit_entry where client_id = $1 and seq >= 4', [end])
    expect(await verify(end)).toEqual(first(4, 'cut off'))
    await tamper(world, 'delete from audit_entry where client_id = $1', [all])
    expect(await verify(all)).toEqual(first(1, 'cut off'))
  })

  it('if a row was rewritten and the next one still follows from the old one', async () => {
    const clientId = await logOf(5)
    await rewrite(clientId, 3, 3)
    expect(await verify(clientId)).toEqual(first(4, 'rewritten'))
  })

  it('if the last row was rewritten', async () => {
    const clientId = await logOf(5)
    await rewrite(clientId, 5, 5)
    expect(await verify(clientId)).toEqual(first(5, 'rewritten'))
  })

  it("if the whole chain was rewritten, by the record of a day's end", async () => {
    const clientId = await logOf(5)
    await noteDay()
    await rewrite(clientId, 2, 5)
    await moveHead(clientId, 5)
    expect(await verify(clientId)).toEqual(first(5, 'rewritten'))
  })

  it("if the end and its record were cut off, by the record of a day's end as well", async () => {
    const clientId = await logOf(5)
    await noteDay()
    await tamper(world, 'delete from audit_entry where client_id = $1 and seq = 5', [clientId])
    await moveHead(clientId, 4)
    expect(await verify(clientId)).toEqual(first(5, 'cut off'))
    for (const table of ['audit_entry', 'audit_head'])
      await tamper(world, `delete from ${table} where client_id = $1`, [clientId])
    expect(await verify(clientId)).toEqual(first(1, 'cut off'))
  })

  it('if a row was inserted without the log, with its own hash or an invented one', async () => {
    const clientId = await logOf(2)
    const slipIn = (hash: string) =>
      world.database.inClient(clientId, (tx) =>
        sql`insert into audit_entry (client_id, seq, at, actor_kind, action, object_type, prev_hash, hash)
            values (${clientId}, 3, now(), 'system', 'test.slipped', 'thing', 'other', ${hash})`.execute(tx),
      )
    await slipIn('made up')
    expect(await verify(clientId)).toEqual(first(3, 'changed'))
    await tamper(world, `update audit_entry set hash = ${computed} where client_id = $1 and seq = 3`, [clientId])
    expect(await verify(clientId)).toEqual(first(3, 'rewritten'))
  })

  it('far behind the first batch', async () => {
    const clientId = await logOf(20_010)
    await tamper(world, `update audit_entry set reason = 'other' where client_id = $1 and seq = 20005`, [clientId])
    expect(await verify(clientId)).toEqual(first(20_005, 'changed'))
  })
})

describe('The end of a day', () => {
  const daysOf = (clientId: string) =>
    world.database.asSystem('test: look', (tx) =>
      tx.selectFrom('audit_day').select(['seq', 'hash']).where('client_id', '=', clientId).execute(),
    )

  it('records where each log ends, once, and logs a digest of all', async () => {
    const clientId = await logOf(3)
    const { noted, digest } = await noteDay()
    expect([noted, digest]).toEqual([expect.any(Number), expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect(noted).toBeGreaterThan(0)
    expect(await daysOf(clientId)).toEqual([{ seq: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    expect(await noteDay()).toMatchObject({ noted: 0, digest })
    const other = await logOf(1)
    const next = await noteDay()
    expect([next['noted'], next['digest'] === digest, (await daysOf(other)).length]).toEqual([1, false, 1])
  })
})
