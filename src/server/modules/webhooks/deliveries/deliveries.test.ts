import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGhostCompany, deleteGhostCompany, deleteGhostData } from '#contract/ghost-companies/companies.ts'
import { listContacts } from '#contract/crm/records.ts'
import { countDeliveries, getDelivery, getWebhookUsage, listDeliveries, replayDelivery } from '#contract/webhooks/deliveries.ts'
import { acceptSetAside, createWebhookProperties, listSetAside } from '#contract/webhooks/properties.ts'
import { joinTeam } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { deliveriesOf, openEndpoint } from '../testing/senders.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

let agencies = 0
const openAgency = (): Promise<TestUser> => world.signUp({ company: `Northlight ${(agencies += 1)}`, agency: true, name: 'Ana' })

const lead = (id: string, more: object = {}) => ({ event: 'lead.created', event_id: id, email: `${id}@example.com`, ...more })

describe('Deliveries of an agency [PARTNER-10]', () => {
  it('say of each event what became of it, page by page, and keep what was sent', async () => {
    const ana = await openAgency()
    const { endpoint, send } = await openEndpoint(ana)
    await send([lead('a', { first_name: 'Theo' }), lead('a'), lead('b'), { event: 'lead.created', event_id: 'c' }])
    const all = await deliveriesOf(ana)
    expect(all.map(({ event_id: id, state, detail }) => [id, state, detail])).toEqual([
      ['c', 'rejected', 'Send external_id, email or phone: we need to know who it is about.'],
      ['b', 'applied', 'Added'],
      ['a', 'duplicate', 'Same event ID as an earlier one'],
      ['a', 'applied', 'Added'],
    ])
    const first = (await ana.call(listDeliveries, { query: { limit: 3 } })).body
    expect(first.items).toHaveLength(3)
    const rest = (await ana.call(listDeliveries, { query: { limit: 3, before: first.next ?? '' } })).body
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    expect(rest.next).toBeNull()
    const problems = (await ana.call(listDeliveries, { query: { state: 'problem', endpoint_id: endpoint.id } })).body.items
    expect(problems.map(({ event_id: id }) => id)).toEqual(['c'])
    const applied = all.find(({ event_id: id, state }) => id === 'a' && state === 'applied')
    const one = (await ana.call(getDelivery, { params: { id: applied?.id ?? '' } })).body
    expect(one.payload).toEqual({ event: 'lead.created', event_id: 'a', email: 'a@example.com', first_name: 'Theo' })
    expect((await ana.call(listContacts, { query: { search: 'a@example.com' } })).body.items[0]?.id).toBe(one.contact_id)
    expect((await ana.call(countDeliveries, { query: {} })).body).toEqual({
      total: 4,
      waiting: 0,
      applied: 2,
      duplicate: 1,
      rejected: 1,
      held: 0,
    })
  })

  it('can be replayed as sent once the catalogue allows it, or repaired', async () => {
    const ana = await openAgency()
    const { send } = await openEndpoint(ana)
    await send(lead('a', { amount: 'tbc' }))
    const [rejected] = await deliveriesOf(ana)
    const params = { id: rejected?.id ?? '' }
    expect(rejected).toMatchObject({ state: 'rejected', can_replay: true })
    expect((await ana.call(replayDelivery, { params, body: {} })).error).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'payload.amount',
    })
    const repaired = await ana.call(replayDelivery, { params, body: { payload: lead('a', { amount: 900, currency: 'USD' }) } })
    expect(repaired.status).toBe(200)
    expect(await deliveriesOf(ana)).toMatchObject([{ state: 'applied', effect: 'created' }])
    expect((await ana.call(getWebhookUsage)).body.used).toBe(1)
    // Replaying again changes nothing, and counts nothing.
    expect((await ana.call(replayDelivery, { params, body: {} })).status).toBe(200)
    expect(await deliveriesOf(ana)).toMatchObject([{ state: 'applied', effect: 'unchanged' }])
    expect((await ana.call(getWebhookUsage)).body.used).toBe(1)
    expect((await ana.call(listContacts, { query: {} })).body.total).toBe(1)
  })

  it('bring a property that was set aside into the records, once it is accepted', async () => {
    const ana = await openAgency()
    const { send } = await openEndpoint(ana)
    await send([lead('a', { properties: { mood: 'good' } }), lead('b', { properties: { mood: 'bad' } }), lead('c')])
    await deliveriesOf(ana)
    expect((await ana.call(listSetAside)).body.items).toMatchObject([{ name: 'mood', count: 2 }])
    const accepted = await ana.call(acceptSetAside, { body: { name: 'mood', label: 'Mood', type: 'string' } })
    expect(accepted).toMatchObject({ status: 201, body: { filled: 2, property: { name: 'mood' } } })
    const after = await deliveriesOf(ana)
    expect(after.every(({ state, set_aside: setAside }) => state === 'applied' && setAside.length === 0)).toBe(true)
    expect(after.filter(({ effect }) => effect === 'changed')).toHaveLength(2)
    expect((await ana.call(listSetAside)).body.items).toEqual([])
  })

  it('of a ghost company arrive at its endpoint, or at the agency with company_ref, as people of that company', async () => {
    const ana = await openAgency()
    const atlas = (await ana.call(createGhostCompany, { body: { company_name: 'Atlas Roofing' } })).body
    const own = await openEndpoint(ana)
    const ofAtlas = await openEndpoint(ana, atlas.id)
    await ofAtlas.send(lead('a'))
    await own.send([lead('b', { company_ref: atlas.id }), lead('c')])
    await deliveriesOf(ana)
    expect(await deliveriesOf(ana, { endpoint_id: ofAtlas.endpoint.id })).toHaveLength(2)
    const people = (await ana.call(listContacts, { query: { connection_id: atlas.id } })).body
    expect(
      people.items
        .map(({ email, ghost_company: ghost }) => [email, ghost?.name])
        .toSorted((one, other) => (String(one) < String(other) ? -1 : 1)),
    ).toEqual([
      ['a@example.com', 'Atlas Roofing'],
      ['b@example.com', 'Atlas Roofing'],
    ])
  })

  it('of one company never arrive with the key of another one, also not by a replay', async () => {
    const ana = await openAgency()
    const companies: string[] = []
    for (const name of ['Atlas Roofing', 'Birch Dental'])
      companies.push((await ana.call(createGhostCompany, { body: { company_name: name } })).body.id)
    const [atlas, birch] = [await openEndpoint(ana, companies[0]), await openEndpoint(ana, companies[1])]
    await birch.send(lead('a', { first_name: 'Ada' }))
    const foreign = lead('a', { event_id: 'foreign', first_name: 'Nobody', company_ref: companies[1] })
    expect((await atlas.send(foreign)).body).toMatchObject({ accepted: 0, rejected: [{ code: 'unknown_company' }] })
    const refused = (await deliveriesOf(ana)).find(({ state }) => state === 'rejected')
    expect(refused?.endpoint_id).toBe(atlas.endpoint.id)
    const params = { id: refused?.id ?? '' }
    expect((await ana.call(replayDelivery, { params, body: {} })).status).toBe(400)
    expect((await ana.call(replayDelivery, { params, body: { payload: lead('a', { company_ref: companies[1] }) } })).status).toBe(
      400,
    )
    expect((await ana.call(listContacts, { query: {} })).body).toMatchObject({ total: 1, items: [{ name: 'Ada' }] })
  })

  it.each([
    ['erased', deleteGhostData],
    ['deleted', deleteGhostCompany],
  ])('end with their people when a ghost company is %s, whoever still has the key', async (_what, end) => {
    const ana = await openAgency()
    const { id } = (await ana.call(createGhostCompany, { body: { company_name: 'Atlas Roofing' } })).body
    const { send } = await openEndpoint(ana, id)
    await send(lead('a'))
    await deliveriesOf(ana)
    expect((await ana.call(end, { params: { id } })).status).toBe(200)
    expect((await ana.call(listContacts, { query: {} })).body.total).toBe(0)
    expect((await send(lead('b'))).status).toBe(401)
    expect((await ana.call(listDeliveries, { query: {} })).body.items).toEqual([])
  })

  it('are counted for a user who sees some companies only without naming the endpoints of others [USER-08]', async () => {
    const ana = await openAgency()
    const { id } = (await ana.call(createGhostCompany, { body: { company_name: 'Atlas Roofing' } })).body
    const [own, atlas] = [await openEndpoint(ana), await openEndpoint(ana, id)]
    await own.send([lead('a'), lead('b', { company_ref: id })])
    await atlas.send(lead('c'))
    await deliveriesOf(ana)
    const ben = await joinTeam(world, ana, { name: 'Ben', role: 'admin', companies: [id] })
    const { used, largest } = (await ben.call(getWebhookUsage, {})).body
    expect([used, largest.map(({ endpoint_id: endpoint }) => endpoint)]).toEqual([3, [atlas.endpoint.id]])
    const seen = (await deliveriesOf(ben)).find(({ event_id: eventId }) => eventId === 'b')
    const payload = lead('b', { first_name: 'Moved' })
    const params = { id: seen?.id ?? '' }
    expect((await ben.call(replayDelivery, { params, body: { payload } })).status).toBe(400)
    expect((await ben.call(replayDelivery, { params, body: { payload: { ...payload, company_ref: id } } })).status).toBe(200)
  })

  it('do not exist for another agency, a plain user, a company', async () => {
    const ana = await openAgency()
    const { send } = await openEndpoint(ana)
    await ana.call(createWebhookProperties, {
      body: { properties: [{ name: 'second_phone', label: 'Second phone', type: 'phone', pii: true }] },
    })
    await send(lead('a', { properties: { second_phone: 'theo.marsh@example.com' } }))
    const [delivery] = await deliveriesOf(ana)
    const params = { id: delivery?.id ?? '' }
    const ben = await openAgency()
    expect((await ben.call(getDelivery, { params })).status).toBe(404)
    expect((await ben.call(replayDelivery, { params, body: {} })).status).toBe(404)
    expect((await ben.call(listDeliveries, { query: {} })).body.items).toEqual([])
    const cho = await joinTeam(world, ana, { name: 'Cho', role: 'user' })
    expect((await cho.call(listDeliveries, { query: {} })).status).toBe(403)
    const priya = await world.signUp({ company: 'Brightsmile', name: 'Priya' })
    expect((await priya.call(listDeliveries, { query: {} })).status).toBe(403)
    expect((await priya.call(getWebhookUsage)).status).toBe(403)
  })
})
