import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateClient } from '#contract/clients.ts'
import { listEvents } from '#contract/events/events.ts'
import { newId } from '#server/platform/ids.ts'
import { signUpStaff } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { recordEvents } from '../service.ts'

let world: World
let maya: TestUser
let jonah: TestUser
beforeAll(async () => {
  world = await startWorld({ env: { STAFF_SEES: 'masked' } })
  maya = await world.signUp({ company: 'Harbor Light' })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
  const { clientId } = maya.user
  // One transaction each, so that each has its own time.
  for (let n = 1; n <= 7; n += 1)
    await world.database.inClient(clientId, (tx) =>
      recordEvents(tx, clientId, [{ event: 'sync_done', origin: n % 2 ? 'schedule' : 'webhook', object: `run ${n}` }]),
    )
})
afterAll(() => world.close())

const objects = (answer: { body: { items: { object: string | null }[] } }) => answer.body.items.map(({ object }) => object)
const runs = { event: 'sync_done' }

describe('The list of events', () => {
  it('shows five at first, the newest on top, and the total [API-22]', async () => {
    const answer = await maya.call(listEvents, { query: runs })
    expect([answer.status, answer.body.total]).toEqual([200, 7])
    expect(objects(answer)).toEqual(['run 7', 'run 6', 'run 5', 'run 4', 'run 3'])
  })

  it('continues at the requested page, and is empty after the last one', async () => {
    expect(objects(await maya.call(listEvents, { query: { ...runs, skip: 5 } }))).toEqual(['run 2', 'run 1'])
    expect(objects(await maya.call(listEvents, { query: { ...runs, skip: 2, limit: 2 } }))).toEqual(['run 5', 'run 4'])
    const beyond = await maya.call(listEvents, { query: { ...runs, skip: 50 } })
    expect(beyond.body).toEqual({ items: [], total: 7 })
  })

  it('can be reversed, and sorted by event or by origin', async () => {
    const oldest = await maya.call(listEvents, { query: { ...runs, sort: 'created_at:asc', limit: 2 } })
    expect(objects(oldest)).toEqual(['run 1', 'run 2'])
    const byName = await maya.call(listEvents, { query: { sort: 'event:asc', limit: 100 } })
    const names = byName.body.items.map(({ event }) => event)
    expect(names).toEqual(names.toSorted())
    const byOrigin = await maya.call(listEvents, { query: { sort: 'origin:desc', limit: 100 } })
    const origins = byOrigin.body.items.map(({ origin }) => origin)
    expect(origins).toEqual(origins.toSorted().toReversed())
  })

  it('never shows a row on two pages when many share a sort value', async () => {
    const pages = await Promise.all(
      [0, 3, 6].map((skip) => maya.call(listEvents, { query: { ...runs, sort: 'origin:asc', skip, limit: 3 } })),
    )
    expect(new Set(pages.flatMap(objects)).size).toBe(7)
  })

  it('can be filtered by event or origin', async () => {
    const answer = await maya.call(listEvents, { query: { ...runs, origin: 'webhook' } })
    expect([answer.body.total, objects(answer)]).toEqual([3, ['run 6', 'run 4', 'run 2']])
    expect((await maya.call(listEvents, { query: { event: 'nothing.happened' } })).body).toEqual({ items: [], total: 0 })
    expect((await maya.call(listEvents, { query: { origin: 'aliens' as never } })).status).toBe(400)
  })

  it('can be filtered by time [ADMIN-03]', async () => {
    const { items } = (await maya.call(listEvents, { query: { ...runs, sort: 'created_at:asc', limit: 100 } })).body
    const [from, to] = [items[2]?.created_at ?? '', items[4]?.created_at ?? '']
    // Times are shown to the millisecond and stored to the microsecond: several may share what is shown.
    const within = (time: string) => time >= from && time < to
    const answer = await maya.call(listEvents, { query: { ...runs, sort: 'created_at:asc', from, to, limit: 100 } })
    expect(answer.body.items).toEqual(items.filter(({ created_at }) => within(created_at)))
    expect((await maya.call(listEvents, { query: { from: new Date(Date.now() + 60_000).toISOString() } })).body.total).toBe(0)
    expect((await maya.call(listEvents, { query: { to: 'tomorrow' } })).status).toBe(400)
  })

  it('rejects an unknown filter or order [API-16]', async () => {
    const unknown = await maya.call(listEvents, { query: { actor: 'me' } as never })
    expect([unknown.status, unknown.error.code]).toEqual([400, 'UNKNOWN_FILTER'])
    expect((await maya.call(listEvents, { query: { sort: 'actor:asc' } })).status).toBe(400)
  })

  it('shows an account its own events alone [USER-01]', async () => {
    const his = await jonah.call(listEvents, { query: { limit: 100 } })
    expect(new Set(his.body.items.map(({ client_id }) => client_id))).toEqual(new Set([jonah.user.clientId]))
  })

  it("accepts the account's own id, and does not find another's [API-22] [HTTP-08]", async () => {
    expect((await maya.call(listEvents, { query: { client_id: maya.user.clientId } })).status).toBe(200)
    const foreign = await maya.call(listEvents, { query: { client_id: jonah.user.clientId } })
    expect([foreign.status, foreign.error.code]).toEqual([404, 'NOT_FOUND'])
  })

  it('has the times and names of the contract', async () => {
    const { items } = (await maya.call(listEvents, { query: { ...runs, limit: 1 } })).body
    expect(items[0]).toEqual({
      id: expect.any(String),
      client_id: maya.user.clientId,
      client_name: null,
      event: 'sync_done',
      origin: 'schedule',
      actor: null,
      object: 'run 7',
      requested_for: null,
      counts: null,
      error: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
  })

  it('shows what a sync did and why it did not finish, to the account and to staff alike [API-16]', async () => {
    const { clientId } = maya.user
    const details = {
      counts: { created: 3, rejected: 1 },
      error: 'HubSpot revoked our access. Reconnect to resume syncing.',
    }
    await world.database.inClient(clientId, (tx) =>
      recordEvents(tx, clientId, [{ event: 'sync_failed', origin: 'schedule', ...details }]),
    )
    for (const user of [maya, await signUpStaff(world, 'Tributary north')]) {
      const { items } = (await user.call(listEvents, { query: { event: 'sync_failed', client_id: clientId } })).body
      expect(items).toMatchObject([details])
    }
  })

  it('shows the technical detail of a failure to staff alone [API-16]', async () => {
    const { clientId } = maya.user
    const trouble = {
      event: 'sync_failed',
      origin: 'webhook',
      error: 'HubSpot refused it.',
      technical: 'contacts: status 403',
    } as const
    await world.database.inClient(clientId, (tx) => recordEvents(tx, clientId, [{ ...trouble }]))
    const query = { event: 'sync_failed', origin: 'webhook', client_id: clientId } as const
    const [shown] = (await maya.call(listEvents, { query })).body.items
    expect(shown).toMatchObject({ error: trouble.error })
    expect(shown).not.toHaveProperty('technical')
    const uma = await signUpStaff(world, 'Tributary east')
    expect((await uma.call(listEvents, { query })).body.items).toMatchObject([{ technical: trouble.technical }])
  })

  it('records who changed the account', async () => {
    await maya.call(updateClient, { params: { id: maya.user.clientId }, body: { version: 1, currency: 'EUR' } })
    const { items } = (await maya.call(listEvents, { query: { event: 'client.updated' } })).body
    expect(items).toMatchObject([{ actor: maya.email, origin: 'user' }])
  })
})

describe('Staff [ADMIN-03]', () => {
  let steward: TestUser
  beforeAll(async () => {
    steward = await signUpStaff(world)
    const { clientId } = jonah.user
    await world.database.asStaff('test: an event of ours', async (tx) => {
      const by = { origin: 'staff', actor: steward.email } as const
      await recordEvents(tx, clientId, [{ event: 'user.restored', ...by, object: 'uma@example.com' }])
    })
    await world.database.inClient(clientId, (tx) =>
      recordEvents(tx, clientId, [{ event: 'sync_done', origin: 'user', actor: jonah.email, object: 'run 8' }]),
    )
  })

  it('see the events of all accounts, five at first, the newest on top, with the name of the account [API-16] [API-22]', async () => {
    const answer = await steward.call(listEvents, { query: runs })
    expect([answer.body.total, objects(answer)]).toEqual([8, ['run 8', 'run 7', 'run 6', 'run 5', 'run 4']])
    const names = answer.body.items.map(({ client_name }) => client_name)
    expect(names.slice(0, 2)).toEqual(['Pratt and Sons', 'Harbor Light'])
  })

  it('see those of one account, and none of an unknown one', async () => {
    const { items, total } = (await steward.call(listEvents, { query: { ...runs, client_id: jonah.user.clientId } })).body
    expect([total, items[0]?.client_id]).toEqual([1, jonah.user.clientId])
    expect((await steward.call(listEvents, { query: { client_id: newId() } })).body).toEqual({ items: [], total: 0 })
  })

  it.each(['event:asc', 'event:desc', 'origin:asc', 'origin:desc', 'created_at:asc'] as const)(
    'sort them by %s',
    async (sort) => {
      const { items } = (await steward.call(listEvents, { query: { sort, limit: 100 } })).body
      const [field, direction] = sort.split(':') as ['event' | 'origin' | 'created_at', string]
      const values = items.map((item) => item[field])
      expect(values).toEqual(direction === 'asc' ? values.toSorted() : values.toSorted().toReversed())
    },
  )

  it('filter them by event, origin and time', async () => {
    expect((await steward.call(listEvents, { query: { ...runs, origin: 'webhook' } })).body.total).toBe(3)
    const { created_at: to = '' } = (await steward.call(listEvents, { query: { ...runs, limit: 1 } })).body.items[0] ?? {}
    expect((await steward.call(listEvents, { query: { ...runs, from: to } })).body.total).toBe(1)
  })

  it('see actors masked, but each other unmasked; an account sees staff as one', async () => {
    const shown = async (user: TestUser, event: string) =>
      (await user.call(listEvents, { query: { event, client_id: jonah.user.clientId } })).body.items[0]
    expect((await shown(steward, 'sync_done'))?.actor).toMatch(/^j•+@e•+\.com$/)
    expect(await shown(steward, 'user.restored')).toMatchObject({ actor: steward.email, object: 'u••@e••••••.com' })
    expect(await shown(jonah, 'user.restored')).toMatchObject({ actor: 'Tributary staff', object: 'uma@example.com' })
    expect(await shown(jonah, 'sync_done')).toMatchObject({ actor: jonah.email, client_name: null })
  })
})

describe('What one user did, or what was done to them', () => {
  // With few rows the planner might use any index.
  beforeAll(() =>
    world.database.asSystem('test: much has happened', (tx) =>
      sql`insert into event (client_id, event, origin, actor, object)
        select ${jonah.user.clientId}, 'sync_done', 'schedule', 'actor ' || n, 'object ' || n from generate_series(1, 2000) n
        on conflict do nothing`.execute(tx),
    ),
  )

  it.each(['actor', 'object'])('is found by its own index: %s', async (column) => {
    const plan = await world.database.asSystem('test: how it is found', async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const found = tx.selectFrom('event').select('id').where('client_id', '=', maya.user.clientId)
      return sql`explain (format json) ${found.where(sql.ref(column), '=', maya.email)}`.execute(tx)
    })
    expect(JSON.stringify(plan.rows)).toContain(`"Index Name":"event_${column}"`)
  })
})
