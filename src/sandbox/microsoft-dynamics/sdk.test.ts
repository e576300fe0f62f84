// A public client must work with the sandbox.
import { DynamicsWebApi } from 'dynamics-web-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillAccount } from '../kit/fill.ts'
import type { CrmAdmin } from '../kit/vendor.ts'
import { startSandbox, type Sandbox } from '../start.ts'
import { dynamicsVendor } from './routes.ts'

let sandbox: Sandbox
let crm: CrmAdmin
let account: string
let client: DynamicsWebApi

const form = (body: Record<string, string>) => ({
  method: 'POST',
  redirect: 'manual' as const,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(body).toString(),
})

const signIn = async (org: string): Promise<string> => {
  const entra = `${sandbox.url}/microsoft-dynamics/organizations/oauth2/v2.0`
  const app = { client_id: 'tributary-sandbox', redirect_uri: 'http://localhost:8400/back' }
  const scope = `${org}/user_impersonation offline_access`
  const consent = new URLSearchParams({
    ...app,
    scope,
    state: '1',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  const back = await fetch(`${entra}/authorize?${consent.toString()}`, form({ account, answer: 'allow' }))
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const proof = { client_secret: 'sandbox-secret', code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' }
  const answer = await fetch(`${entra}/token`, form({ grant_type: 'authorization_code', code, ...app, ...proof }))
  return ((await answer.json()) as { access_token: string }).access_token
}

beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, vendors: [dynamicsVendor] })
  const admin = sandbox.installed[0]?.admin
  if (!admin?.crm) throw new Error('Dynamics has no hands')
  crm = admin.crm
  const made = admin.createAccount({ name: 'Harbour Homes' })
  account = made.account
  fillAccount(crm, account, { people: 250, deals: 20, seed: 7 })
  const org = admin.howToConnect(made)['url'] ?? ''
  const token = await signIn(org)
  client = new DynamicsWebApi({ serverUrl: `${org}/`, dataApi: { version: '9.2' }, onTokenRefresh: async () => token })
})
afterAll(async () => sandbox.close())

const select = ['contactid', 'fullname', 'leadsourcecode']

describe('dynamics-web-api with the sandbox of Dynamics', () => {
  it('follows the links from page to page', async () => {
    const request = { collection: 'contacts', select, maxPageSize: 100, includeAnnotations: '*' }
    const ids: string[] = []
    let link: string | undefined
    let pages = 0
    do {
      const page: { value: { contactid: string }[]; oDataNextLink?: string } = await client.retrieveMultiple(request, link)
      ids.push(...page.value.map(({ contactid }) => contactid))
      link = page.oDataNextLink
      pages += 1
    } while (link !== undefined)
    expect(pages).toBe(3)
    expect(new Set(ids).size).toBe(250)
  })

  it('gets changes and deletions from the delta link', async () => {
    const whole = await client.retrieveMultiple({ collection: 'contacts', select, trackChanges: true })
    const delta = whole.oDataDeltaLink ?? ''
    const [first, second] = whole.value as { contactid: string }[]
    crm.changePerson(account, first?.contactid ?? '', { firstName: 'Nora', lastName: 'North' }, Date.now())
    crm.removePerson(account, second?.contactid ?? '', Date.now())
    const changes = await client.retrieveMultiple({ collection: 'contacts', select, trackChanges: true }, delta)
    expect(changes.value).toMatchObject([
      { contactid: first?.contactid, fullname: 'Nora North' },
      { id: second?.contactid, reason: 'deleted' },
    ])
  })

  it('filters and sorts, and gets texts for invalid queries', async () => {
    const won = await client.retrieveMultiple({
      collection: 'opportunities',
      select: ['name', 'statecode'],
      filter: "(statecode eq 1 or statecode eq 2) and name ne 'Deal 1'",
      orderBy: ['modifiedon desc'],
    })
    expect(won.value.length).toBeGreaterThan(0)
    await expect(client.retrieveMultiple({ collection: 'contacts', select: ['shoesize'] })).rejects.toMatchObject({
      status: 400,
      code: '0x80060888',
    })
    // Each table has its own columns.
    await expect(client.retrieveMultiple({ collection: 'leads', select: ['_parentcustomerid_value'] })).rejects.toMatchObject({
      status: 400,
      code: '0x80060888',
    })
    await expect(client.retrieveMultiple({ collection: 'unicorns' })).rejects.toMatchObject({ status: 404 })
  })
})
