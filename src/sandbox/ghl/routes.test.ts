import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillAccount } from '../kit/fill.ts'
import { knownApp } from '../kit/oauth-server.ts'
import type { CrmAdmin } from '../kit/vendor.ts'
import { startSandbox, type Sandbox } from '../start.ts'
import schemas from './fixtures/schemas.json' with { type: 'json' }
import events from './fixtures/webhook-events.json' with { type: 'json' }
import { ghlVendor } from './routes.ts'
import { publicKey } from './signing.ts'

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
ajv.addSchema({ $id: 'described', $defs: schemas.$defs })

/** What their own description finds wrong with an answer. */
const wrongWith = (name: keyof typeof schemas.$defs, answer: unknown): unknown => {
  ajv.validate({ $ref: `described#/$defs/${name}` }, answer)
  return ajv.errors
}

const shownKey = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
const heard: Record<string, unknown>[] = []
const ear = createServer(async (request, reply) => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  const signature = Buffer.from(String(request.headers['x-ghl-signature']), 'base64')
  if (verify(null, Buffer.from(text), shownKey, signature)) heard.push(JSON.parse(text) as Record<string, unknown>)
  reply.end()
  ear.emit('heard')
})

let sandbox: Sandbox
let crm: CrmAdmin
let token: Record<string, unknown>
const location = 've9EPM428h8vShlRW1KT'
const scopes =
  'contacts.readonly opportunities.readonly locations.readonly locations/tags.readonly locations/customFields.readonly users.readonly'

const consent = async (scope: string): Promise<Record<string, unknown>> => {
  const redirect = 'http://localhost:8400/back'
  const url = `${sandbox.url}/ghl/v2/oauth/chooselocation?${new URLSearchParams({ client_id: knownApp.clientId, redirect_uri: redirect, scope, state: 's' }).toString()}`
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const said = await fetch(url, { method: 'POST', redirect: 'manual', headers: form, body: `account=${location}&answer=allow` })
  const code = new URL(said.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirect,
    user_type: 'Location',
    client_id: knownApp.clientId,
    client_secret: knownApp.clientSecret,
  })
  const answer = await fetch(`${sandbox.url}/ghl/oauth/token`, { method: 'POST', headers: form, body: body.toString() })
  return (await answer.json()) as Record<string, unknown>
}

const ask = async (path: string, { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {}) => {
  const response = await fetch(`${sandbox.url}/ghl${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${String(token['access_token'])}`,
      version: '2021-07-28',
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> }
}
const search = (body: object) => ask('/contacts/search', { body: { locationId: location, ...body } })
type Found = {
  id: string
  dateUpdated: string
  searchAfter: unknown
  attributions?: object[]
  customFields: { value: unknown }[]
}[]
/** The description allows only texts in custom fields. */
const withTexts = (contact: Found[number]) => ({
  ...contact,
  customFields: contact.customFields.map((field) => ({ ...field, value: JSON.stringify(field.value) })),
})

beforeAll(async () => {
  ear.listen(0)
  await once(ear, 'listening')
  sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    vendors: [ghlVendor],
    productUrl: `http://localhost:${(ear.address() as AddressInfo).port}`,
  })
  const [installed] = sandbox.installed
  if (!installed?.admin.crm) throw new Error('GoHighLevel has people')
  crm = installed.admin.crm
  installed.admin.createAccount({ id: location, name: 'Harbor Law' })
  fillAccount(crm, location, { people: 130, deals: 60, seed: 3 })
  // Ada has no attribution.
  const [ada = { id: '' }] = crm.people(location, 1)
  crm.changePerson(location, ada.id, { utm: null, source: 'Radio', tags: [] }, Date.now())
  token = await consent(scopes)
  installed.faults.limitsAreOn = false
})
afterAll(async () => {
  await sandbox.close()
  ear.close()
})

describe('The sandbox of GoHighLevel answers as documented', () => {
  it('to the code of a consent', () => {
    expect(wrongWith('oauth.GetAccessCodeSuccessfulResponseDto', { userId: 1 })).not.toBeNull()
    expect(wrongWith('oauth.GetAccessCodeSuccessfulResponseDto', token)).toBeNull()
    expect(token).toMatchObject({ locationId: location, userType: 'Location', expires_in: 86_399 })
  })
  it.each([
    ['opportunities.GetPipelinesSuccessfulResponseDto', `/opportunities/pipelines?locationId=${location}`],
    ['opportunities.LostReasonsResponseSchema', `/opportunities/lost-reason?locationId=${location}`],
    ['locations.GetLocationByIdSuccessfulResponseDto', `/locations/${location}`],
    ['locations.LocationTagsSuccessfulResponseDto', `/locations/${location}/tags`],
    ['locations.CustomFieldsListSuccessfulResponseDto', `/locations/${location}/customFields?model=all`],
    ['users.LocationSuccessfulResponseDto', `/users/?locationId=${location}`],
  ] as const)('%s', async (name, path) => {
    const { status, body } = await ask(path)
    expect(status).toBe(200)
    expect(wrongWith(name, body)).toBeNull()
  })
  it('about opportunities, except custom fields, whose values have their kind in their name', async () => {
    const { body } = await ask(`/opportunities/search?location_id=${location}&limit=100`)
    const found = body['opportunities'] as { customFields: object[] }[]
    const plain = found.map((opportunity) => ({ ...opportunity, customFields: [] }))
    expect(wrongWith('opportunities.SearchSuccessfulResponseDto', { ...body, opportunities: plain })).toBeNull()
    const forms = found.flatMap(({ customFields }) => customFields.map((field) => Object.keys(field).join(' ')))
    const kinds = ['String', 'Number', 'Array', 'Date'].map((kind) => `id fieldValue${kind} type`)
    expect(new Set(forms)).toEqual(new Set([...kinds, 'id fieldValue']))
    expect(found.some(({ customFields }) => customFields.length === 0)).toBe(true)
  })
  it('about contacts, with attributions as a list, or as the first and the latest for a single contact', async () => {
    const { body } = await search({ pageLimit: 130 })
    const found = body['contacts'] as Found
    expect(found).toHaveLength(130)
    for (const contact of found) expect(wrongWith('contacts.ContactsSearchSchema', withTexts(contact))).toBeNull()
    expect(JSON.stringify(found)).not.toContain('ttributionSource')
    const lists = found.flatMap(({ attributions }) => (attributions ? [attributions] : []))
    expect(lists.length).toBeGreaterThan(110)
    expect(lists.length).toBeLessThan(130)
    expect(new Set(lists.map((list) => list.length))).toEqual(new Set([0, 1, 2]))
    for (const [first, last] of lists.filter((list) => list.length === 2))
      expect([first, last]).toMatchObject([{ isFirst: true }, { isLast: true }])
    const alone = await Promise.all(found.map(({ id }) => ask(`/contacts/${id}`)))
    for (const { body: one } of alone) {
      const contact = withTexts(one['contact'] as Found[number])
      expect(wrongWith('contacts.ContactsByIdSuccessfulResponseDto', { ...one, contact })).toBeNull()
    }
    const told = JSON.stringify(alone.map((one) => one.body))
    expect(told).toContain('"attributionSource"')
    expect(told).not.toContain('"attributions"')
  })
})

describe('The sandbox of GoHighLevel refuses', () => {
  it.each([
    { what: 'a call without a version', status: 400, name: 'common.BadRequestDTO', path: '/users/', headers: { version: '' } },
    {
      what: 'an unknown token',
      status: 401,
      name: 'common.UnauthorizedDTO',
      path: '/users/',
      headers: { authorization: 'Bearer nobody' },
    },
    { what: 'another location', status: 403, name: 'common.BadRequestDTO', path: '/locations/another', headers: {} },
    {
      what: 'a large page',
      status: 422,
      name: 'common.UnprocessableDTO',
      path: `/opportunities/search?location_id=${location}&limit=101`,
      headers: {},
    },
    { what: 'a contact that is not there', status: 400, name: 'common.BadRequestDTO', path: '/contacts/nobody', headers: {} },
  ] as const)('$what', async ({ status, name, path, headers }) => {
    const answer = await ask(path, { headers: { ...headers } })
    expect(answer.status).toBe(status)
    expect(wrongWith(name, answer.body)).toBeNull()
  })
  it.each([
    [422, { pageLimit: 501 }],
    [400, { page: 1, searchAfter: [1, 'a'] }],
    [400, { page: 101, pageLimit: 100 }],
    [422, { sort: [{ field: 'phone', direction: 'asc' }] }],
  ])('a search with %s: %j', async (status, body) => {
    expect((await search(body)).status).toBe(status)
  })
  it('what the consent did not cover', async () => {
    const narrow = await consent('contacts.readonly')
    const answer = await ask('/users/', { headers: { authorization: `Bearer ${String(narrow['access_token'])}` } })
    expect(answer).toMatchObject({ status: 401, body: { message: 'The token is not authorized for this scope.' } })
  })
  it('the hundred-and-first request in ten seconds', async () => {
    const [installed] = sandbox.installed
    if (installed) installed.faults.limitsAreOn = true
    const answers = await Promise.all(Array.from({ length: 101 }, () => ask(`/locations/${location}`)))
    if (installed) installed.faults.limitsAreOn = false
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(refused[0]?.headers.get('x-ratelimit-interval-milliseconds')).toBe('10000')
  })
})

describe('A search for contacts', () => {
  const sort = [{ field: 'dateUpdated', direction: 'asc' }]
  it('continues after the last one in the same order, without gaps', async () => {
    const first = (await search({ pageLimit: 100, sort })).body['contacts'] as Found
    const rest = (await search({ pageLimit: 100, sort, searchAfter: first.at(-1)?.searchAfter })).body['contacts'] as Found
    expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(130)
  })
  it.each(['gte', 'from'])('finds those that changed since, with %s', async (word) => {
    const all = (await search({ pageLimit: 130, sort })).body['contacts'] as Found
    const since = all[120]?.dateUpdated ?? ''
    const filters = [{ field: 'dateUpdated', operator: 'range', value: { [word]: since } }]
    const { body } = await search({ pageLimit: 100, sort, filters })
    expect(body).toMatchObject({ total: 10, contacts: all.slice(120).map(({ id }) => ({ id })) })
  })
})

const playAll = (): void => {
  const [person = { id: '' }] = crm.people(location, 1)
  const [deal = { id: '' }] = crm.deals(location, 1)
  const now = Date.now()
  crm.changePerson(location, person.id, { firstName: 'Ada' }, now)
  crm.changePerson(location, person.id, { tags: ['vip'] }, now)
  crm.changeDeal(location, deal.id, { stage: 1 }, now)
  crm.changeDeal(location, deal.id, { stage: 'won' }, now)
  crm.changeDeal(location, deal.id, { amount: 12 }, now)
  crm.removeDeal(location, deal.id, now)
  crm.removePerson(location, person.id, now)
}

const kindsOf = (event: object): Record<string, string> =>
  Object.fromEntries(Object.entries(event).map(([name, value]) => [name, Array.isArray(value) ? 'list' : typeof value]))

describe('Webhooks of the sandbox', () => {
  it('are signed, and look like the documented examples', async () => {
    playAll()
    while (heard.length < 10) await once(ear, 'heard')
    for (const { timestamp, webhookId, ...event } of heard) {
      expect([typeof timestamp, typeof webhookId]).toEqual(['string', 'string'])
      expect(kindsOf(events.examples[event['type'] as keyof typeof events.examples])).toMatchObject(kindsOf(event))
    }
    expect(new Set(heard.map(({ webhookId }) => webhookId)).size).toBe(10)
  })
})
