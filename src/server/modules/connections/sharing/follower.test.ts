import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listContacts } from '#contract/crm/records.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { whileWaiting } from '#server/testing/waiting.ts'
import { eventually, startWorld, type World } from '#server/testing/world.ts'
import type { Change } from '../../changes/model.ts'
import { recordChanges } from '../../changes/service.ts'
import type { RecordBatch } from '../../crm/model.ts'
import { deleteUnseenLists } from '../../crm/deletion/service.ts'
import { contact } from '../../crm/testing/records.ts'
import { approve, connectPair, arrive, lookAt, saveInto, send, sharePair, type Pair } from '../testing/pairs.ts'
import { lockSides } from '../sides.ts'
import { projectionFollower } from './follower.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const sees = ({ ana }: Pair, names: readonly string[]): Promise<true> =>
  eventually(async () => {
    const { items } = (await ana.call(listContacts, { query: { size: 100 } })).body
    return items
      .map(({ name }) => name)
      .toSorted()
      .join() === names.join()
      ? true
      : undefined
  })

/** What the follower of the connection does with one change. */
const handle = ({ priya, id, criteria }: Pair, change: Change, dataSourceId = criteria.integration_id) =>
  world.database.asSystem('test: one change', (tx) =>
    projectionFollower(world.dispatcher).handle(
      tx,
      priya.user.clientId,
      [{ ...change, seq: 1, at: new Date(), dataSourceId }],
      id,
    ),
  )

const countAtAgency = ({ ana, id }: Pair): Promise<number> =>
  world.database.asSystem('test: look', async (tx) => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from contact
      where client_id = ${ana.user.clientId} and data_source_id = ${id}`.execute(tx)
    return rows[0]?.count ?? 0
  })

describe('What follows the changes of a company', () => {
  const newsletter = { externalId: 'newsletter', kind: 'list' as const, name: 'Newsletter', size: null, updatedAt: null }
  const members = (...contactIds: string[]): RecordBatch => ({
    lists: [newsletter],
    memberships: contactIds.map((contactId) => ({ listId: 'newsletter', contactId })),
  })

  it('shares contacts that join a list as single contacts, and evaluates all of them when a list is deleted or returns', async () => {
    const made = await connectPair(world)
    await saveInto(world, made, members('maya'))
    const criteria = {
      ...made.criteria,
      on_leave: 'remove' as const,
      filter: { field: 'list' as const, op: 'in' as const, values: ['newsletter'] },
    }
    const pair = { ...made, criteria }
    await approve(pair.ana, pair.id, (await send(pair, criteria)).textHash)
    await arrive(pair, 'ACTIVE')
    await sees(pair, ['Maya Ellison'])
    const { changes } = await saveInto(world, pair, members('maya', 'otto'))
    expect(changes.contact.changed).toHaveLength(1)
    await sees(pair, ['Maya Ellison', 'Otto Quist'])
    expect(await handle(pair, { object: 'list', kind: 'changed', ids: [] })).toBe('handled')
    expect(await handle(pair, { object: 'list', kind: 'deleted', ids: [] })).toBe('rebuild')
    const origin = { clientId: pair.priya.user.clientId, dataSourceId: criteria.integration_id, dispatcher: world.dispatcher }
    await world.database.asSystem('test: no list was found', (tx) =>
      deleteUnseenLists(tx, { ...origin, runId: newId(), at: new Date() }, new Date(Date.now() + 60_000)),
    )
    await sees(pair, [])
    await saveInto(world, pair, members())
    await sees(pair, ['Maya Ellison', 'Otto Quist'])
  })

  it('waits for nobody when another source of the company changes', async () => {
    const pair = await sharePair(world)
    await world.database.asSystem('test: somebody works on the connection', async (tx) => {
      await lockSides(tx, { clientId: pair.priya.user.clientId, connectionId: pair.id })
      expect(await handle(pair, { object: 'contact', kind: 'changed', ids: [newId()] }, newId())).toBe('handled')
    })
  })

  it('tells the agency who is meant by the owners of contacts: new names at once, and nobody without contacts', async () => {
    const pair = await sharePair(world, { type_of_data: 'FIELDS', fields: ['first_name', 'owner'] })
    const owners = () =>
      world.database.asSystem('test: owners that the agency knows', async (tx) => {
        const { clientId } = pair.ana.user
        const rows = await tx.selectFrom('crm_owner').selectAll().where('client_id', '=', clientId).orderBy('name').execute()
        return rows.map(({ name, email }) => [name, email])
      })
    const knows = (...names: string[]) =>
      eventually(async () => {
        const found = await owners()
        return JSON.stringify(found) === JSON.stringify(names.map((name) => [name, null])) ? true : undefined
      })
    const owner = (externalId: string, name: string) => ({ externalId, name, email: `${externalId}@brightsmile.example` })
    await saveInto(world, pair, { owners: [owner('o1', 'Nora Quinn'), owner('o2', 'Omar Reyes'), owner('o3', 'Pia Stone')] })
    await knows('Nora Quinn')
    await saveInto(world, pair, { owners: [owner('o1', 'Nora Quinn-Shah')] })
    await knows('Nora Quinn-Shah')
    const of = (name: string, ownerId: string) => contact(name, { tags: ['northlight'], firstName: name, ownerId })
    await saveInto(world, pair, { contacts: [of('samir', 'o2')] })
    await knows('Nora Quinn-Shah', 'Omar Reyes')
    await saveInto(world, pair, { contacts: [of('maya', 'o2')] })
    expect(await knows('Omar Reyes')).toBe(true)
  })

  it('is complete when the connection becomes active: what a sync reads meanwhile comes first', async () => {
    const pair = await connectPair(world)
    const { clientId } = pair.priya.user
    const source = { clientId, dataSourceId: pair.criteria.integration_id }
    const endSync = (status: string) =>
      world.database.asSystem('test: the first sync', (tx) =>
        sql`update sync_run set status = ${status} where client_id = ${clientId}`.execute(tx),
      )
    await endSync('failed')
    await approve(pair.ana, pair.id, (await send(pair, pair.criteria)).textHash)
    const atAgency = () => countAtAgency(pair)
    await eventually(async () => ((await atAgency()) === 2 ? true : undefined))
    const hold = (tx: Tx) => lockSides(tx, { clientId, connectionId: pair.id })
    const call = () =>
      world.database.asSystem('test: evaluate all', (tx) => projectionFollower(world.dispatcher).rebuild(tx, clientId, pair.id))
    await whileWaiting(world, { clientId, hold, call }, async () => {
      await saveInto(world, pair, { contacts: ['zoe', 'zac'].map((name) => contact(name, { tags: ['northlight'] })) })
      await endSync('done')
    })
    for (const user of [pair.ana, pair.priya]) expect((await lookAt(user, pair.id)).state).toBe('IN_PROCESS')
    await world.database.asSystem('test: the sync has ended', (tx) =>
      recordChanges(tx, world.dispatcher, source, [{ object: 'data_source', kind: 'changed', ids: [] }]),
    )
    await arrive(pair, 'ACTIVE')
    expect(await atAgency()).toBe(4)
  })
})
