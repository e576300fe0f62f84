import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  deleteIntegration,
  connectActiveCampaign,
  updateIntegrationModel,
  type Integration,
} from '#contract/integrations/integrations.ts'
import { listRuns } from '#contract/syncs/runs.ts'
import { createLog } from '#server/platform/log.ts'
import { changeClient } from '#server/testing/users.ts'
import { runsOf, settled } from '#server/testing/vendors/runs.ts'
import { connect } from '#server/testing/vendors/sources.ts'
import { openAccount, atVendor, type VendorAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let maya: TestUser
let campaigns: VendorAccount
let source: Integration
let address: string
const logged: string[] = []
beforeAll(async () => {
  const log = createLog({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  world = await startWorld({ log })
  maya = await world.signUp({ company: 'Harbor Light' })
  campaigns = await openAccount(world, 'active_campaign', { name: 'Harbor', people: 2 })
  const { url = '', api_key: key = '' } = campaigns.connect
  source = (await maya.call(connectActiveCampaign, { body: { url, refresh_token: key } })).body
  await settled(maya, source.id)
  address = await addressOf(source)
})
afterAll(() => world.close())

const addressOf = async ({ id, client_id: clientId }: Integration): Promise<string> => {
  const { webhook_key: webhookKey } = await world.database.asSystem('test: our address', (tx) =>
    tx.selectFrom('integration_access').select('webhook_key').where('integration_id', '=', id).executeTakeFirstOrThrow(),
  )
  return `/hooks/active-campaign/${clientId}/${webhookKey ?? ''}`
}

const deliver = async (path: string, body: string, headers: Record<string, string> = {}) => {
  const response = await fetch(world.url + path, { method: 'POST', body, headers })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const countRuns = ({ id }: Integration): Promise<number> =>
  world.database.asSystem('test: runs', async (tx) => {
    const rows = await tx.selectFrom('sync_run').select('id').where('integration_id', '=', id).execute()
    return rows.length
  })
const runs = async () => (await maya.call(listRuns, { params: { integration_id: source.id }, query: { size: 100 } })).body.items

describe('A webhook event', () => {
  it('starts a run immediately, and only one for repeated events', async () => {
    const body = 'type=update&contact%5Bid%5D=1&date_time=2026-03-01T10%3A00%3A00Z'
    expect(await deliver(address, body, form)).toEqual({ status: 202, body: { accepted: 1 } })
    expect(await settled(maya, source.id)).toMatchObject({ origin: 'webhook', actor: null, status: 'done' })
    const before = (await runs()).length
    expect(await deliver(address, body, form)).toEqual({ status: 202, body: { accepted: 0 } })
    expect(await runs()).toHaveLength(before)
  })

  it('is accepted with characters that no database can store', async () => {
    const body = 'type=deal_update&deal%5Bid%5D=1%00&deal%5Bstageid%5D=2%00&date_time=2026-03-02T10%3A00%3A00Z'
    expect(await deliver(address, body, form)).toEqual({ status: 202, body: { accepted: 1 } })
    expect(await settled(maya, source.id)).toMatchObject({ origin: 'webhook', status: 'done' })
  })

  it.each([
    [
      'Maya has switched the source off',
      (isOff: boolean) => maya.call(updateIntegrationModel, { params: { id: source.id }, body: { syncing: !isOff } }),
    ],
    [
      'we have lost access',
      (isOff: boolean) =>
        world.database.asSystem('test: a source in error', (tx) =>
          tx
            .updateTable('integration')
            .set({ status: isOff ? 'error' : 'active' })
            .where('id', '=', source.id)
            .execute(),
        ),
    ],
    ['the account is suspended', (isOff: boolean) => changeClient(world, maya, { status: isOff ? 'suspended' : 'active' })],
    ['the account is being closed', (isOff: boolean) => changeClient(world, maya, { status: isOff ? 'closing' : 'active' })],
  ])('is stored and starts no run while %s [API-10]', async (what, turn) => {
    await turn(true)
    const body = (minute: string) =>
      `type=update&contact[id]=1&date_time=2026-04-01T10:${minute}:00Z&why=${encodeURIComponent(what)}`
    const before = await countRuns(source)
    expect(await deliver(address, body('00'), form)).toEqual({ status: 202, body: { accepted: 1 } })
    expect(await countRuns(source)).toBe(before)
    await turn(false)
    await eventually(async () => ((await deliver(address, body('01'), form)).body['accepted'] === 0 ? undefined : true))
    await settled(maya, source.id)
    expect(await countRuns(source)).toBeGreaterThan(before)
  })

  it('does not start the first run of a source: a user has to do that [API-10] [API-19]', async () => {
    const quiet = await openAccount(world, 'active_campaign', { name: 'Quiet', people: 1 })
    const { url = '', api_key: key = '' } = quiet.connect
    const made = (await maya.call(connectActiveCampaign, { body: { url, refresh_token: key, syncing: false } })).body
    await world.database.asSystem('test: by the clock, though never asked for', (tx) =>
      tx.updateTable('integration').set({ syncing: true }).where('id', '=', made.id).execute(),
    )
    const body = 'type=update&contact[id]=1&date_time=2026-04-01T10:00:00Z'
    expect(await deliver(await addressOf(made), body, form)).toEqual({ status: 202, body: { accepted: 1 } })
    expect(await runsOf(maya, made.id)).toEqual([])
  })

  it('is sent by the vendor when something changes there', async () => {
    await atVendor(world, 'active_campaign', `/accounts/${campaigns.id}/people`, { body: { firstName: 'Nia' } })
    const run = await eventually(async () => (await runs()).find(({ origin, created }) => origin === 'webhook' && created === 1))
    expect(run.actor).toBe(null)
  })

  it.each(['', 'type=ping', '{"odd": true}'])('may be empty or of another kind: %s', async (body) => {
    expect(await deliver(address, body, form)).toEqual({ status: 202, body: { accepted: 0 } })
  })

  it.each([
    [410, 'a key that is not ours', () => address.replace(/[^/]+$/, 'guessed')],
    [410, 'a key that no database can hold', () => address.replace(/[^/]+$/, 'a%00b')],
    [410, 'an account that is none', () => `/hooks/active-campaign/nobody/${address.split('/').at(-1) ?? ''}`],
    [410, 'another vendor', () => address.replace('active-campaign', 'hubspot')],
    [404, 'a vendor that never calls', () => '/hooks/google'],
    [404, 'no vendor', () => '/hooks/myspace'],
  ])('is answered with %d at the address of %s', async (status, _what, path) => {
    expect((await deliver(path(), 'contact[id]=1', form)).status).toBe(status)
  })

  it.each(['hubspot', 'ghl'])('is refused without the signature of %s', async (vendor) => {
    const body = JSON.stringify([
      { portalId: 1, objectId: 1, subscriptionType: 'contact.deletion', eventId: 1, occurredAt: Date.now() },
    ])
    expect((await deliver(`/hooks/${vendor}`, body)).status).toBe(401)
    const forged = {
      'x-hubspot-signature-v3': 'forged',
      'x-hubspot-request-timestamp': String(Date.now()),
      'x-ghl-signature': 'forged',
    }
    expect((await deliver(`/hooks/${vendor}`, body, forged)).status).toBe(401)
  })

  it('with a signature of HubSpot for an account that no database can store is accepted and matches no source', async () => {
    const event = { portalId: '\0', objectId: 1, subscriptionType: 'contact.deletion', eventId: 1, occurredAt: Date.now() }
    const body = JSON.stringify([event])
    const now = String(Date.now())
    const secret = world.vendors.appOf('hubspot')?.clientSecret ?? ''
    const signature = createHmac('sha256', secret).update(`POST${world.url}/hooks/hubspot${body}${now}`).digest('base64')
    const signed = { 'x-hubspot-signature-v3': signature, 'x-hubspot-request-timestamp': now }
    expect(await deliver('/hooks/hubspot', body, signed)).toEqual({ status: 202, body: { accepted: 0 } })
  })

  it('has a size limit', async () => {
    expect((await deliver(address, 'x'.repeat(262_200), form)).status).toBe(413)
  })

  it('is not accepted once the source is disconnected, and its address is in no log line', async () => {
    const other = await connect(maya, 'hubspot', await openAccount(world, 'hubspot', { name: 'Harbor portal' }))
    await settled(maya, other.id)
    await maya.call(deleteIntegration, { params: { id: source.id }, query: {} })
    expect((await deliver(address, 'contact[id]=2', form)).status).toBe(410)
    expect(logged.length).toBeGreaterThan(10)
    expect(logged.filter((line) => line.includes(address.split('/').at(-1) ?? ''))).toEqual([])
  })
})
