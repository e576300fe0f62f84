import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  acceptSetAside,
  createWebhookProperties,
  ignoreSetAside,
  listSetAside,
  listWebhookProperties,
} from '#contract/webhooks/properties.ts'
import { joinTeam } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { openAgency, openCompany, sharePair } from '../../connections/testing/pairs.ts'
import { deliveriesOf, openEndpoint, postponeApplying, saveDeliveries } from '../testing/deliveries.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const day = 86_400_000
const ago = (days: number): Date => new Date(Date.now() - days * day)

const listed = async (user: TestUser) => (await user.call(listSetAside)).body.items
const namesOf = async (user: TestUser) => (await listed(user)).map(({ name }) => name)

const openWith = async (...all: Parameters<typeof saveDeliveries>[2]) => {
  const ana = await openAgency(world)
  const { clientId } = ana.user
  const endpointId = await openEndpoint(world, clientId)
  await saveDeliveries(world, { clientId, endpointId }, all)
  return { ana, clientId, endpointId }
}

const times = <T>(n: number, one: T): T[] => Array.from({ length: n }, () => one)

const accept = (user: TestUser, name: string) =>
  user.call(acceptSetAside, { body: { name, label: 'Financing', type: 'string', maps_to: 'opportunity.custom' } })

const ignore = (user: TestUser, name: string, ignored?: boolean) =>
  user.call(ignoreSetAside, { body: { name, ...(ignored === undefined ? {} : { ignored }) } })

describe('Properties that arrived and are not in the catalogue [PARTNER-10]', () => {
  it('are listed with their values, where they came from, until when they wait, and what they could be', async () => {
    const oldest = ago(12)
    const { ana, endpointId } = await openWith(
      { event: 'deal.won', properties: { financing_interest: 'yes', plan: 'x' }, receivedAt: oldest },
      ...times(2, { event: 'deal.lost', properties: { financing_interest: 'yes' } }),
      ...times(2, { event: 'stage.changed', properties: { financing_interest: 'no' } }),
      ...times(2, { event: 'lead.created', properties: { financing_interest: 'maybe later' } }),
    )
    expect(await listed(ana)).toEqual([
      {
        name: 'financing_interest',
        can_accept: true,
        count: 7,
        since: oldest.toISOString(),
        until: new Date(oldest.getTime() + 30 * day).toISOString(),
        endpoints: [{ id: endpointId, name: ana.user.client.name }],
        values: [
          { value: 'yes', count: 3 },
          { value: 'maybe later', count: 2 },
          { value: 'no', count: 2 },
        ],
        other_values: 0,
        suggestion: {
          type: 'enum',
          enum_values: ['yes', 'maybe later', 'no'],
          maps_to: 'opportunity.custom',
          pii: false,
        },
      },
      expect.objectContaining({ name: 'plan', count: 1 }),
    ])
  })

  it('have their ten most frequent values, and how many others there are', async () => {
    const { ana } = await openWith(
      ...Array.from({ length: 14 }, (_, n) => ({ properties: { call_seconds: n } })),
      { properties: { call_seconds: 3 } },
      { properties: { call_seconds: null } },
      { properties: { call_seconds: '' } },
    )
    const [only] = await listed(ana)
    expect(only).toMatchObject({ count: 17, other_values: 4, suggestion: { type: 'number', maps_to: 'contact.custom' } })
    expect(only?.values).toHaveLength(10)
    expect(only?.values[0]).toEqual({ value: '3', count: 2 })
  })

  it('are counted among the newest 50,000 values, so that a sender of any names does not slow the list down', async () => {
    const { ana, clientId, endpointId } = await openWith({ properties: { ancient: 1 } })
    const many = { properties: Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`n${n + 1}`, n])) }
    for (const count of [250, 250]) await saveDeliveries(world, { clientId, endpointId }, times(count, many))
    await saveDeliveries(world, { clientId, endpointId }, [{ properties: { newest: 1 } }])
    const items = await listed(ana)
    expect(items.slice(0, 99).every(({ count }) => count === 500)).toBe(true)
    expect(items.at(99)?.count).toBe(499)
  })

  it('are listed even if no property could have their name', async () => {
    const { ana } = await openWith({ properties: { 'Roof type': 'slate' } })
    expect(await listed(ana)).toMatchObject([{ name: 'Roof type', can_accept: false }])
    expect((await accept(ana, 'Roof type')).status).toBe(400)
  })

  it('are those of applied events of the last 30 days that are neither known nor ignored', async () => {
    const { ana } = await openWith(
      { properties: { known: 1, fresh: 1, boring: 1 } },
      { properties: { old: 1 }, receivedAt: ago(30.1) },
      { properties: { waiting: 1 }, state: 'waiting' },
      { properties: { applied: 1 }, setAside: [] },
    )
    await ana.call(createWebhookProperties, { body: { properties: [{ name: 'known', label: 'Known', type: 'number' }] } })
    expect((await ignore(ana, 'boring')).body).toEqual({ ignored: true })
    expect(await namesOf(ana)).toEqual(['fresh'])
    expect((await ignore(ana, 'boring', false)).body).toEqual({ ignored: false })
    expect(await namesOf(ana)).toEqual(['boring', 'fresh'])
  })

  it('are shown to the agency alone, and to a user who sees some companies only those of these [USER-08]', async () => {
    const { ana, priya } = await sharePair(world)
    const { clientId } = ana.user
    const olga = await openAgency(world)
    const own = await openEndpoint(world, clientId)
    const ofPriya = await openEndpoint(world, clientId, priya.user.clientId)
    await saveDeliveries(world, { clientId, endpointId: own }, [
      { properties: { hidden: 1 } },
      { properties: { shown_too: 1 }, dataSourceId: ofPriya },
    ])
    await saveDeliveries(world, { clientId, endpointId: ofPriya }, [{ properties: { shown: 1 } }])
    const ben = await joinTeam(world, ana, { name: 'Ben', role: 'admin', companies: [priya.user.clientId] })
    expect(await namesOf(ana)).toEqual(['hidden', 'shown', 'shown_too'])
    expect((await listed(ben)).map(({ name, endpoints }) => [name, endpoints.map(({ id }) => id)])).toEqual([
      ['shown', [ofPriya]],
      ['shown_too', []],
    ])
    expect(await listed(olga)).toEqual([])
  })
})

describe('Accepting a property that arrived [PARTNER-10]', () => {
  it('adds it, and lets the events that brought it be applied again', async () => {
    const { ana, clientId, endpointId } = await openWith(
      { properties: { financing: 'yes', plan: 'x' } },
      { properties: { financing: 'no' } },
      { properties: { plan: 'y' } },
      { properties: { financing: 'late' }, state: 'rejected' },
    )
    await ignore(ana, 'financing')
    await postponeApplying(world, { clientId, dataSourceId: endpointId })
    const { status, body } = await accept(ana, 'financing')
    expect([status, body.filled, body.property.name, body.property.maps_to]).toEqual([201, 2, 'financing', 'opportunity.custom'])
    const found = await deliveriesOf(world, clientId)
    expect(found.map((row) => `${row.state}: ${row.set_aside.join()}`).toSorted()).toEqual([
      'applied: plan',
      'rejected: financing',
      'waiting: ',
      'waiting: plan',
    ])
    expect(await namesOf(ana)).toEqual(['plan'])
    expect((await accept(ana, 'financing')).error.code).toBe('PROPERTY_EXISTS')
  })

  it('wakes applying for each of the companies that the events are about', async () => {
    const { ana, clientId, endpointId } = await openWith({ properties: { plan: 1 } })
    const other = await openEndpoint(world, clientId, clientId)
    await saveDeliveries(world, { clientId, endpointId }, times(2, { properties: { plan: 2 }, dataSourceId: other }))
    expect((await accept(ana, 'plan')).body.filled).toBe(3)
    expect((await jobsOf(clientId)).map(({ dataSourceId }) => dataSourceId).toSorted()).toEqual([endpointId, other].toSorted())
  })

  it('adds nothing if no event brought it', async () => {
    const { ana } = await openWith({ properties: { plan: 1 } })
    const { status, error } = await accept(ana, 'other')
    expect([status, error.code]).toEqual([404, 'NOT_FOUND'])
    expect((await ana.call(listWebhookProperties)).body.properties).toEqual([])
  })

  it('touches nothing of another agency, and is refused to a company and to a plain user', async () => {
    const [{ clientId }, { ana: olga }] = [
      await openWith({ properties: { plan: 1 } }),
      await openWith({ properties: { plan: 1 } }),
    ]
    const [priya, tom] = [await openCompany(world), await joinTeam(world, olga, { name: 'Tom', role: 'user' })]
    for (const user of [priya, tom]) {
      expect((await accept(user, 'plan')).status).toBe(403)
      expect((await ignore(user, 'plan')).status).toBe(403)
    }
    expect((await accept(olga, 'plan')).body.filled).toBe(1)
    expect(await deliveriesOf(world, clientId)).toMatchObject([{ state: 'applied', set_aside: ['plan'] }])
  })
})

const jobsOf = (clientId: string) =>
  world.database.asSystem('test: jobs', async (tx) => {
    const { rows } = await sql<{ data: { clientId: string; dataSourceId: string } }>`
      select data from pgboss.job where name = 'webhooks.apply' and data ->> 'clientId' = ${clientId}`.execute(tx)
    return rows.map(({ data }) => data)
  })
