import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../start.ts'
import published from './fixtures/fields.json' with { type: 'json' }
import { nodes } from './graph.ts'
import { facebookVendor } from './routes.ts'

let sandbox: Sandbox
let token = ''
let adAccount = ''
let business = ''
let account = ''
const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const back = 'http://localhost/back'
const appParts = 'client_id=tributary-sandbox&client_secret=sandbox-secret'

const get = async (path: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) => {
  const answer = await fetch(`${sandbox.url}/facebook/v25.0${path}`, { headers })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> }
}

const tokenFor = async (account: string): Promise<string> => {
  const consent = `${sandbox.url}/facebook/v25.0/dialog/oauth?client_id=tributary-sandbox&redirect_uri=${back}&state=s&scope=ads_read,business_management`
  const body = new URLSearchParams({ account, answer: 'allow' })
  const said = await fetch(consent, { method: 'POST', body, redirect: 'manual' })
  const code = new URL(said.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const short = await get(`/oauth/access_token?${appParts}&redirect_uri=${back}&code=${code}`, {})
  return String(short.body['access_token'])
}

beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, vendors: [facebookVendor] })
  const [{ admin } = { admin: undefined }] = sandbox.installed
  if (!admin?.ads) throw new Error('Facebook has ads')
  account = admin.createAccount({ name: 'Maya' }).account
  const made = admin.ads.addBusiness(account, { name: 'Northlight', adAccounts: [{ name: 'Main', currency: 'EUR' }] })
  business = made.id
  adAccount = made.adAccounts.join('')
  const spend = { campaign: 'Spring', spend: 1.5, impressions: 10, clicks: 2, conversions: 1 }
  const days = [30, 29, 28].map((ago) => ({ ...spend, day: dayBefore(ago) }))
  admin.ads.addSpend(account, adAccount, days)
  token = await tokenFor(account)
})
afterAll(async () => sandbox.close())

const report = (more = '') =>
  `/${adAccount}/insights?level=campaign&time_increment=1&time_range={"since":"${dayBefore(30)}","until":"${dayBefore(1)}"}&fields=${nodes.AdsInsights.join(',')}${more}`
const rowsOf = ({ body }: { body: Record<string, unknown> }) => body['data'] as Record<string, unknown>[]

test('every field that is sent is one that Facebook publishes', async () => {
  const asked = (type: keyof typeof nodes) => `fields=${nodes[type].join(',')}`
  const replies = {
    User: [(await get(`/me?${asked('User')}`)).body],
    Business: rowsOf(await get(`/me/businesses?${asked('Business')}`)),
    AdAccount: rowsOf(await get(`/${business}/owned_ad_accounts?${asked('AdAccount')}`)),
    Campaign: rowsOf(await get(`/${adAccount}/campaigns?${asked('Campaign')}`)),
    AdsInsights: rowsOf(await get(report())),
  }
  for (const [type, rows] of Object.entries(replies)) {
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(published[type as keyof typeof replies]).toEqual(expect.arrayContaining(Object.keys(row)))
  }
  const actions = replies.AdsInsights.flatMap((row) => row['actions'] as object[])
  for (const action of actions) expect(published.AdsActionStats).toEqual(expect.arrayContaining(Object.keys(action)))
})

test('the fields that can be requested are ones that Facebook publishes, and all others are refused', async () => {
  for (const [type, fields] of Object.entries(nodes))
    expect(published[type as keyof typeof nodes]).toEqual(expect.arrayContaining([...fields]))
  const { status, body } = await get('/me?fields=id,shoe_size')
  expect(status).toBe(400)
  expect(body['error']).toMatchObject({ code: 100, type: 'OAuthException' })
})

test('figures are text, and the link to the next page leads here and contains the token', async () => {
  const first = await get(report('&limit=2'))
  expect(rowsOf(first)[0]).toMatchObject({
    spend: '1.50',
    impressions: '10',
    date_start: dayBefore(30),
    date_stop: dayBefore(30),
  })
  const paging = first.body['paging'] as { next: string; cursors: { after: string } }
  expect(paging.next).toContain(`${sandbox.url}/facebook/v25.0/${adAccount}/insights?`)
  expect(paging.next).toContain(`access_token=${token}`)
  const second = (await (await fetch(paging.next)).json()) as { data: unknown[]; paging: Record<string, unknown> }
  expect(second.data).toHaveLength(1)
  expect(second.paging).toHaveProperty('cursors.after')
  expect(second.paging).not.toHaveProperty('next')
})

test('usage is in the headers', async () => {
  const { headers } = await get(report())
  const usage = JSON.parse(headers.get('x-business-use-case-usage') ?? '') as Record<string, unknown[]>
  expect(usage[adAccount.slice(4)]?.[0]).toMatchObject({ type: 'ads_insights', estimated_time_to_regain_access: 0 })
})

test('errors have status 400 and a code', async () => {
  expect((await get('/me', {})).body['error']).toMatchObject({ code: 2500 })
  expect((await get('/me', { authorization: 'Bearer x' })).body['error']).toMatchObject({ code: 190 })
  expect((await get('/act_1/insights')).body['error']).toMatchObject({ code: 100, error_subcode: 33 })
  expect((await get(report('&after=nonsense'))).body['error']).toMatchObject({ code: 100 })
  expect((await get(report().replace(dayBefore(30), '2020-01-01'))).body['error']).toMatchObject({ code: 3018 })
})

test('the dialog accepts permissions by their names or by a configuration of the app, and refuses without either', async () => {
  const ask = async (wish: string) => {
    const dialog = `${sandbox.url}/facebook/v25.0/dialog/oauth?client_id=tributary-sandbox&redirect_uri=${back}&state=s${wish}`
    return (await fetch(dialog)).status
  }
  expect([await ask('&scope=ads_read'), await ask('&config_id=734900000000001')]).toEqual([200, 200])
  expect([await ask(''), await ask('&config_id=1'), await ask('&config_id=1&scope=ads_read')]).toEqual([400, 400, 400])
})

test('a token can be inspected', async () => {
  const path = `/debug_token?input_token=${token}&access_token=tributary-sandbox|sandbox-secret`
  expect((await get(path, {})).body['data']).toMatchObject({ is_valid: true, scopes: ['ads_read', 'business_management'] })
})

test('the admin API accepts spend of a known ad account, and of no other', async () => {
  const addSpend = async (id: string) => {
    const path = `${sandbox.url}/__admin/facebook/accounts/${account}/ad-accounts/${id}/spend`
    const body = JSON.stringify([{ campaign: 'Summer', day: dayBefore(2), spend: 3 }])
    return (await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status
  }
  expect([await addSpend(adAccount), await addSpend('act_1')]).toEqual([200, 404])
})
