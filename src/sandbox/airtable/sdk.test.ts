// The sandbox with Airtable's own client.
import Airtable from 'airtable'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillAccount } from '../kit/fill.ts'
import { startSandbox, type Sandbox } from '../start.ts'
import { airtableVendor } from './routes.ts'

let sandbox: Sandbox
let connect: Record<string, string>

const admin = () => {
  const [installed] = sandbox.installed
  if (!installed?.admin.crm) throw new Error('Nobody moved in')
  return { ...installed, crm: installed.admin.crm }
}
const leads = (token = connect['token'] ?? '') =>
  new Airtable({ apiKey: token, endpointUrl: `${sandbox.url}/airtable`, noRetryIfRateLimited: true }).base(
    connect['base_id'] ?? '',
  )('Leads')
const call = (path: string) =>
  fetch(`${sandbox.url}/airtable/v0/${path}`, { headers: { authorization: `Bearer ${connect['token']}` } })

beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, vendors: [airtableVendor] })
  const { admin: vendor, crm, faults } = admin()
  faults.limitsAreOn = false
  const account = vendor.createAccount({ name: 'Northlight' })
  connect = vendor.howToConnect(account)
  fillAccount(crm, account.account, { people: 250, deals: 40, seed: 1 })
})
afterAll(() => sandbox.close())

describe("The sandbox of Airtable, with Airtable's client", () => {
  it('pages through all records, a hundred at a time', async () => {
    const sizes: number[] = []
    await leads()
      .select({})
      .eachPage((records, next) => {
        sizes.push(records.length)
        next()
      })
    expect(sizes).toEqual([100, 100, 50])
  })

  it('names fields by their titles, leaves out empty ones, and sends only the requested ones', async () => {
    const [record] = await leads().select({ maxRecords: 1 }).all()
    expect(record?.id).toMatch(/^rec\w{14}$/)
    expect(record?.fields).toMatchObject({ 'Lead ID': 'L-000001', Email: expect.stringContaining('@') })
    const [some] = await leads()
      .select({ maxRecords: 1, fields: ['Email'] })
      .all()
    expect(Object.keys(some?.fields ?? {})).toEqual(['Email'])
  })

  it('finds by formula', async () => {
    const found = await leads().select({ filterByFormula: "{Lead ID}='L-000007'" }).all()
    expect(found.map(({ fields }) => fields['Lead ID'])).toEqual(['L-000007'])
    const recent = await leads()
      .select({
        filterByFormula: `AND(IS_AFTER(LAST_MODIFIED_TIME(),'${new Date(Date.now() + 1000).toISOString()}'), {Lead ID}='L-000007')`,
      })
      .all()
    expect(recent).toEqual([])
  })

  it('lets users write', async () => {
    const made = await leads().create({ Email: 'zoe@example.com', Amount: 12.5 })
    await leads().update(made.id, { Stage: 'New' })
    expect((await leads().find(made.id)).fields).toEqual({ Email: 'zoe@example.com', Amount: 12.5, Stage: 'New' })
    await leads().destroy(made.id)
    await expect(leads().find(made.id)).rejects.toMatchObject({ statusCode: 404 })
  })

  it('describes the base', async () => {
    expect(await (await call('meta/whoami')).json()).toMatchObject({
      id: expect.stringMatching(/^usr/),
      scopes: ['data.records:read', 'schema.bases:read'],
    })
    expect(await (await call('meta/bases')).json()).toMatchObject({ bases: [{ id: connect['base_id'], name: 'Northlight' }] })
    expect(await (await call(`meta/bases/${connect['base_id']}/tables`)).json()).toMatchObject({
      tables: [{ id: connect['table_id'], name: 'Leads', primaryFieldId: expect.stringMatching(/^fld\w{14}$/) }],
    })
  })

  it('refuses as Airtable does', async () => {
    await expect(leads('patNobody').select({}).all()).rejects.toMatchObject({ statusCode: 401, error: 'AUTHENTICATION_REQUIRED' })
    const other = await call('appAAAAAAAAAAAAAA/Leads')
    expect([other.status, await other.json()]).toMatchObject([403, { error: { type: 'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND' } }])
    const gone = await call(`${connect['base_id']}/Leads?offset=itrGone/recGone`)
    expect([gone.status, await gone.json()]).toMatchObject([422, { error: { type: 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE' } }])
    const large = await call(`${connect['base_id']}/Leads?pageSize=101`)
    expect(large.status).toBe(422)
  })

  it('blocks a base for a while after more than five requests in a second', async () => {
    const { faults } = admin()
    faults.limitsAreOn = true
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await call(`${connect['base_id']}/Leads?pageSize=1`)).status),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    await expect(leads().select({}).firstPage()).rejects.toMatchObject({ statusCode: 429 })
    faults.limitsAreOn = false
  })
})
