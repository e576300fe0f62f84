import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#server/testing/database/database.ts'
import { connectionOf } from '../db/connection.ts'
import type { Tx } from '../db/scope.ts'
import { newId } from '../ids.ts'
import { appendActs, systemActor, type AuditedAct } from './act.ts'

const store = await testDatabase()
const { database, location } = store
afterAll(() => store.close())

const act = (clientId: string, action = 'user.suspended'): AuditedAct => ({
  action,
  clientId,
  object: { type: 'user', id: 'u1' },
})

const append = (acts: readonly AuditedAct[]): Promise<void> =>
  database.asSystem('test: append', (tx) => appendActs(tx, { kind: 'user', id: 'maya' }, acts))

interface Chain {
  rows: number
  lastSeq: number | null
  broken: number
  headSeq: number
}

/** The length of an account's chain, and how many of its rows are wrong. */
const chainOf = (clientId: string): Promise<Chain> =>
  database.asSystem('test: look at a chain', async (tx) => {
    const { rows } = await sql<Chain>`
      with linked as (
        select seq, hash, prev_hash, lag(hash, 1, '') over (order by seq) as before, lag(seq, 1, 0::bigint) over (order by seq) as seq_before,
          encode(sha256(convert_to(audit_text(row(audit_entry.*)::audit_entry), 'UTF8')), 'hex') as computed
        from audit_entry where client_id = ${clientId})
      select count(*) as rows, max(seq) as "lastSeq",
        count(*) filter (where hash <> computed or prev_hash <> before or seq <> seq_before + 1) as broken,
        (select seq from audit_head where client_id = ${clientId}) as "headSeq"
      from linked`.execute(tx)
    return rows[0] as Chain
  })

const entriesOf = (clientId: string) =>
  database.asSystem('test: read a log', (tx) =>
    tx.selectFrom('audit_entry').selectAll().where('client_id', '=', clientId).orderBy('seq').execute(),
  )

describe('An appended act [ADMIN-04]', () => {
  it('records who, what, when and why, and stores no value in clear', async () => {
    const clientId = newId()
    const before = { role: 'user', email: 'maya@example.com' }
    await append([{ ...act(clientId), before, after: { ...before, role: 'admin' }, reason: 'She asked for it' }])
    const [entry] = await entriesOf(clientId)
    expect(entry).toMatchObject({
      seq: 1,
      actor_kind: 'user',
      actor_id: 'maya',
      action: 'user.suspended',
      object_type: 'user',
      object_id: 'u1',
      diff: { role: ['user', 'admin'] },
      reason: 'She asked for it',
      prev_hash: '',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(Math.abs(Date.now() - (entry?.at.getTime() ?? 0))).toBeLessThan(60_000)
    expect(JSON.stringify(entry)).not.toContain('maya@example.com')
  })

  it('contains nothing with which a guessed name could be confirmed', async () => {
    const clientId = newId()
    const [maya, mona] = [
      { name: 'Maya', email: 'maya@example.com' },
      { name: 'Mona', email: 'mona@example.com' },
    ]
    await append([
      { ...act(clientId), before: maya, after: {} },
      { ...act(clientId), before: mona, after: {} },
    ])
    const [one, two] = (await entriesOf(clientId)).map(({ seq: _seq, at: _at, prev_hash: _prev, hash: _hash, ...rest }) => rest)
    expect(one).toEqual(two)
  })

  it('is undone with its transaction', async () => {
    const clientId = newId()
    const failing = database.asSystem('test: fail', async (tx) => {
      await appendActs(tx, systemActor, [act(clientId)])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await entriesOf(clientId)).toEqual([])
  })

  it('gets its number, time and hashes from the database only', async () => {
    const clientId = newId()
    const forged = { seq: 900, at: '2001-01-01T00:00:00Z', hash: 'mine', prev_hash: 'mine', client_id: newId() }
    const acts = [{ actor_kind: 'system', action: 'user.joined', object_type: 'user', unknown: true, ...forged }]
    await database.asSystem('test: forge', (tx) => sql`select audit_append(${clientId}, ${JSON.stringify(acts)})`.execute(tx))
    expect(await chainOf(clientId)).toEqual({ rows: 1, lastSeq: 1, broken: 0, headSeq: 1 })
    expect((await entriesOf(clientId))[0]?.at.getFullYear()).toBeGreaterThan(2001)
  })

  it('is recorded with any typed text', async () => {
    const clientId = newId()
    await append([{ ...act(clientId), reason: 'half \uD83D a "character"\n\\ and 日本' }])
    expect((await entriesOf(clientId))[0]?.reason).toBe('half \uFFFD a "character"\n\\ and 日本')
    expect(await chainOf(clientId)).toMatchObject({ rows: 1, broken: 0 })
  })

  it('cannot be written by one client for another', async () => {
    const [mine, other] = [newId(), newId()]
    const slipped = database.inClient(mine, (tx) => appendActs(tx, systemActor, [act(other)]))
    await expect(slipped).rejects.toThrow(/row-level security/)
  })
})

describe('Many concurrent acts', () => {
  it('make one chain without a gap', async () => {
    const clientId = newId()
    const writer = async (): Promise<void> => {
      for (let n = 0; n < 25; n += 1) await database.inClient(clientId, (tx) => appendActs(tx, systemActor, [act(clientId)]))
    }
    await Promise.all(Array.from({ length: 8 }, writer))
    expect(await chainOf(clientId)).toEqual({ rows: 200, lastSeq: 200, broken: 0, headSeq: 200 })
  })

  it('never deadlock, in any order of the accounts', async () => {
    const [one, two] = [newId(), newId()]
    const writer = async (_: unknown, index: number): Promise<void> => {
      const acts = [act(one), act(two)]
      for (let n = 0; n < 25; n += 1) await append(index % 2 === 0 ? acts : acts.toReversed())
    }
    await Promise.all(Array.from({ length: 8 }, writer))
    expect(await chainOf(one)).toMatchObject({ rows: 200, broken: 0 })
    expect(await chainOf(two)).toMatchObject({ rows: 200, broken: 0 })
  })
})

describe('An audit entry', () => {
  const clientId = newId()
  const as: Record<string, (work: (tx: Tx) => Promise<unknown>) => Promise<unknown>> = {
    app_rw: (work) => database.inClient(clientId, work),
    app_staff: (work) => database.asStaff('test: tamper', work),
    app_system: (work) => database.asSystem('test: tamper', work),
  }
  const statements = [
    `update audit_entry set reason = 'other'`,
    'delete from audit_entry',
    'truncate audit_entry',
    'delete from audit_head',
    'truncate audit_head',
    `update audit_day set hash = 'other'`,
    'delete from audit_day',
  ]
  const attempts = Object.keys(as).flatMap((role) => statements.map((statement) => [role, statement] as const))

  it.each(attempts)('cannot be changed by %s: %s', async (role, statement) => {
    await expect(as[role]?.((tx) => sql.raw(statement).execute(tx))).rejects.toThrow(/permission denied/)
  })

  it('reveals a change by the owner of the tables', async () => {
    await append([act(clientId), act(clientId), act(clientId)])
    const owner = new pg.Client(connectionOf(location, 'owner'))
    await owner.connect()
    await owner.query(`update audit_entry set reason = 'other' where client_id = $1 and seq = 2`, [clientId])
    await owner.end()
    expect(await chainOf(clientId)).toMatchObject({ rows: 3, broken: 1 })
  })
})
