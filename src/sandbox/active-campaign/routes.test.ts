import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillAccount } from '../kit/fill.ts'
import type { Installed } from '../kit/admin.ts'
import { startSandbox, type Sandbox } from '../start.ts'
import { activeCampaignVendor } from './routes.ts'

let sandbox: Sandbox
let installed: Installed
let key = ''

const ask = async (path: string, { method = 'GET', body }: { method?: string; body?: object } = {}) => {
  const response = await fetch(`${sandbox.url}/active-campaign/accounts/harbor/api/3${path}`, {
    method,
    headers: { 'api-token': key, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = (await response.json()) as Record<string, Record<string, unknown>[]> & { meta?: { total: string } }
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: answer }
}

beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, vendors: [activeCampaignVendor] })
  const [first] = sandbox.installed
  if (!first?.admin.crm) throw new Error('ActiveCampaign has people')
  installed = first
  installed.faults.limitsAreOn = false
  const account = installed.admin.createAccount({ id: 'harbor', name: 'Harbor Law' })
  key = installed.admin.howToConnect(account)['api_key'] ?? ''
  fillAccount(first.admin.crm, 'harbor', { people: 130, deals: 30, seed: 3 })
})
afterAll(() => sandbox.close())

const scalars = (record: Record<string, unknown> | undefined): unknown[] =>
  Object.values(record ?? {}).filter((value) => typeof value !== 'object' && typeof value !== 'boolean')

describe('The sandbox of ActiveCampaign', () => {
  it('writes every scalar as text, and money in cents', async () => {
    const contacts = (await ask('/contacts?include=fieldValues,contactTags,contactLists')).body
    const deals = (await ask('/deals')).body
    const parts = [contacts['contacts'], contacts['fieldValues'], contacts['contactLists'], deals['deals']].map(
      (part) => part?.[0],
    )
    expect(parts.every((part) => part !== undefined)).toBe(true)
    expect(new Set(parts.flatMap(scalars).map((value) => typeof value))).toEqual(new Set(['string']))
    expect(contacts.meta).toMatchObject({ total: '130' })
    expect(deals['deals']?.[0]?.['value']).toMatch(/^\d+00$/)
  })
  it('returns 20 by default, and never more than 100', async () => {
    expect((await ask('/contacts')).body['contacts']).toHaveLength(20)
    expect((await ask('/contacts?limit=500')).body['contacts']).toHaveLength(100)
    expect((await ask('/contacts?limit=100&orders[id]=ASC&id_greater=100')).body['contacts']?.map(({ id }) => id)).toEqual(
      Array.from({ length: 30 }, (_, index) => String(index + 101)),
    )
  })
  it('reads the time of a filter in its own time zone, with any offset', async () => {
    const at = Date.now()
    installed.admin.crm?.changePerson('harbor', '4', { firstName: 'Ada' }, at)
    const since = async (ms: number) =>
      (await ask(`/contacts?filters[updated_after]=${new Date(ms).toISOString()}`)).body['contacts']?.map(({ id }) => id)
    expect(await since(at - 3_600_000)).toEqual([])
    expect(await since(at - 7 * 3_600_000)).toContain('4')
  })
  it('refuses calls without the key', async () => {
    const right = key
    key = 'wrong'
    expect((await ask('/users/me')).status).toBe(403)
    key = right
    expect((await ask('/users/me')).status).toBe(200)
  })
  it('throttles after five requests in a second', async () => {
    installed.faults.limitsAreOn = true
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask('/users/me')))
    installed.faults.limitsAreOn = false
    expect(answers.filter(({ status }) => status === 429)).toMatchObject([{ retryAfter: '1' }])
  })
  it('refuses an unknown deal, and a webhook with an invalid address', async () => {
    expect(await ask('/deals/999/dealActivities')).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('999') },
    })
    const answer = await ask('/webhooks', { method: 'POST', body: { webhook: { url: 'nowhere', events: ['update'] } } })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ code: 'field_invalid' }] } })
  })
})
