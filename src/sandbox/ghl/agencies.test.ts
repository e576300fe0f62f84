import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { knownApp } from '../kit/oauth-server.ts'
import type { AgencyAdmin, VendorAdmin } from '../kit/vendor.ts'
import { startSandbox, type Sandbox } from '../start.ts'
import schemas from './fixtures/schemas.json' with { type: 'json' }
import { ghlVendor } from './routes.ts'

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
ajv.addSchema({ $id: 'described', $defs: schemas.$defs })
const wrongWith = (name: keyof typeof schemas.$defs, answer: unknown): unknown => {
  ajv.validate({ $ref: `described#/$defs/${name}` }, answer)
  return ajv.errors
}

let sandbox: Sandbox
let admin: VendorAdmin
let agency: ReturnType<AgencyAdmin['addAgency']>
let token: Record<string, unknown>
const scope = 'contacts.readonly locations.readonly oauth.readonly oauth.write'
const redirect = 'http://localhost:8400/back'
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const names = ['Harbor north', 'Harbor south', 'Harbor west']

const tokenFor = async (fields: Record<string, string>) => {
  const { clientId: client_id, clientSecret: client_secret } = knownApp
  const body = new URLSearchParams({ ...fields, client_id, client_secret }).toString()
  const response = await fetch(`${sandbox.url}/ghl/oauth/token`, { method: 'POST', headers: form, body })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const consent = async (account: string) => {
  const search = new URLSearchParams({ client_id: knownApp.clientId, redirect_uri: redirect, scope, state: 's' })
  const url = `${sandbox.url}/ghl/v2/oauth/chooselocation?${search.toString()}`
  const said = await fetch(url, { method: 'POST', redirect: 'manual', headers: form, body: `account=${account}&answer=allow` })
  const code = new URL(said.headers.get('location') ?? '').searchParams.get('code') ?? ''
  return (await tokenFor({ grant_type: 'authorization_code', code, redirect_uri: redirect })).body
}
interface Call {
  as?: unknown
  version?: string
  body?: string
}
const ask = async (path: string, { as = token['access_token'], version = '2021-07-28', body }: Call = {}) => {
  const headers = { authorization: `Bearer ${String(as)}`, version, ...(body === undefined ? {} : form) }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body }
  const response = await fetch(`${sandbox.url}/ghl${path}`, init)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const installed = (rest = '') => ask(`/oauth/installedLocations?companyId=${agency.id}&appId=tributary&isInstalled=true${rest}`)
const tokenOf = (locationId: string, call: Call = {}) =>
  ask('/oauth/locationToken', { body: `companyId=${agency.id}&locationId=${locationId}`, ...call })
const namesIn = ({ body }: { body: Record<string, unknown> }) => (body['locations'] as { name: string }[]).map(({ name }) => name)

beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, vendors: [ghlVendor] })
  const [vendor] = sandbox.installed
  if (!vendor?.admin.agencies) throw new Error('GoHighLevel has agencies')
  admin = vendor.admin
  vendor.faults.limitsAreOn = false
  agency = vendor.admin.agencies.addAgency({ name: 'Harbor Agency', locations: names.map((name) => ({ name })) })
  token = await consent(agency.id)
})
afterAll(() => sandbox.close())

describe('An agency that installs the application', () => {
  it('gets a token of the company, which names no location', () => {
    expect(wrongWith('oauth.GetAccessCodeSuccessfulResponseDto', token)).toBeNull()
    expect(token).toMatchObject({ userType: 'Company', companyId: agency.id, isBulkInstallation: true })
    expect(token['approvedLocations']).toEqual(agency.locations)
    expect(token).not.toHaveProperty('locationId')
  })

  it('lists where it is installed, page by page', async () => {
    const answer = await installed()
    expect(wrongWith('oauth.GetInstalledLocationsSuccessfulResponseDto', answer.body)).toBeNull()
    expect(namesIn(answer)).toEqual(names)
    expect(answer.body['count']).toBe(3)
    expect(namesIn(await installed('&limit=2'))).toEqual(names.slice(0, 2))
    expect(namesIn(await installed('&limit=2&skip=2'))).toEqual(names.slice(2))
  })

  it('reads no contacts itself, but gets a token for each location that reads those of this one', async () => {
    const [north = '', south = ''] = agency.locations
    expect((await ask(`/locations/${north}`)).status).toBe(403)
    expect((await ask('/contacts/somebody')).status).toBe(403)
    const { status, body } = await tokenOf(north)
    expect(status).toBe(200)
    expect(wrongWith('oauth.GetLocationAccessTokenSuccessfulResponseDto', body)).toBeNull()
    expect(body).not.toHaveProperty('refresh_token')
    const as = body['access_token']
    expect((await ask(`/locations/${north}`, { as })).body).toMatchObject({ location: { companyId: agency.id, name: names[0] } })
    expect((await ask(`/locations/${south}`, { as })).status).toBe(403)
    expect((await tokenOf(south, { as })).status).toBe(403)
  })

  it('is called with a version, and about its own locations alone', async () => {
    const other = admin.createAccount({ name: 'Somewhere else' })
    expect((await tokenOf(agency.locations[0] ?? '', { version: '' })).status).toBe(400)
    expect((await ask(`/oauth/installedLocations?companyId=${agency.id}&appId=tributary`, { version: '' })).status).toBe(400)
    expect((await ask('/oauth/installedLocations?companyId=another&appId=tributary')).status).toBe(403)
    expect((await tokenOf(other.account)).status).toBe(400)
  })

  it('is renewed as a company', async () => {
    const renewal = { grant_type: 'refresh_token', refresh_token: String(token['refresh_token']) }
    expect((await tokenFor({ ...renewal, user_type: 'Location' })).status).toBe(400)
    const { status, body } = await tokenFor({ ...renewal, user_type: 'Company' })
    expect([status, body['userType']]).toEqual([200, 'Company'])
    token = body
  })

  it('loses one location if the app is removed there, and everything if it is removed from the agency', async () => {
    const [north = '', south = ''] = agency.locations
    const ofNorth = (await tokenOf(north)).body['access_token']
    const ofSouth = (await tokenOf(south)).body['access_token']
    admin.revokeTokens(north)
    expect((await ask(`/locations/${north}`, { as: ofNorth })).status).toBe(401)
    expect((await tokenOf(north)).status).toBe(400)
    expect(namesIn(await installed())).toEqual(names.slice(1))
    expect((await ask(`/locations/${south}`, { as: ofSouth })).status).toBe(200)
    admin.revokeTokens(agency.id)
    expect((await ask(`/locations/${south}`, { as: ofSouth })).status).toBe(401)
    expect((await tokenOf(south)).status).toBe(401)
    token = await consent(agency.id)
    expect(namesIn(await installed())).toEqual(names)
  })
})
