// HubSpot's own client works with the sandbox.
import { Client } from '@hubspot/api-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillAccount } from '../kit/fill.ts'
import type { CrmAdmin } from '../kit/vendor.ts'
import { startSandbox, type Sandbox } from '../start.ts'

const scopes = [
  'oauth',
  'crm.objects.contacts.read',
  'crm.objects.deals.read',
  'crm.objects.owners.read',
  'crm.lists.read',
  'crm.schemas.contacts.read',
]

let sandbox: Sandbox
let client: Client
let crm: CrmAdmin
let account = ''

const redirect = 'http://localhost:8400/back'
const connect = async (wanted: string): Promise<Client> => {
  const made = new Client({ basePath: `${sandbox.url}/hubspot`, limiterOptions: { minTime: 0 } })
  const page = new URL(made.oauth.getAuthorizationUrl('tributary-sandbox', redirect, wanted))
  const back = await fetch(`${sandbox.url}/hubspot/oauth/authorize${page.search}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ account, answer: 'allow' }).toString(),
  })
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const tokens = await made.oauth.tokensApi.create('authorization_code', code, redirect, 'tributary-sandbox', 'sandbox-secret')
  made.setAccessToken(tokens.accessToken)
  return made
}

beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0 })
  const found = sandbox.installed.find(({ vendor }) => vendor.prefix === 'hubspot')
  if (!found?.admin.crm) throw new Error('HubSpot is not there')
  crm = found.admin.crm
  account = found.admin.createAccount({ name: 'Harbor Dental' }).account
  fillAccount(crm, account, { people: 120, deals: 60, seed: 1 })
  client = await connect(scopes.join(' '))
})
afterAll(() => sandbox.close())

it('pages through contacts', async () => {
  const first = await client.crm.contacts.basicApi.getPage(100, undefined, ['email', 'hs_analytics_source'])
  expect(first.results).toHaveLength(100)
  expect(first.results[0]?.properties['email']).toContain('@example.com')
  expect(first.results[0]?.createdAt).toBeInstanceOf(Date)
  const second = await client.crm.contacts.basicApi.getPage(100, first.paging?.next?.after, ['email'])
  expect(second.results).toHaveLength(20)
  expect(second.paging).toBeUndefined()
  expect(await client.crm.contacts.getAll(100)).toHaveLength(120)
})

it('searches for contacts and reads them in a batch', async () => {
  const [newest] = crm.people(account, 1)
  const found = await client.crm.contacts.searchApi.doSearch({
    filterGroups: [{ filters: [{ propertyName: 'email', operator: 'EQ' as never, value: newest?.detail ?? '' }] }],
    sorts: ['-lastmodifieddate'],
    properties: ['email'],
    limit: 10,
    after: '0',
  })
  expect(found.total).toBe(1)
  const [contact] = found.results
  const read = await client.crm.contacts.batchApi.read({
    inputs: [{ id: contact?.id ?? '' }],
    properties: ['firstname'],
    propertiesWithHistory: [],
  })
  expect(read.results[0]?.properties['firstname']).toBe(newest?.name.split(' ')[0])
  expect((await client.crm.contacts.basicApi.getById(contact?.id ?? '', ['email'])).properties['email']).toBe(newest?.detail)
})

it('reads deals with their stage history and their contacts', async () => {
  const { results } = await client.crm.deals.basicApi.getPage(50, undefined, ['dealname'], ['dealstage'], ['contacts'])
  expect(results).toHaveLength(50)
  expect(results[0]?.propertiesWithHistory?.['dealstage']?.[0]?.timestamp).toBeInstanceOf(Date)
  expect(results[0]?.associations?.['contacts']?.results[0]?.type).toBe('deal_to_contact')
  const ids = results.slice(0, 3).map(({ id }) => ({ id }))
  const associated = await client.crm.associations.v4.batchApi.getPage('deals', 'contacts', { inputs: ids })
  expect(associated.results.map(({ _from: from }) => from.id)).toEqual(ids.map(({ id }) => id))
})

it('has pipelines, owners, properties and lists', async () => {
  const { results: pipelines } = await client.crm.pipelines.pipelinesApi.getAll('deals')
  expect(pipelines[0]?.stages.at(-2)?.metadata).toEqual({ probability: '1.0', isClosed: 'true' })
  expect((await client.crm.owners.ownersApi.getPage()).results).toHaveLength(2)
  const { results: properties } = await client.crm.properties.coreApi.getAll('contacts')
  expect(properties.find(({ name }) => name === 'lead_source')?.hubspotDefined).toBe(false)
  const { lists } = await client.crm.lists.listsApi.doSearch({
    offset: 0,
    count: 100,
    additionalProperties: ['hs_list_size'],
  })
  expect(new Set(lists.map(({ objectTypeId }) => objectTypeId))).toEqual(new Set(['0-1', '0-2']))
  const list = lists.find(({ objectTypeId }) => objectTypeId === '0-1')
  const members = await client.crm.lists.membershipsApi.getPage(list?.listId ?? '', undefined, undefined, 250)
  expect(members.results).toHaveLength(Number(list?.additionalProperties['hs_list_size']))
})

it('refuses as HubSpot does: too many at once, beyond 10,000, without a scope, unknown ids', async () => {
  const failing = (code: number) => expect.objectContaining({ code })
  await expect(client.crm.contacts.basicApi.getPage(101)).rejects.toEqual(failing(400))
  await expect(client.crm.deals.basicApi.getPage(51, undefined, [], ['dealstage'])).rejects.toEqual(failing(400))
  await expect(client.crm.contacts.searchApi.doSearch({ limit: 100, after: '9950' })).rejects.toEqual(failing(400))
  await expect(client.crm.contacts.basicApi.getById('1')).rejects.toEqual(failing(404))
  const narrow = await connect('oauth crm.objects.contacts.read')
  await expect(narrow.crm.deals.basicApi.getPage(10)).rejects.toEqual(failing(403))
})

it("answers under this year's addresses as under the old ones", async () => {
  const paths = ['/crm/v3/objects/contacts', '/crm/objects/2026-03/contacts', '/crm/objects/2026-09/0-1']
  const answers = await Promise.all(
    paths.map(async (path) => (await client.apiRequest({ path: `${path}?limit=1` })).json() as Promise<{ results: unknown }>),
  )
  for (const { results } of answers) expect(results).toEqual(answers[0]?.results)
})
