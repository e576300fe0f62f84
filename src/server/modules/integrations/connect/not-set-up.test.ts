import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listConnectors } from '#contract/integrations/connectors.ts'
import { connectActiveCampaign, finishConnect, startConnect } from '#contract/integrations/integrations.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let maya: TestUser
beforeAll(async () => {
  const env = { VENDOR_HUBSPOT_CLIENT_ID: 'our-id', VENDOR_HUBSPOT_CLIENT_SECRET: 'our-secret' }
  world = await startWorld({ args: ['--roles', 'api,identity,worker'], env })
  maya = await world.signUp({ company: 'Harbor Light' })
})
afterAll(() => world.close())

describe('An installation where only HubSpot is set up', () => {
  it('has no consent page for Google Sheets, and says so [SYNC-05]', async () => {
    const params = { type: 'googlesheet' } as const
    const fields = { url: 'https://docs.google.com/spreadsheets/d/1abcdefghijklmnopqrstuvwxyz0123456789/edit' }
    const answer = await maya.call(startConnect, { params, body: { fields } })
    expect([answer.status, answer.error.code]).toEqual([503, 'PROVIDER_NOT_SET_UP'])
    expect(answer.error.detail).toMatch(/^No OAuth URL returned from server/)
    const back = await maya.call(finishConnect, { params, body: { state: 'any', code: 'any' } })
    expect(back.status).toBe(503)
  })

  it('rejects unknown vendors in every call', async () => {
    const params = { type: 'pipedrive' }
    const answers = [
      await maya.call(startConnect, { params, body: {} }),
      await maya.call(finishConnect, { params, body: { state: 'any', code: 'any' } }),
    ]
    for (const { status, error } of answers) expect([status, error.code, error.field]).toEqual([400, 'VALIDATION_FAILED', 'type'])
  })

  it('lists which vendors can be connected, and that none of them is a sandbox [SYNC-01]', async () => {
    const { items } = (await maya.call(listConnectors)).body
    const available = items.filter(({ isAvailable }) => isAvailable).map(({ type }) => type)
    expect(available.toSorted()).toEqual(['active_campaign', 'airtable', 'hubspot'])
    expect(items.some(({ isSandbox }) => isSandbox)).toBe(false)
  })

  it("goes to HubSpot's own page, as the application that the operator set up", async () => {
    const { body } = await maya.call(startConnect, { params: { type: 'hubspot' }, body: {} })
    const url = new URL(body.oauth_url ?? '')
    expect([url.origin, url.searchParams.get('client_id')]).toEqual(['https://app.hubspot.com', 'our-id'])
    expect(body.oauth_url).not.toContain('our-secret')
  })

  it.each([
    'https://127.0.0.1',
    'https://169.254.169.254',
    'https://localhost',
    'http://harbor.api-us1.com',
    'https://harbor.api-us1.com:8443',
    'https://harbor.api-us1.com.example.com',
    'https://example.com/.api-us1.com',
    'https://me:word@harbor.api-us1.com',
    'https://[::1]',
  ])('sends no key to an address that is not the vendor: %s', async (url) => {
    const answer = await maya.call(connectActiveCampaign, { body: { url, refresh_token: 'a-key-of-some-length' } })
    expect([answer.status, answer.error.code]).toEqual([422, 'PROVIDER_REFUSED'])
    expect(answer.error.detail).toMatch(/doesn't belong to the vendor/)
  })
})
