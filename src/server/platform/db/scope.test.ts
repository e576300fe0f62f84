import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#server/testing/database/database.ts'
import { newId } from '../ids.ts'
import { createDatabase, hasWritten, type Database, type Tx } from './scope.ts'

// One connection per role: anything that a transaction leaves behind affects the next one.
let store: TestDatabase
let database: Database
const [ana, ben] = [newId(), newId()]

beforeAll(async () => {
  store = await testDatabase()
  database = createDatabase(store.location, pino({ level: 'silent' }), { app_rw: 1, app_staff: 1, app_system: 1 })
  await database.asSystem('test: two tenants', async (tx) => {
    for (const [clientId, name] of [
      [ana, 'Ana & Co'],
      [ben, 'Ben Ltd'],
    ] as const)
      await tx.insertInto('client').values({ client_id: clientId, name, type: 'COMPANY' }).execute()
  })
})
afterAll(async () => {
  await database.close()
  await store.close()
})

const visibleNames = async (tx: Tx): Promise<string[]> =>
  (await tx.selectFrom('client').select('name').orderBy('name').execute()).map(({ name }) => name)
const connectionId = async (tx: Tx): Promise<number> =>
  (await sql<{ id: number }>`select pg_backend_pid() as id`.execute(tx)).rows[0]?.id ?? 0

describe('A client scope', () => {
  it('shows the rows of its client alone [USER-01]', async () => {
    expect(await database.inClient(ana, visibleNames)).toEqual(['Ana & Co'])
    expect(await database.inClient(ben, visibleNames)).toEqual(['Ben Ltd'])
  })

  it('ends with its transaction: the same connection has no client afterwards', async () => {
    const first = await database.inClient(ana, connectionId)
    const [second, tenant] = await database.inClient(ben, async (tx) => {
      const { rows } = await sql<{ tenant: string }>`select current_client() as tenant`.execute(tx)
      return [await connectionId(tx), rows[0]?.tenant]
    })
    expect([second, tenant]).toEqual([first, ben])
  })

  it('ends with a failed transaction in the same way', async () => {
    const failed = database.inClient(ana, async () => {
      throw new Error('the handler broke')
    })
    await expect(failed).rejects.toThrow('the handler broke')
    expect(await database.inClient(ben, visibleNames)).toEqual(['Ben Ltd'])
  })

  it.each(['', 'x', `${ana}'; drop table client; --`, 'undefined'])('refuses %j as a client', async (wrong) => {
    await expect(database.inClient(wrong, visibleNames)).rejects.toThrow('A tenant scope needs a client id')
  })

  it('cannot be left for another role', async () => {
    const escaping = database.inClient(ana, (tx) => sql`set local role app_system`.execute(tx))
    await expect(escaping).rejects.toThrow(/permission denied/)
  })
})

describe('The scopes across clients', () => {
  it('show everything to staff and to the product itself', async () => {
    expect(await database.asStaff('test', visibleNames)).toEqual(['Ana & Co', 'Ben Ltd'])
    expect(await database.asSystem('test', visibleNames)).toEqual(['Ana & Co', 'Ben Ltd'])
  })

  it('keep the reason with the transaction, also one with an apostrophe, and clear it afterwards', async () => {
    const reasonOf = async (tx: Tx) =>
      (await sql<{ reason: string }>`select current_setting('app.reason', true) as reason`.execute(tx)).rows[0]?.reason
    expect(await database.asStaff("Ben's question; drop table client", reasonOf)).toBe("Ben's question; drop table client")
    expect(await database.asStaff('another', reasonOf)).toBe('another')
  })
})

describe('A transaction', () => {
  beforeEach(() =>
    database.asSystem('test: as it was', async (tx) => {
      await tx.updateTable('client').set({ name: 'Ana & Co' }).where('client_id', '=', ana).execute()
    }),
  )

  it('keeps nothing of what was done before an error', async () => {
    const failed = database.inClient(ana, async (tx) => {
      await tx.updateTable('client').set({ name: 'Changed' }).where('client_id', '=', ana).execute()
      throw new Error('too late')
    })
    await expect(failed).rejects.toThrow('too late')
    expect(await database.inClient(ana, visibleNames)).toEqual(['Ana & Co'])
  })

  it('keeps nothing after a failed statement, even if the handler continues', async () => {
    const failed = database.inClient(ana, async (tx) => {
      await tx.updateTable('client').set({ name: 'Changed' }).where('client_id', '=', ana).execute()
      await sql`select no_such_function()`.execute(tx).catch(() => undefined)
      return visibleNames(tx)
    })
    await expect(failed).rejects.toThrow(/aborted/)
    expect(await database.inClient(ana, visibleNames)).toEqual(['Ana & Co'])
  })

  it('fails when a handler swallows a failed statement: what was not committed is not confirmed', async () => {
    const swallowed = database.inClient(ana, async (tx) => {
      await tx.updateTable('client').set({ name: 'Changed' }).where('client_id', '=', ana).execute()
      await sql`select no_such_function()`.execute(tx).catch(() => undefined)
    })
    await expect(swallowed).rejects.toThrow(/rolled back/)
    expect(await database.inClient(ana, visibleNames)).toEqual(['Ana & Co'])
  })
})

describe('A connection that breaks', () => {
  const breakIt = (id: number) =>
    store.database.asSystem('test: end a connection', async (tx) => {
      await sql`select pg_terminate_backend(${id})`.execute(tx)
    })

  it('fails its work and is never used again', async () => {
    let broken = 0
    const work = database.asSystem('test', async (tx) => {
      broken = await connectionId(tx)
      await breakIt(broken)
      return connectionId(tx)
    })
    await expect(work).rejects.toThrow(/terminat|connection|EPIPE|ECONNRESET/i)
    expect(await database.asSystem('test', connectionId)).not.toBe(broken)
  })

  it('affects no other work, even while the handler is busy elsewhere', async () => {
    let notified = () => {}
    const noticed = new Promise<void>((resolve) => {
      notified = resolve
    })
    const work = database.asSystem('test', async (tx) => {
      await breakIt(await connectionId(tx))
      // A second round trip of another connection: by then the event of the first one has arrived.
      await store.database.asSystem('test', connectionId)
      notified()
    })
    await noticed
    await expect(work).rejects.toThrow(/terminat|connection/i)
    expect(await database.asSystem('test', visibleNames)).toHaveLength(2)
  })

  it('is replaced when it broke while idle', async () => {
    const idle = await database.asSystem('test', connectionId)
    await breakIt(idle)
    const next = await database.asSystem('test', connectionId).catch(() => database.asSystem('test', connectionId))
    expect(next).not.toBe(idle)
  })
})

describe('The metrics', () => {
  it('count connections by role', async () => {
    await database.inClient(ana, visibleNames)
    expect(database.usage().find(({ role }) => role === 'app_rw')).toEqual({ role: 'app_rw', total: 1, idle: 1, waiting: 0 })
  })
})

describe('A transaction knows whether it wrote', () => {
  it.each([
    [
      'a row that is added',
      sql`insert into stage (client_id, name, name_key, color, order_index) values (${ana}, 'A', 'a', '#aabbcc', 1)`,
    ],
    [
      'a change in the midst of a question',
      sql`with x as (update client set version = 1 where client_id = ${ana} returning 1) select 1 from x`,
    ],
    [
      'an entry of the audit log',
      sql`select audit_append(${ana}, '[{"actor_kind":"system","action":"a.b","object_type":"client"}]')`,
    ],
  ])('after %s', async (_what, statement) => {
    const answers = await database.asSystem('test', async (tx) => {
      const before = hasWritten(tx)
      await statement.execute(tx)
      return [before, hasWritten(tx)]
    })
    expect(answers).toEqual([false, true])
  })

  it('and a read does not count, not even one of columns named after changes', async () => {
    const isWritten = await database.asSystem('test', async (tx) => {
      await tx.selectFrom('client').select(['updated_at', 'name']).where('client_id', '=', ana).execute()
      return hasWritten(tx)
    })
    expect(isWritten).toBe(false)
  })
})
