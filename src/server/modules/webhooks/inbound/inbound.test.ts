import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listContacts } from '#contract/crm/records.ts'
import { requireSignature, rotateSigningSecret, rotateWebhookKey } from '#contract/webhooks/endpoints.ts'
import { inboundLimits } from '#contract/webhooks/inbound.ts'
import { createWebhookProperties } from '#contract/webhooks/properties.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { deliveriesOf, openEndpoint, post, signed } from '../testing/senders.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

let agencies = 0
const openAgency = (): Promise<TestUser> => world.signUp({ company: `Northlight ${(agencies += 1)}`, agency: true, name: 'Ana' })

const lead = (more: object = {}) => ({
  event: 'lead.created',
  event_id: 'call-1',
  email: 'theo@example.com',
  first_name: 'Theo',
  ...more,
})

const storedOf = async (user: TestUser): Promise<number> => {
  const { rows } = await world.database.asSystem('test', (tx) =>
    sql<{ count: number }>`select count(*) from webhook_delivery where client_id = ${user.user.clientId}`.execute(tx),
  )
  return rows[0]?.count ?? 0
}

describe('An endpoint that receives leads [PARTNER-10]', () => {
  it('accepts one event or a batch with 202, and says what it rejected and why, item by item', async () => {
    const ana = await openAgency()
    const { send } = await openEndpoint(ana)
    expect(await send(lead())).toMatchObject({ status: 202, body: { accepted: 1, duplicates: 0, rejected: [] } })
    const batch = await send([
      lead({ event_id: 'call-2' }),
      lead({ event_id: 'call-3', event: 'lead.exploded' }),
      { event: 'lead.created', event_id: 'call-4', first_name: 'Nobody' },
      lead({ event_id: 'call-5', nickname: 'T' }),
      { event: 'stage.changed', external_id: 'deal-1' },
      lead({ event_id: 'call-6', occurred_at: '2199-01-01T00:00:00Z' }),
      lead({ event_id: 'call-7', company_ref: ana.user.clientId }),
      'not an object',
      lead({ event_id: 'call-8', amount: 'a lot' }),
      { event: 'lead.created', event_id: 'call-9', email: 'n/a', phone: 'none', external_id: ' ' },
      lead({ event_id: 'call-10', occurred_at: '0000-01-01T00:00:00Z' }),
    ])
    expect(batch.status).toBe(202)
    expect(batch.body).toMatchObject({ accepted: 1, duplicates: 0 })
    expect(batch.body.rejected.map(({ index, code }) => [index, code])).toEqual([
      [1, 'unknown_event'],
      [2, 'missing_identifier'],
      [3, 'unknown_field'],
      [4, 'missing_stage'],
      [5, 'in_the_future'],
      [6, 'unknown_company'],
      [7, 'invalid'],
      [8, 'invalid'],
      [9, 'missing_identifier'],
      [10, 'too_old'],
    ])
    expect(batch.body.rejected.find(({ index }) => index === 3)?.text).toContain('nickname')
  })

  it('takes an event once: by its id for 30 days, without one by its content, also within one batch and at the same time', async () => {
    const ana = await openAgency()
    const { send } = await openEndpoint(ana)
    const both = await Promise.all([send(lead()), send(lead({ first_name: 'Theodor' }))])
    expect(both.map(({ body }) => `${body.accepted} ${body.duplicates}`).toSorted()).toEqual(['0 1', '1 0'])
    expect((await send([lead(), lead()])).body).toMatchObject({ accepted: 0, duplicates: 2 })
    const unnamed = { event: 'touch', email: 'theo@example.com', source: 'google', medium: 'cpc' }
    expect((await send(unnamed)).body).toMatchObject({ accepted: 1 })
    expect((await send(`{"medium":"cpc","source":"google", "email":"theo@example.com","event":"touch"}`)).body).toMatchObject({
      accepted: 0,
      duplicates: 1,
    })
    expect((await send({ ...unnamed, medium: 'email' })).body).toMatchObject({ accepted: 1 })
    await world.database.asSystem('test: 30 days pass', (tx) =>
      sql`update webhook_seen set expires_at = now() - interval '1 second' where client_id = ${ana.user.clientId}`.execute(tx),
    )
    expect((await send(lead())).body).toMatchObject({ accepted: 1, duplicates: 0 })
  })

  it('keeps the events of two endpoints apart, and those of two agencies', async () => {
    const [ana, ben] = [await openAgency(), await openAgency()]
    const [one, other] = [await openEndpoint(ana), await openEndpoint(ben)]
    expect((await one.send(lead())).body.accepted).toBe(1)
    expect((await other.send(lead())).body.accepted).toBe(1)
    expect((await deliveriesOf(ana)).map(({ event_id: id }) => id)).toEqual(['call-1'])
    expect((await deliveriesOf(ben)).map(({ effect }) => effect)).toEqual(['created'])
    expect((await ben.call(listContacts, { query: {} })).body).toMatchObject({ total: 1, items: [{ email: 'theo@example.com' }] })
  })

  it('answers what it would do with ?test=true, and stores nothing', async () => {
    const ana = await openAgency()
    const { url } = await openEndpoint(ana)
    const tried = await post(`${url}?test=true`, [lead(), lead(), { event: 'touch' }])
    expect(tried).toMatchObject({
      status: 202,
      body: { accepted: 1, duplicates: 1, rejected: [{ index: 2, code: 'missing_identifier' }] },
    })
    expect(await storedOf(ana)).toBe(0)
    expect((await post(url, lead())).body.accepted).toBe(1)
  })

  it('checks properties by the catalogue: a wrong type rejects the item and not the batch [API-20]', async () => {
    const ana = await openAgency()
    const { send } = await openEndpoint(ana)
    const created = await ana.call(createWebhookProperties, {
      body: {
        properties: [
          { name: 'quoted_price', label: 'Quoted price', type: 'number', maps_to: 'opportunity.amount' },
          { name: 'roof_type', label: 'Roof type', type: 'enum', enum_values: ['slate', 'tile'], required: true },
          { name: 'typed_price', label: 'Typed price', type: 'string', maps_to: 'opportunity.amount' },
          { name: 'money', label: 'Money', type: 'string', maps_to: 'opportunity.currency' },
        ],
      },
    })
    expect(created.status).toBe(201)
    const { body } = await send([
      lead({ event_id: 'a', properties: { quoted_price: 'tbc', roof_type: 'slate' } }),
      lead({ event_id: 'b', properties: { quoted_price: '11900', roof_type: 'Slate' } }),
      lead({ event_id: 'c', properties: { quoted_price: 3 } }),
      lead({ event_id: 'd', properties: { roof_type: 'straw' } }),
      lead({ event_id: 'e', properties: { roof_type: { kind: 'slate' } } }),
      lead({ event_id: 'f', properties: { roof_type: 'tile', quoted_price: 1e308 } }),
      lead({ event_id: 'g', properties: { roof_type: 'tile', typed_price: 'Infinity' } }),
      lead({ event_id: 'h', properties: { roof_type: 'tile', money: 'dollars' } }),
    ])
    expect(body).toEqual({
      accepted: 1,
      duplicates: 0,
      rejected: [
        { index: 0, code: 'wrong_type', text: 'quoted_price is "tbc", not an amount' },
        { index: 2, code: 'missing_property', text: 'roof_type is required.' },
        { index: 3, code: 'wrong_type', text: 'roof_type is "straw", not one of slate, tile' },
        { index: 4, code: 'invalid', text: expect.stringContaining('properties.roof_type') },
        { index: 5, code: 'wrong_type', text: 'quoted_price is "1e+308", not an amount' },
        { index: 6, code: 'wrong_type', text: 'typed_price is "Infinity", not an amount' },
        { index: 7, code: 'wrong_type', text: 'money is "dollars", not a currency such as USD' },
      ],
    })
  })
})

describe('Bad input at an endpoint', () => {
  it('takes 256 KB exactly, and refuses one byte more with 413', async () => {
    const { send } = await openEndpoint(await openAgency())
    const sized = (size: number): string => {
      const empty = JSON.stringify(lead()).slice(0, -1)
      return `${empty}${' '.repeat(size - empty.length - 1)}}`
    }
    expect((await send(sized(inboundLimits.bytes))).status).toBe(202)
    expect(await send(sized(inboundLimits.bytes + 1))).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
    expect(await send(Array.from({ length: 101 }, () => lead()))).toMatchObject({
      status: 413,
      body: { detail: 'Send up to 100 events in one call.' },
    })
  })

  it.each([
    ['broken JSON', '{"event":', "The body isn't valid JSON."],
    ['nothing', '', "The body isn't valid JSON."],
    ['no event', '[]', 'Send at least one event.'],
    [
      'a key twice',
      '{"event":"touch","email":"a@example.com","email":"b@example.com"}',
      'The key "email" occurs twice in one object.',
    ],
    [
      'a key twice, once in another spelling',
      String.raw`{"event":"touch","email":"a@example.com","\u0065mail":"b@example.com"}`,
      'The key "email" occurs twice in one object.',
    ],
    ['deep nesting', '['.repeat(100_000), 'Values may be nested 20 levels deep.'],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), "The body isn't valid UTF-8."],
  ])('refuses %s with a clear answer, and stores nothing', async (_what, body, detail) => {
    const ana = await openAgency()
    const { send } = await openEndpoint(ana)
    expect(await send(body)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', detail } })
    expect(await storedOf(ana)).toBe(0)
  })

  it('takes only JSON: other content types are refused with 415', async () => {
    const { send } = await openEndpoint(await openAgency())
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])
      expect(await send(JSON.stringify(lead()), { 'content-type': type })).toMatchObject({
        status: 415,
        body: { code: 'UNSUPPORTED_MEDIA_TYPE' },
      })
    expect((await send(lead(), { 'content-type': 'application/json; charset=utf-8' })).status).toBe(202)
    expect((await send(lead(), { 'content-type': 'application/cloudevents+json' })).status).toBe(202)
  })

  it('does not know a wrong key, before it reads a byte of the body', async () => {
    const { url } = await openEndpoint(await openAgency())
    for (const wrong of [`${url}x`, `${world.url}/hooks/in/short`, `${url.slice(0, -4)}AAAA`])
      expect(await post(wrong, 'x'.repeat(300_000))).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
  })
})

describe('The key and the signature of an endpoint', () => {
  it('accept the old key for 24 hours after a rotation, and not a second longer', async () => {
    const ana = await openAgency()
    const { endpoint, url } = await openEndpoint(ana)
    const rotated = (await ana.call(rotateWebhookKey, { params: { id: endpoint.id }, body: {} })).body
    expect((await post(url, lead({ event_id: 'old' }))).status).toBe(202)
    expect((await post(rotated.url, lead({ event_id: 'new' }))).status).toBe(202)
    await world.database.asSystem('test: 24 hours pass', async (tx) => {
      await sql`update registry.webhook_key set ends_at = now() where client_id = ${ana.user.clientId} and ends_at is not null`.execute(
        tx,
      )
      await sql`select pg_notify('webhooks_changed', ${ana.user.clientId})`.execute(tx)
    })
    await expect.poll(async () => (await post(url, lead())).status).toBe(401)
    expect((await post(rotated.url, lead({ event_id: 'still' }))).status).toBe(202)
  })

  it('refuse a wrong or old signature always, and a missing one if the admin requires signatures', async () => {
    const ana = await openAgency()
    const { endpoint, send } = await openEndpoint(ana)
    const { secret } = (await ana.call(rotateSigningSecret, { params: { id: endpoint.id } })).body
    const body = JSON.stringify(lead())
    await expect.poll(async () => (await send(body, signed(secret, body))).status).toBe(202)
    expect((await send(body)).status).toBe(202)
    const sixMinutes = 6 * 60_000
    for (const headers of [
      signed('whsec_AAAA', body),
      signed(secret, `${body} `),
      signed(secret, body, { at: Date.now() - sixMinutes }),
      signed(secret, body, { at: Date.now() + sixMinutes }),
      { 'webhook-signature': 'v1,' },
      { ...signed(secret, body), 'webhook-id': 'another' },
    ])
      expect((await send(body, headers)).status).toBe(401)
    expect((await ana.call(requireSignature, { params: { id: endpoint.id }, body: { requires_signature: true } })).status).toBe(
      200,
    )
    await expect.poll(async () => (await send(body)).status).toBe(401)
    expect(
      (await send(body, { ...signed(secret, body), 'webhook-signature': `v1,AAAA ${signed(secret, body)['webhook-signature']}` }))
        .status,
    ).toBe(202)
  })

  it('are of no use while the agency is suspended', async () => {
    const ana = await openAgency()
    const { send } = await openEndpoint(ana)
    await world.database.asSystem('test: suspend', async (tx) => {
      await sql`update client set status = 'suspended' where client_id = ${ana.user.clientId}`.execute(tx)
      await sql`select pg_notify('webhooks_changed', ${ana.user.clientId})`.execute(tx)
    })
    await expect.poll(async () => (await send(lead())).status).toBe(423)
  })
})

describe('The pace of an endpoint', () => {
  it('is 60 calls a minute with 20 at once; then it says when to come back', async () => {
    const ana = await openAgency()
    const { send } = await openEndpoint(ana)
    const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => send(lead({ event_id: `burst-${index}` }))))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(4)
    expect(refused.every(({ retryAfter }) => Number(retryAfter) >= 1 && Number(retryAfter) <= 60)).toBe(true)
    expect(answers.filter(({ status }) => status === 202).length).toBeGreaterThanOrEqual(20)
    const { send: other } = await openEndpoint(await openAgency())
    expect((await other(lead())).status).toBe(202)
  })
})
