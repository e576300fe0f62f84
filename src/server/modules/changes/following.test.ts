import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { testDatabase } from '#server/testing/database/database.ts'
import { eventually } from '#server/testing/world.ts'
import { createDataSource, saveRecords } from '../crm/service.ts'
import type { RecordBatch } from '../crm/model.ts'
import { eraseRecords } from '../crm/deletion/service.ts'
import { contact } from '../crm/testing/records.ts'
import { wakeFollowers } from './jobs.ts'
import { runFollowers } from './run-followers.ts'
import { recordChanges } from './service.ts'
import { defineFollower, type Follower } from './model.ts'
import { contactCopy, contactsOf, copiesOf, createCopyTable } from './testing/contact-copy.ts'

const store = await testDatabase()
const { database } = store
afterAll(() => store.close())
beforeAll(() => createCopyTable(store.location))

/** The clients whose followers were woken. */
let woken: string[] = []
const dispatcher: Parameters<typeof recordChanges>[1] = {
  enqueue: async (_tx, _job, data) => void woken.push((data as { clientId: string }).clientId),
}

let clientId: string
let dataSourceId: string
beforeEach(async () => {
  woken = []
  clientId = newId()
  dataSourceId = newId()
  await database.asSystem('test: an account with a source', async (tx) => {
    await tx.insertInto('client').values({ client_id: clientId, name: 'Harbor Light', type: 'COMPANY' }).execute()
    await createDataSource(tx, { clientId, dataSourceId }, 'integration')
  })
})

const save = (batch: RecordBatch) =>
  database.inClient(clientId, (tx) =>
    saveRecords(tx, { clientId, dataSourceId, runId: newId(), at: new Date(), dispatcher }, batch, { historyComesApart: false }),
  )
const contacts = (...names: string[]) => ({ contacts: names.map((name) => contact(name)) })

const run = (...followers: Follower[]) =>
  runFollowers({ database, log: pino({ level: 'silent' }), followers }, clientId, new AbortController().signal)

const logged = () =>
  database.inClient(clientId, (tx) =>
    tx
      .selectFrom('change_log')
      .select(['seq', 'object', 'kind', 'ids'])
      .where('client_id', '=', clientId)
      .orderBy('seq')
      .execute(),
  )
const followersNow = async () => {
  const rows = await database.inClient(clientId, (tx) =>
    tx.selectFrom('change_follower').select(['name', 'seq']).where('client_id', '=', clientId).execute(),
  )
  return Object.fromEntries(rows.map(({ name, seq }) => [name, seq]))
}
/** How many sessions wait for another transaction. */
const countWaiting = async (): Promise<number> => {
  const { rows } = await database.asSystem('test: who waits', (tx) =>
    sql<{ n: number }>`select count(*) as n from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`.execute(tx),
  )
  return rows[0]?.n ?? 0
}
const expectEqualCopy = async (name?: string) => {
  const contacts = await contactsOf(database, clientId)
  expect(await copiesOf(database, clientId, name)).toEqual(contacts)
  return contacts.length
}

describe('The change log', () => {
  it('is not written for a client without followers; the first change wakes the followers', async () => {
    await save(contacts('ada'))
    await save(contacts('ben'))
    expect(await logged()).toEqual([])
    expect(woken).toEqual([clientId])
    await run()
    expect(await followersNow()).toEqual({})
  })

  it('has what each transaction changed, in order and without gaps, once there is a follower', async () => {
    await save(contacts('ada', 'ben'))
    await run(contactCopy())
    await save(contacts('ada', 'cleo'))
    await save({ ...contacts('ada', 'cleo'), merges: [{ from: 'ben', into: 'ada', at: null }] })
    await save(contacts('ada'))
    const log = await logged()
    expect(log.map(({ seq, object, kind, ids }) => [seq, object, kind, ids.length])).toEqual([
      [2, 'contact', 'created', 1],
      [3, 'contact', 'changed', 1],
      [4, 'contact', 'merged', 1],
    ])
    expect(woken).toHaveLength(3)
  })

  it('is undone with the transaction that wrote it', async () => {
    await save(contacts('ada'))
    await run(contactCopy())
    const failing = database.inClient(clientId, async (tx) => {
      await recordChanges(tx, dispatcher, { clientId, dataSourceId }, [{ object: 'contact', kind: 'changed', ids: [newId()] }])
      throw new Error('changed its mind')
    })
    await expect(failing).rejects.toThrow('changed its mind')
    await save(contacts('ben'))
    expect((await logged()).map(({ seq, kind }) => [seq, kind])).toEqual([[2, 'created']])
  })

  it('keeps rows small, regardless of the number of changes', async () => {
    await save(contacts('ada'))
    await run(contactCopy())
    const ids = Array.from({ length: 2500 }, () => newId())
    await database.inClient(clientId, (tx) =>
      recordChanges(tx, dispatcher, { clientId, dataSourceId }, [{ object: 'contact', kind: 'deleted', ids }]),
    )
    const log = await logged()
    expect(log.map((row) => row.ids.length)).toEqual([1000, 1000, 500])
    expect(log.flatMap((row) => row.ids)).toEqual(ids)
  })

  it('numbers changes in the order of their commits, also of concurrent transactions', async () => {
    await save(contacts('ada'))
    await run(contactCopy())
    await Promise.all(Array.from({ length: 12 }, (_, n) => save(contacts(`guest ${n}`))))
    expect((await logged()).map(({ seq }) => seq)).toEqual(Array.from({ length: 12 }, (_, n) => n + 2))
    await run(contactCopy())
    expect(await expectEqualCopy()).toBe(13)
  })
})

describe('A follower', () => {
  it('is equal after edits, merges, deletions and an erasure, and processed log rows are deleted', async () => {
    await save(contacts('ada', 'ben', 'cleo', 'dan'))
    await run(contactCopy())
    expect(await expectEqualCopy()).toBe(4)
    await save({ contacts: [contact('ada', { city: 'York' })], merges: [{ from: 'ben', into: 'ada', at: null }] })
    await save({ deletions: [{ object: 'contact', externalId: 'cleo', at: null }] })
    await run(contactCopy())
    expect(await expectEqualCopy()).toBe(2)
    expect(await logged()).toEqual([])
    const erase = () => database.asSystem('test: erase', (tx) => eraseRecords(tx, { clientId, dataSourceId, dispatcher }, 3))
    while ((await erase()) > 0) await run(contactCopy())
    expect(await expectEqualCopy()).toBe(0)
  })

  it('that is added later is woken and rebuilt, while the others continue from where they are', async () => {
    await save(contacts('ada', 'ben'))
    await run(contactCopy('first'))
    const second = contactCopy('second')
    woken = []
    await wakeFollowers({ database, dispatcher, log: pino({ level: 'silent' }), followers: [contactCopy('first'), second] })
    expect(woken).toContain(clientId)
    let rebuilds = 0
    const counting = (follower: Follower): Follower => ({
      ...follower,
      rebuild: (tx, id) => {
        rebuilds += 1
        return follower.rebuild(tx, id)
      },
    })
    await save(contacts('cleo'))
    await run(counting(contactCopy('first')), counting(second))
    expect(rebuilds).toBe(1)
    expect([await expectEqualCopy('first'), await expectEqualCopy('second')]).toEqual([3, 3])
    woken = []
    await wakeFollowers({ database, dispatcher, log: pino({ level: 'silent' }), followers: [contactCopy('first'), second] })
    expect(woken).not.toContain(clientId)
  })

  it('that is behind a trimmed log is rebuilt', async () => {
    await save(contacts('ada'))
    await run(contactCopy())
    await save(contacts('ben'))
    await save(contacts('cleo'))
    const trim = (seq: number) =>
      database.asSystem('test: trim', (tx) =>
        tx.deleteFrom('change_log').where('client_id', '=', clientId).where('seq', '<=', seq).execute(),
      )
    await trim(2)
    await run(contactCopy())
    expect(await expectEqualCopy()).toBe(3)
    await save(contacts('dan'))
    await trim(4)
    await run(contactCopy())
    expect(await expectEqualCopy()).toBe(4)
  })

  it('that fails has done nothing, keeps its cursor and does not delay others; the log waits for it', async () => {
    await save(contacts('ada'))
    const healthy = contactCopy('healthy')
    const broken = defineFollower({
      ...contactCopy('broken'),
      handle: async (tx, id, changes) => {
        await contactCopy('broken').handle(tx, id, changes)
        throw new Error('out of order')
      },
    })
    await run(broken, healthy)
    await save(contacts('ben'))
    await expect(run(broken, healthy)).rejects.toThrow('out of order')
    expect(await followersNow()).toEqual({ broken: 1, healthy: 2 })
    expect(await copiesOf(database, clientId, 'broken')).toHaveLength(1)
    expect(await logged()).toHaveLength(1)
    await run(contactCopy('broken'), healthy)
    expect([await expectEqualCopy('broken'), await expectEqualCopy('healthy')]).toEqual([2, 2])
  })

  it('is never processed by two workers at once, and the second one processes what the first one missed', async () => {
    await save(contacts('ada'))
    await run(contactCopy())
    let working = 0
    let most = 0
    const handled: number[] = []
    const entered = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const watched = defineFollower({
      ...contactCopy(),
      handle: async (tx, id, changes) => {
        working += 1
        most = Math.max(most, working)
        entered.resolve()
        await left.promise
        await contactCopy().handle(tx, id, changes)
        handled.push(...changes.map(({ seq }) => seq))
        working -= 1
      },
    })
    await save(contacts('ben'))
    const first = run(watched)
    await entered.promise
    await save(contacts('cleo'))
    await run(watched)
    expect(handled).toEqual([])
    left.resolve()
    await first
    expect([most, handled]).toEqual([1, [2, 3]])
    expect(await expectEqualCopy()).toBe(3)
  })

  it('waits for a change that is about to be committed, whose transaction enqueued no job because one was waiting', async () => {
    await save(contacts('ada'))
    await run(contactCopy())
    const written = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const saving = database.inClient(clientId, async (tx) => {
      const origin = { clientId, dataSourceId, runId: newId(), at: new Date(), dispatcher }
      await saveRecords(tx, origin, contacts('ben'), { historyComesApart: false })
      written.resolve()
      await mayCommit.promise
    })
    await written.promise
    const running = run(contactCopy())
    await eventually(async () => (await countWaiting()) || undefined)
    mayCommit.resolve()
    await Promise.all([saving, running])
    expect(await expectEqualCopy()).toBe(2)
  })
})
