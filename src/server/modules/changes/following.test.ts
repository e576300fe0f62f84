import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tx } from '#server/platform/db/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { testDatabase } from '#server/testing/database/database.ts'
import { whileWaiting } from '#server/testing/waiting.ts'
import { eventually } from '#server/testing/world.ts'
import { createDataSource, saveRecords } from '../crm/service.ts'
import type { RecordBatch } from '../crm/model.ts'
import { eraseRecords } from '../crm/deletion/service.ts'
import { contact, opportunity, touch } from '../crm/testing/records.ts'
import { wakeFollowers } from './jobs.ts'
import { runFollowers } from './run-followers.ts'
import { awaitLastSeq, lockFollower, selectFollowers } from './queries.ts'
import { addTarget, recordChanges, removeTarget } from './service.ts'
import { defineFollower, type Follower } from './model.ts'
import { countContacts, rowCopy, rowsOf, copiesOf, createCopyTable } from './testing/row-copy.ts'

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
const newClient = async () => {
  clientId = newId()
  dataSourceId = newId()
  await database.asSystem('test: an account with a source', async (tx) => {
    await tx.insertInto('client').values({ client_id: clientId, name: 'Harbor Light', type: 'COMPANY' }).execute()
    await createDataSource(tx, { clientId, dataSourceId }, 'integration')
  })
}
beforeEach(async () => {
  woken = []
  await newClient()
})

const save = (batch: RecordBatch) =>
  database.inClient(clientId, (tx) =>
    saveRecords(tx, { clientId, dataSourceId, runId: newId(), at: new Date(), dispatcher }, batch, { historyComesApart: false }),
  )
const contacts = (...names: string[]) => ({ contacts: names.map((name) => contact(name)) })

const run = (...followers: Follower[]) =>
  runFollowers({ database, dispatcher, log: pino({ level: 'silent' }), followers }, clientId, new AbortController().signal)

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
const endPause = (name: string) =>
  database.asSystem('test: the pause is over', (tx) =>
    tx
      .updateTable('change_follower')
      .set({ retry_at: new Date(0) })
      .where('client_id', '=', clientId)
      .where('name', '=', name)
      .execute(),
  )
/** In seconds. */
const pauseOf = async (name: string): Promise<number> => {
  const { rows } = await database.asSystem('test: how long it pauses', (tx) =>
    sql<{ seconds: number }>`select round(extract(epoch from retry_at - now()))::integer as seconds from change_follower
      where client_id = ${clientId} and name = ${name}`.execute(tx),
  )
  return rows[0]?.seconds ?? 0
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
  const rows = await rowsOf(database, clientId)
  expect(await copiesOf(database, clientId, name)).toEqual(rows)
  return countContacts(rows)
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
    await run(rowCopy())
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
    await run(rowCopy())
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
    await run(rowCopy())
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
    await run(rowCopy())
    await Promise.all(Array.from({ length: 12 }, (_, n) => save(contacts(`guest ${n}`))))
    expect((await logged()).map(({ seq }) => seq)).toEqual(Array.from({ length: 12 }, (_, n) => n + 2))
    await run(rowCopy())
    expect(await expectEqualCopy()).toBe(13)
  })
})

describe('A follower', () => {
  it('is equal after edits, merges, deletions and an erasure, and processed log rows are deleted', async () => {
    await save(contacts('ada', 'ben', 'cleo', 'dan'))
    await run(rowCopy())
    expect(await expectEqualCopy()).toBe(4)
    await save({ contacts: [contact('ada', { city: 'York' })], merges: [{ from: 'ben', into: 'ada', at: null }] })
    await save({ deletions: [{ object: 'contact', externalId: 'cleo', at: null }] })
    await run(rowCopy())
    expect(await expectEqualCopy()).toBe(2)
    expect(await logged()).toEqual([])
    const erase = () => database.asSystem('test: erase', (tx) => eraseRecords(tx, { clientId, dataSourceId, dispatcher }, 3))
    while ((await erase()) > 0) await run(rowCopy())
    expect(await expectEqualCopy()).toBe(0)
  })

  it('that is added later is woken and rebuilt, while the others continue from where they are', async () => {
    await save(contacts('ada', 'ben'))
    await run(rowCopy('first'))
    const second = rowCopy('second')
    woken = []
    await wakeFollowers({ database, dispatcher, log: pino({ level: 'silent' }), followers: [rowCopy('first'), second] })
    expect(woken).toContain(clientId)
    let rebuilds = 0
    const counting = (follower: Follower): Follower => ({
      ...follower,
      rebuild: (tx, id) => {
        rebuilds += 1
        return follower.rebuild(tx, id, '')
      },
    })
    await save(contacts('cleo'))
    await run(counting(rowCopy('first')), counting(second))
    expect(rebuilds).toBe(1)
    expect([await expectEqualCopy('first'), await expectEqualCopy('second')]).toEqual([3, 3])
    woken = []
    await wakeFollowers({ database, dispatcher, log: pino({ level: 'silent' }), followers: [rowCopy('first'), second] })
    expect(woken).not.toContain(clientId)
  })

  it('is woken for every client that is behind, in batches of any size', async () => {
    for (const name of ['ada', 'ben', 'cleo', 'dan']) {
      await newClient()
      await save(contacts(name))
    }
    const wake = async (clientsAtOnce: number) => {
      woken = []
      await wakeFollowers({
        database,
        dispatcher,
        log: pino({ level: 'silent' }),
        followers: [rowCopy('late')],
        clientsAtOnce,
      })
      return woken
    }
    const all = await wake(500)
    expect(all.length).toBeGreaterThan(3)
    expect(all).toContain(clientId)
    expect(await wake(2)).toEqual(all)
    expect(await wake(1)).toEqual(all)
  })

  it('that is behind a trimmed log is rebuilt', async () => {
    await save(contacts('ada'))
    await run(rowCopy())
    await save(contacts('ben'))
    await save(contacts('cleo'))
    const trim = (seq: number) =>
      database.asSystem('test: trim', (tx) =>
        tx.deleteFrom('change_log').where('client_id', '=', clientId).where('seq', '<=', seq).execute(),
      )
    await trim(2)
    await run(rowCopy())
    expect(await expectEqualCopy()).toBe(3)
    await save(contacts('dan'))
    await trim(4)
    await run(rowCopy())
    expect(await expectEqualCopy()).toBe(4)
  })

  it('that fails has done nothing, keeps its cursor and does not delay others; the log waits for it', async () => {
    await save(contacts('ada'))
    const healthy = rowCopy('healthy')
    const broken = defineFollower({
      ...rowCopy('broken'),
      handle: async (tx, id, changes) => {
        await rowCopy('broken').handle(tx, id, changes, '')
        throw new Error('out of order')
      },
    })
    await run(broken, healthy)
    await save(contacts('ben'))
    await expect(run(broken, healthy)).rejects.toThrow('out of order')
    expect(await followersNow()).toEqual({ broken: 1, healthy: 2 })
    expect(await copiesOf(database, clientId, 'broken')).toHaveLength(1)
    expect(await logged()).toHaveLength(1)
    await endPause('broken')
    await run(rowCopy('broken'), healthy)
    expect([await expectEqualCopy('broken'), await expectEqualCopy('healthy')]).toEqual([2, 2])
    expect(await logged()).toEqual([])
  })

  it('that fails pauses longer each time, and changes do not start another try', async () => {
    await save(contacts('ada'))
    let tries = 0
    const broken = defineFollower({
      ...rowCopy('broken'),
      handle: async () => {
        tries += 1
        throw new Error('out of order')
      },
    })
    await run(broken)
    const pauses: number[] = []
    for (const name of ['ben', 'cleo', 'dan']) {
      await save(contacts(name))
      await expect(run(broken)).rejects.toThrow('out of order')
      pauses.push(await pauseOf('broken'))
      await save(contacts(`${name}'s twin`))
      await run(broken)
      woken = []
      await wakeFollowers({ database, dispatcher, log: pino({ level: 'silent' }), followers: [broken] })
      expect(woken).not.toContain(clientId)
      await endPause('broken')
    }
    expect(tries).toBe(3)
    expect(pauses).toEqual([5, 10, 20])
    await wakeFollowers({ database, dispatcher, log: pino({ level: 'silent' }), followers: [broken] })
    expect(woken).toContain(clientId)
    await run(rowCopy('broken'))
    expect(await expectEqualCopy('broken')).toBe(7)
  })

  it('that only a newer version knows keeps its log while an older version runs too', async () => {
    await save(contacts('ada'))
    await run(rowCopy('old'), rowCopy('new'))
    await save(contacts('ben'))
    await run(rowCopy('old'))
    await run()
    expect(await followersNow()).toEqual({ old: 2, new: 1 })
    expect(await logged()).toHaveLength(1)
    await run(rowCopy('new'))
    expect(await expectEqualCopy('new')).toBe(2)
    expect(await logged()).toEqual([])
  })

  it('gets every change of a record: touches, stages, contacts of an opportunity and members of a list', async () => {
    const ada = contact('ada', { touches: [touch('first')] })
    await save({
      contacts: [ada, contact('ben'), contact('cleo')],
      opportunities: [opportunity('implant', { contactIds: ['ada', 'ben'] })],
      lists: [{ externalId: 'vip', kind: 'list', name: 'VIP', size: 3, updatedAt: null }],
      memberships: ['ada', 'ben', 'cleo'].map((contactId) => ({ listId: 'vip', contactId })),
    })
    await run(rowCopy())
    const steps: RecordBatch[] = [
      { contacts: [contact('ada', { touches: [touch('first'), touch('second', { source: 'facebook' })] })] },
      { opportunities: [opportunity('implant', { contactIds: ['ada', 'ben'], stageId: 's2' })] },
      { opportunities: [opportunity('implant', { contactIds: ['ada'], stageId: 's2' })] },
      { deletions: [{ object: 'contact', externalId: 'cleo', at: null }] },
      { merges: [{ from: 'ben', into: 'ada', at: null }] },
      { deletions: [{ object: 'opportunity', externalId: 'implant', at: null }] },
    ]
    let before = JSON.stringify(await rowsOf(database, clientId))
    for (const step of steps) {
      await save(step)
      await run(rowCopy())
      await expectEqualCopy()
      const after = JSON.stringify(await rowsOf(database, clientId))
      expect(after).not.toBe(before)
      before = after
    }
  })

  it('is never worked on by two at once, and what was missed by the one who had to leave is done by the other', async () => {
    await save(contacts('ada'))
    await run(rowCopy())
    let working = 0
    let most = 0
    const handled: number[] = []
    const entered = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const watched = defineFollower({
      ...rowCopy(),
      handle: async (tx, id, changes) => {
        working += 1
        most = Math.max(most, working)
        entered.resolve()
        await left.promise
        await rowCopy().handle(tx, id, changes, '')
        handled.push(...changes.map(({ seq }) => seq))
        working -= 1
        return 'handled'
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

  it('waits for a change that is about to be committed, whose job was not left because another one waited', async () => {
    await save(contacts('ada'))
    await run(rowCopy())
    const written = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const saving = database.inClient(clientId, async (tx) => {
      const origin = { clientId, dataSourceId, runId: newId(), at: new Date(), dispatcher }
      await saveRecords(tx, origin, contacts('ben'), { historyComesApart: false })
      written.resolve()
      await mayCommit.promise
    })
    await written.promise
    const running = run(rowCopy())
    await eventually(async () => (await countWaiting()) || undefined)
    mayCommit.resolve()
    await Promise.all([saving, running])
    expect(await expectEqualCopy()).toBe(2)
  })

  it('that is at work is waited for by whoever removes it, who meanwhile holds up nobody', async () => {
    const target = { clientId, name: 'copy', target: newId() }
    await database.asSystem('test: follow', (tx) => addTarget(tx, dispatcher, target))
    const hold = (tx: Tx) => lockFollower(tx, clientId, `copy/${target.target}`)
    const call = () => database.asSystem('test: remove', (tx) => removeTarget(tx, target))
    await whileWaiting({ database }, { clientId, hold, call }, async (tx) => {
      await save(contacts('maya'))
      await awaitLastSeq(tx, clientId)
    })
    expect(await database.asSystem('test: look', (tx) => selectFollowers(tx, clientId))).toEqual([])
  })
})
