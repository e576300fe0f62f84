import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getLineage, listContacts } from '#contract/crm/records.ts'
import { getWebhookUsage } from '#contract/webhooks/deliveries.ts'
import { createWebhookProperties, listWebhookProperties } from '#contract/webhooks/properties.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { deliveriesOf, openEndpoint } from '../testing/senders.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({
    limits: { perAddress: 1_000_000, perUser: 1_000_000, perEndpoint: { perMinute: 6000, burst: 600 } },
  })
})
afterAll(() => world.close())

let agencies = 0
const open = async () => {
  const ana = await world.signUp({ company: `Northlight ${(agencies += 1)}`, agency: true, name: 'Ana' })
  return { ana, ...(await openEndpoint(ana)) }
}

const contactsOf = async (user: TestUser) =>
  (await user.call(listContacts, { query: { size: 100 } })).body.items.toSorted((one, other) => (one.name < other.name ? -1 : 1))

const effectsOf = async (user: TestUser): Promise<(string | null)[]> =>
  (await deliveriesOf(user)).map(({ effect }) => effect).toReversed()

interface Deal {
  external_id: string
  amount: string | null
  currency: string | null
  pipeline: string | null
  raw_stage: string | null
  outcome: string
  closed_at: Date | null
  fields: object
}

const dealsOf = async ({ user }: TestUser): Promise<Deal[]> => {
  const { rows } = await world.database.asSystem('test', (tx) =>
    sql<Deal>`select external_id, amount::text, currency, pipeline_external_id as pipeline, raw_stage, provider_outcome as outcome, closed_at, fields
      from opportunity where client_id = ${user.clientId} order by created_at, external_id`.execute(tx),
  )
  return rows
}

const stagesOf = async ({ user }: TestUser): Promise<string[]> => {
  const { rows } = await world.database.asSystem('test', (tx) =>
    sql<{ raw_stage: string; at: Date; provenance: string }>`select raw_stage, at, provenance from stage_event
      where client_id = ${user.clientId} order by at`.execute(tx),
  )
  expect(rows.every(({ provenance }) => provenance === 'webhook')).toBe(true)
  return rows.map(({ raw_stage: stage, at }) => `${stage} ${at.toISOString().slice(0, 10)}`)
}

const day = (number: number): string => `2026-03-${String(number).padStart(2, '0')}T10:00:00Z`

describe('A lead that arrives', () => {
  it('becomes a contact with its source, and an update changes only what it says [PARTNER-10]', async () => {
    const { ana, send } = await open()
    await send({
      event: 'lead.created',
      external_id: 'crm-77',
      occurred_at: day(1),
      email: 'Theo@Example.com',
      phone: '+1 202 555 0148',
      first_name: 'Theo',
      last_name: 'Marsh',
      source: 'google',
      medium: 'cpc',
      campaign: 'spring',
      gclid: 'abc',
    })
    await send({ event: 'lead.updated', external_id: 'crm-77', occurred_at: day(2), last_name: 'Marsh-Lee', source: 'email' })
    await send({ event: 'lead.updated', external_id: 'crm-77', occurred_at: day(2), last_name: 'Marsh-Lee', event_id: 'again' })
    expect(await effectsOf(ana)).toEqual(['created', 'changed', 'unchanged'])
    const [theo] = await contactsOf(ana)
    expect(theo).toMatchObject({
      external_id: 'crm-77',
      name: 'Theo Marsh-Lee',
      email: 'Theo@Example.com',
      phone: '+1 202 555 0148',
      source: 'google',
      created_at: '2026-03-01T10:00:00.000Z',
    })
    const lineage = await ana.call(getLineage, { params: { id: theo?.id ?? '' } })
    expect(lineage.status).toBe(200)
  })

  it('is the same person by its id, its email or its phone, and of two ids two people who share a mailbox', async () => {
    const { ana, send } = await open()
    await send({ event: 'lead.created', phone: '(202) 555-0148', first_name: 'Theo', occurred_at: day(1) })
    await send({ event: 'lead.updated', phone: '+12025550148', email: 'theo@example.com', occurred_at: day(2) })
    await send({ event: 'lead.updated', email: 'THEO@example.com', last_name: 'Marsh', occurred_at: day(3) })
    await send({ event: 'lead.updated', external_id: 'crm-1', email: 'theo@example.com', occurred_at: day(4) })
    await send({ event: 'lead.updated', external_id: 'crm-1', first_name: 'Theodor', occurred_at: day(5) })
    await deliveriesOf(ana)
    expect((await contactsOf(ana)).map(({ name }) => name)).toEqual(['Theodor Marsh'])
    await send([
      { event: 'lead.created', external_id: 'crm-2', email: 'office@example.com', first_name: 'Femi' },
      { event: 'lead.created', external_id: 'crm-3', email: 'office@example.com', first_name: 'Ada' },
    ])
    await deliveriesOf(ana)
    expect((await contactsOf(ana)).map(({ name }) => name)).toEqual(['Ada', 'Femi', 'Theodor Marsh'])
  })

  it('without an id is the first one of the same mailbox that comes with an id, and no further one', async () => {
    const { ana, send } = await open()
    const office = { email: 'office@example.com' }
    await send({ event: 'lead.created', ...office, amount: 100, currency: 'USD' })
    await deliveriesOf(ana)
    await send({ event: 'lead.created', ...office, external_id: 'crm-1', first_name: 'Femi' })
    await deliveriesOf(ana)
    await send({ event: 'lead.created', ...office, external_id: 'crm-2', first_name: 'Ada' })
    await send({ event: 'lead.updated', ...office, external_id: 'crm-1', last_name: 'Cole' })
    await deliveriesOf(ana)
    expect((await contactsOf(ana)).map(({ name }) => name)).toEqual(['Ada', 'Femi Cole'])
    for (const [id, amount] of [
      ['deal-1', 200],
      ['deal-2', 300],
    ]) {
      await send({ event: 'deal.won', ...office, external_id: id, amount })
      await deliveriesOf(ana)
    }
    expect((await dealsOf(ana)).map(({ amount }) => amount)).toEqual(['200.00', '300.00'])
  })

  it('is nobody else, although other leads come without an id and without an address that can be read', async () => {
    const { ana, send } = await open()
    for (const [name, email] of [
      ['Ada', 'ada@example.com'],
      ['Femi', 'femi@example.com'],
      ['Theo', 'theo@example.com'],
    ]) {
      await send({ event: 'lead.created', external_id: ' ', email, phone: '', first_name: name })
      await deliveriesOf(ana)
    }
    await send({ event: 'lead.created', external_id: 'crm-1', email: 'n/a', first_name: 'Wren' })
    await deliveriesOf(ana)
    expect((await contactsOf(ana)).map(({ name }) => name)).toEqual(['Ada', 'Femi', 'Theo', 'Wren'])
  })

  it('is not undone by an older event that comes later: that one only fills in what is not known', async () => {
    const { ana, send } = await open()
    await send({ event: 'lead.updated', email: 'ada@example.com', first_name: 'Ada', occurred_at: day(9) })
    await send({ event: 'lead.created', email: 'ada@example.com', first_name: 'Adda', last_name: 'Calder', occurred_at: day(2) })
    await deliveriesOf(ana)
    expect(await contactsOf(ana)).toMatchObject([{ name: 'Ada Calder', created_at: '2026-03-02T10:00:00.000Z' }])
  })

  it('keeps every touch once, and the first one for good', async () => {
    const { ana, send } = await open()
    await send({ event: 'lead.created', email: 'a@example.com', source: 'google', medium: 'cpc', occurred_at: day(1) })
    await send({
      event: 'touch',
      event_id: 'first',
      email: 'a@example.com',
      source: 'yelp',
      medium: 'referral',
      occurred_at: day(4),
    })
    await send({ event: 'touch', event_id: 't1', email: 'a@example.com', source: 'newsletter', occurred_at: day(2) })
    await send({ event: 'lead.updated', email: 'a@example.com', source: 'bing', occurred_at: day(3) })
    await deliveriesOf(ana)
    const { rows } = await world.database.asSystem('test', (tx) =>
      sql<{
        source: string
        kind: string
      }>`select source, kind from touch where client_id = ${ana.user.clientId} order by at`.execute(tx),
    )
    expect(rows.map(({ source, kind }) => `${source} ${kind}`)).toEqual(['google click', 'newsletter mail', 'yelp click'])
  })
})

describe('A deal that arrives', () => {
  it('moves through its stages in the order of their times, whatever order they arrive in', async () => {
    const { ana, send } = await open()
    const move = (stage: string, at: number) => ({
      event: 'stage.changed',
      external_id: 'deal-1',
      email: 'theo@example.com',
      pipeline: 'Main',
      stage,
      occurred_at: day(at),
    })
    await send(move('New', 1))
    await deliveriesOf(ana)
    await send([move('Estimate', 9), move('Booked', 5), move('booked', 6), move('New', 1)])
    await deliveriesOf(ana)
    await send(move('Inspection', 3))
    const [late] = await deliveriesOf(ana)
    expect(late?.detail).toMatch(/^Updated · Inspection, \d+ days ago, put in place$/)
    expect(await stagesOf(ana)).toEqual(['New 2026-03-01', 'Inspection 2026-03-03', 'Booked 2026-03-05', 'Estimate 2026-03-09'])
    expect(await dealsOf(ana)).toMatchObject([
      { external_id: 'deal-1', pipeline: 'Main', raw_stage: 'Estimate', outcome: 'open' },
    ])
  })

  it('brings no stage without end: of a thousand different ones no further one is new', async () => {
    const { ana, send } = await open()
    const stage = (number: number, pipeline = 'Main') => ({
      event: 'stage.changed',
      external_id: `deal-${number}`,
      pipeline,
      stage: `Note ${number}`,
    })
    for (let from = 0; from < 1000; from += 100) await send(Array.from({ length: 100 }, (_, index) => stage(from + index)))
    await send([stage(1000), stage(999, 'Other'), { ...stage(1), external_id: 'deal-0' }])
    await deliveriesOf(ana)
    const refused = (await deliveriesOf(ana, { state: 'rejected' })).map(({ detail }) => detail)
    expect(refused).toEqual(Array.from({ length: 2 }, () => expect.stringContaining('1000 different stages')))
    expect((await dealsOf(ana)).filter(({ raw_stage: raw }) => raw === 'Note 1')).toHaveLength(2)
  })

  it('is won or lost, by the event or by the name of its stage, and can be reopened', async () => {
    const { ana, send } = await open()
    const about = { external_id: 'deal-1', email: 'theo@example.com' }
    await send({ event: 'deal.won', ...about, amount: 11_900.5, currency: 'USD', occurred_at: day(5) })
    await send({ event: 'stage.changed', ...about, stage: 'Estimate', occurred_at: day(2) })
    await deliveriesOf(ana)
    expect(await dealsOf(ana)).toMatchObject([
      { outcome: 'won', amount: '11900.50', closed_at: new Date(day(5)), raw_stage: 'Estimate' },
    ])
    await send({ event: 'stage.changed', ...about, stage: 'Negotiation', occurred_at: day(7) })
    await send({ event: 'deal.lost', ...about, occurred_at: day(6) })
    await deliveriesOf(ana)
    expect(await dealsOf(ana)).toMatchObject([{ outcome: 'open', closed_at: null, raw_stage: 'Negotiation' }])
    await send({ event: 'stage.changed', ...about, stage: 'Closed lost', occurred_at: day(8) })
    await deliveriesOf(ana)
    expect(await dealsOf(ana)).toMatchObject([{ outcome: 'lost', closed_at: new Date(day(8)) }])
  })

  it('belongs to the lead of the same email, also when it is only named by its own id later', async () => {
    const { ana, send } = await open()
    await send({
      event: 'lead.created',
      external_id: 'crm-1',
      email: 'femi@example.com',
      first_name: 'Femi',
      amount: 900,
      currency: 'USD',
    })
    await send({ event: 'stage.changed', external_id: 'deal-9', email: 'femi@example.com', stage: 'Booked' })
    await send({ event: 'deal.won', external_id: 'deal-9' })
    await deliveriesOf(ana)
    expect(await contactsOf(ana)).toMatchObject([{ name: 'Femi' }])
    expect(await dealsOf(ana)).toMatchObject([{ amount: '900.00', raw_stage: 'Booked', outcome: 'won' }])
  })
})

describe('Properties of the catalogue', () => {
  it('are written where the catalogue says, and counted [API-20]', async () => {
    const { ana, send } = await open()
    await ana.call(createWebhookProperties, {
      body: {
        properties: [
          { name: 'quoted_price', label: 'Quoted price', type: 'number', maps_to: 'opportunity.amount' },
          { name: 'roof_type', label: 'Roof type', type: 'string', maps_to: 'opportunity.custom' },
          { name: 'branch', label: 'Branch', type: 'string' },
          { name: 'town', label: 'Town', type: 'string', maps_to: 'contact.city' },
          { name: 'landing_page', label: 'Landing page', type: 'string', maps_to: 'touch.landing_url' },
        ],
      },
    })
    await send({
      event: 'lead.created',
      email: 'theo@example.com',
      currency: 'USD',
      properties: {
        quoted_price: 11_900,
        roof_type: 'slate',
        branch: 'north',
        town: 'Bath',
        landing_page: '/roof-check',
        mood: 'good',
      },
    })
    const [delivery] = await deliveriesOf(ana)
    expect(delivery).toMatchObject({ effect: 'created', set_aside: ['mood'], detail: 'Added · 1 new property' })
    expect(await dealsOf(ana)).toMatchObject([{ amount: '11900.00', currency: 'USD', fields: { roof_type: 'slate' } }])
    const { rows } = await world.database.asSystem('test', (tx) =>
      sql`select city, fields, landing_url from contact join touch on touch.client_id = contact.client_id and touch.contact_id = contact.id
        where contact.client_id = ${ana.user.clientId}`.execute(tx),
    )
    expect(rows).toEqual([{ city: 'Bath', fields: { branch: 'north' }, landing_url: '/roof-check' }])
    const { properties } = (await ana.call(listWebhookProperties, {})).body
    expect(properties.map(({ used }) => used)).toEqual([1, 1, 1, 1, 1])
  })
})

describe('Automation events of a month', () => {
  it('are items that changed something: no duplicates, rejects, tests or repetitions', async () => {
    const { ana, send, url } = await open()
    await send([
      { event: 'lead.created', event_id: 'a', email: 'a@example.com', first_name: 'A' },
      { event: 'lead.created', event_id: 'a', email: 'a@example.com', first_name: 'A' },
      { event: 'lead.updated', event_id: 'b', email: 'a@example.com', first_name: 'A' },
      { event: 'lead.created', event_id: 'c' },
      { event: 'lead.created', event_id: 'd', email: 'd@example.com' },
    ])
    expect(url).toContain('/hooks/in/')
    await deliveriesOf(ana)
    const { body } = await ana.call(getWebhookUsage, {})
    expect(body).toMatchObject({ used: 2, limit: null, largest: [{ used: 2 }] })
    expect(body.since.endsWith('-01')).toBe(true)
  })
})
