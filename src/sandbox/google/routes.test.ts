import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../start.ts'
import { googleVendor } from './routes.ts'

let sandbox: Sandbox
let token = ''
let manager = ''
let customer = ''
const scope = 'https://www.googleapis.com/auth/adwords'

const headersOf = (more: Record<string, string | undefined> = {}) => {
  const all = {
    authorization: `Bearer ${token}`,
    'developer-token': 'SandboxDeveloperToken1',
    'login-customer-id': manager,
    ...more,
  }
  return Object.fromEntries(Object.entries(all).filter((one): one is [string, string] => one[1] !== undefined))
}

const search = async (query: unknown, more: Record<string, string | undefined> = {}, verb = 'search') => {
  const answer = await fetch(`${sandbox.url}/google/v24/customers/${customer}/googleAds:${verb}`, {
    method: 'POST',
    headers: { ...headersOf(more), 'content-type': 'application/json' },
    body: JSON.stringify(typeof query === 'string' ? { query } : query),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const codeOf = ({ body }: { body: Record<string, unknown> }): unknown => {
  const { details } = body['error'] as { details?: { errors: { errorCode: unknown }[] }[] }
  return details?.[0]?.errors[0]?.errorCode
}

const tokenFor = async (account: string): Promise<string> => {
  const back = 'http://localhost/back'
  const consent = `${sandbox.url}/google/o/oauth2/v2/auth?client_id=tributary-sandbox&redirect_uri=${back}&state=s&scope=${scope}`
  const body = new URLSearchParams({ account, answer: 'allow' })
  const said = await fetch(consent, { method: 'POST', body, redirect: 'manual' })
  const code = new URL(said.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const form = { grant_type: 'authorization_code', code, redirect_uri: back }
  const proof = { client_id: 'tributary-sandbox', client_secret: 'sandbox-secret' }
  const answer = await fetch(`${sandbox.url}/google/token`, { method: 'POST', body: new URLSearchParams({ ...form, ...proof }) })
  return ((await answer.json()) as { access_token: string }).access_token
}

beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, vendors: [googleVendor] })
  const [{ admin } = { admin: undefined }] = sandbox.installed
  if (!admin?.ads) throw new Error('Google has ads')
  const { account } = admin.createAccount({ name: 'Maya' })
  const made = admin.ads.addBusiness(account, { name: 'Northlight', adAccounts: [{ name: 'Main', currency: 'EUR' }] })
  manager = made.id
  customer = made.adAccounts.join('')
  const day = { campaign: 'Brand', day: '2026-01-01', spend: 1.23, impressions: 10, clicks: 1, conversions: 0.5 }
  admin.ads.addSpend(account, customer, [day])
  token = await tokenFor(account)
})
afterAll(async () => sandbox.close())

test('a row of spend has the documented names and types of Google Ads', async () => {
  const query = `SELECT campaign.id, campaign.name, campaign.status, segments.date, metrics.cost_micros, metrics.impressions,
    metrics.clicks, metrics.conversions, metrics.conversions_value, customer.currency_code FROM campaign
    WHERE segments.date BETWEEN '2026-01-01' AND '2026-01-31'`
  const { body } = await search(query)
  expect(body['results']).toEqual([
    {
      campaign: {
        resourceName: expect.stringMatching(new RegExp(`^customers/${customer}/campaigns/\\d+$`)) as string,
        id: expect.stringMatching(/^\d+$/) as string,
        name: 'Brand',
        status: 'ENABLED',
      },
      customer: { resourceName: `customers/${customer}`, currencyCode: 'EUR' },
      segments: { date: '2026-01-01' },
      metrics: { costMicros: '1230000', impressions: '10', clicks: '1', conversions: 0.5, conversionsValue: 5 },
    },
  ])
  expect(body['fieldMask']).toContain('metrics.costMicros')
  const streamed = await search(query, {}, 'searchStream')
  expect(streamed.body).toMatchObject([{ results: body['results'] }])
})

test('only accounts with direct access are listed, the others are found below them', async () => {
  const answer = await fetch(`${sandbox.url}/google/v24/customers:listAccessibleCustomers`, { headers: headersOf() })
  expect(await answer.json()).toEqual({ resourceNames: [`customers/${manager}`] })
})

test('a call without a header is refused in the form of Google Ads', async () => {
  const query = 'SELECT customer.id FROM customer'
  expect(codeOf(await search(query, { 'developer-token': 'other' }))).toEqual({ authenticationError: 'DEVELOPER_TOKEN_INVALID' })
  expect(codeOf(await search(query, { 'login-customer-id': undefined }))).toEqual({
    authorizationError: 'USER_PERMISSION_DENIED',
  })
  expect((await search(query, { authorization: 'Bearer x' })).status).toBe(401)
})

test('invalid requests are refused with the reason', async () => {
  const query = 'SELECT customer.id FROM customer'
  expect(codeOf(await search({ query, pageSize: 10 }))).toEqual({ requestError: 'PAGE_SIZE_NOT_SUPPORTED' })
  expect(codeOf(await search({ query, pageToken: 'x' }))).toEqual({ requestError: 'INVALID_PAGE_TOKEN' })
  expect(codeOf(await search('SELECT customer.size FROM customer'))).toEqual({ queryError: 'UNRECOGNIZED_FIELD' })
})

test('a throttled caller gets the time to retry', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => search('SELECT customer.id FROM customer')))
  const refused = answers.find(({ status }) => status === 429)
  expect(JSON.stringify(refused?.body)).toContain('"retryDelay":"5s"')
})
