// Every call about integrations, syncs, lists and events, made exactly as the specification writes it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listEvents } from '#contract/events/events.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { asWritten } from '#server/testing/as-written.ts'
import { joinTeam } from '#server/testing/users.ts'
import { runsOf, settled } from '#server/testing/vendors/runs.ts'
import { connect, connectToRead, integrationOf } from '#server/testing/vendors/sources.ts'
import { atVendor, openAccount, type VendorAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

type Call = ReturnType<typeof asWritten>

let world: World
let maya: TestUser
let tom: TestUser
let asMaya: Call
let clientId: string
let portal: Integration
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
  tom = await joinTeam(world, maya, { name: 'Tom', lastname: 'Okafor', role: 'admin' })
  asMaya = asWritten(world, maya)
  ;({ clientId } = maya.user)
})
beforeAll(async () => {
  portal = await connectToRead(maya, 'hubspot', await openAccount(world, 'hubspot', { name: 'Harbor portal', people: 3 }))
  await settled(maya, portal.id)
})
afterAll(() => world.close())

const keyOf = ({ connect: { url = '', api_key: key = '' } }: VendorAccount) => ({ url, refresh_token: key })
const idOf = (body: Record<string, unknown>, field = 'id'): string => String(body[field])

const integrationFields = {
  id: expect.any(String),
  type: expect.any(String),
  hub_id: expect.any(String),
  syncing: expect.any(Boolean),
}

describe('Integrations', () => {
  it('GET /integrations/ with the query active answers what is connected [API-07] [SYNC-02]', async () => {
    for (const line of ['GET /integrations/', 'GET /integrations/?active=true'] as const) {
      const { status, body } = await asMaya('users', line)
      expect([status, body.items]).toMatchObject([200, [{ ...integrationFields, id: portal.id, client_id: clientId, url: null }]])
    }
    expect((await asMaya('users', 'GET /integrations/?active=false')).body.items).toEqual([])
  })

  it('GET /integrations/models/?client_id= answers the rows, never their secrets [API-08]', async () => {
    const { status, body } = await asMaya('users', `GET /integrations/models/?client_id=${clientId}`)
    expect([status, body.items[0]]).toMatchObject([200, { ...integrationFields, refresh_token: null, auth_token: null }])
  })

  it('PATCH /integrations/models/{id} takes the row back as it was answered, and what is other in it [API-08]', async () => {
    const { body } = await asMaya('users', `GET /integrations/models/?client_id=${clientId}`)
    const { connected: _ours, ...model } = body.items[0] ?? {}
    const line = `PATCH /integrations/models/${portal.id}` as const
    const off = await asMaya('users', line, { ...model, syncing: false })
    expect([off.status, off.body]).toMatchObject([200, { ...integrationFields, syncing: false }])
    expect((await asMaya('users', line, { syncing: true })).body).toMatchObject({ syncing: true })
    const other = await asMaya('users', line, { ...model, hub_id: 'another-portal' })
    expect([other.status, other.error.code]).toEqual([409, 'OTHER_ACCOUNT'])
    const stale = await asMaya('users', line, { version: 1, syncing: true })
    expect([stale.status, stale.error.code]).toEqual([409, 'STALE_VERSION'])
    await settled(maya, portal.id)
  })

  it('GET /integrations/hubspot_token?client_id=&hub_id= answers refresh_token and access_token [API-09]', async () => {
    const line = `GET /integrations/hubspot_token?client_id=${clientId}&hub_id=${portal.hub_id}` as const
    const { status, body } = await asMaya('users', line)
    expect([status, body]).toEqual([200, { refresh_token: '', access_token: expect.stringMatching(/.{20}/) }])
  })

  it('POST /integrations/active_campaign connects by url and key, DELETE /integrations/{integration_id} disconnects [API-10] [API-07]', async () => {
    const account = await openAccount(world, 'active_campaign', { name: 'Letters', people: 2 })
    const model = { type: 'active campaign', syncing: true, client_id: clientId, hub_id: null, ...keyOf(account) }
    const made = await asMaya('users', 'POST /integrations/active_campaign', model)
    expect([made.status, made.body]).toMatchObject([201, { ...integrationFields, type: 'active_campaign', client_id: clientId }])
    const id = idOf(made.body)
    await settled(maya, id)
    const key = await asMaya('users', `PATCH /integrations/models/${id}`, { ...model, hub_id: made.body['hub_id'] })
    expect([key.status, key.body]).toMatchObject([200, { status: 'active' }])
    const wrong = await asMaya('users', `PATCH /integrations/models/${id}`, { refresh_token: 'no key of theirs at all' })
    expect([wrong.status, wrong.error.code]).toEqual([422, 'PROVIDER_REFUSED'])
    await settled(maya, id)
    expect(await asMaya('users', `DELETE /integrations/${id}`)).toMatchObject({ status: 200, body: { status: 'disconnected' } })
    const gone = await asMaya('users', `PATCH /integrations/models/${id}`, keyOf(account))
    expect([gone.status, gone.error.code]).toEqual([409, 'ACTION_NOT_ALLOWED'])
    expect((await integrationOf(maya, id)).status).toBe('disconnected')
  })

  it.each(['active campaign', 'active_campaign', 'Microsoft Dynamics', 'microsoft_dynamics'])(
    'are accepted with the type %j in a path too [SYNC-01]',
    async (type) => {
      const line = `POST /integrations/${encodeURIComponent(type)}/connect` as const
      const { error } = await asMaya('users', line, { fields: {} })
      expect([error.code, error.field]).toEqual(['VALIDATION_FAILED', 'fields.url'])
    },
  )
})

describe('Ad accounts', () => {
  const withAds = async (type: 'facebook' | 'google') => {
    const login = await openAccount(world, type, { name: 'Maya at work' })
    const body = { name: 'Harbor Group', adAccounts: [{ name: 'Harbor main', currency: 'EUR' }] }
    const business = await atVendor<{ id: string; adAccounts: string[] }>(world, type, `/accounts/${login.id}/businesses`, {
      body,
    })
    await connect(maya, type, login)
    return { businessid: business.id, adaccount: business.adAccounts[0] ?? '' }
  }

  it('GET /integrations/facebook/related_accounts?client_id= and GET /integrations/facebook/related_businesses?client_id= list them, POST /integrations/facebook/update_adaccount chooses one [API-11]', async () => {
    const { businessid, adaccount } = await withAds('facebook')
    const accounts = await asMaya('users', `GET /integrations/facebook/related_accounts?client_id=${clientId}`)
    expect([accounts.status, accounts.body.items]).toMatchObject([200, [{ id: adaccount, name: 'Harbor main', businessid }]])
    const businesses = await asMaya('users', `GET /integrations/facebook/related_businesses?client_id=${clientId}`)
    expect([businesses.status, businesses.body.items]).toMatchObject([200, [{ id: businessid, name: 'Harbor Group' }]])
    const choice = { adaccount, businessid, client_id: clientId }
    const chosen = await asMaya('users', 'POST /integrations/facebook/update_adaccount', choice)
    expect([chosen.status, chosen.body]).toMatchObject([200, { hub_id: adaccount, manager_account: 'Harbor Group' }])
  })

  it('GET /integrations/google/related_businesses?client_id= lists them, POST /integrations/google/update_adaccount chooses one [API-12]', async () => {
    const { businessid, adaccount } = await withAds('google')
    const businesses = await asMaya('users', `GET /integrations/google/related_businesses?client_id=${clientId}`)
    expect([businesses.status, businesses.body.items]).toMatchObject([200, [{ id: businessid, name: 'Harbor Group' }]])
    const choice = { adaccount, businessid, client_id: clientId }
    const chosen = await asMaya('users', 'POST /integrations/google/update_adaccount', choice)
    expect([chosen.status, chosen.body]).toMatchObject([200, { hub_id: adaccount, manager_account: 'Harbor Group' }])
  })
})

describe('What is synced', () => {
  it('GET /lists/crm?client_id= answers the lists of the CRMs [API-13]', async () => {
    const { status, body } = await asMaya('contacts', `GET /lists/crm?client_id=${clientId}`)
    expect([status, body['total']]).toEqual([200, body.items.length])
  })

  it('POST /configs/ and PUT /configs/ save it, and need to be told the source only where there are several [API-14]', async () => {
    const ana = await world.signUp({ company: 'One source', name: 'Ana' })
    const asAna = asWritten(world, ana)
    const only = await connectToRead(ana, 'hubspot', await openAccount(world, 'hubspot', { name: 'Only', people: 1 }))
    await settled(ana, only.id)
    const body = { client_id: ana.user.clientId, settings: { dispos: ['closedwon'] } }
    const made = await asAna('contacts', 'POST /configs/', body)
    expect([made.status, made.body]).toMatchObject([201, { integration_id: only.id, type: 'hubspot', settings: body.settings }])
    const put = await asAna('contacts', 'PUT /configs/', { ...body, settings: { lists: ['Newsletter'] } })
    expect([put.status, put.body]).toMatchObject([200, { settings: { dispos: ['closedwon'], lists: ['Newsletter'] } }])
    const kept = await asAna('contacts', 'POST /configs/', { client_id: ana.user.clientId, interval_minutes: 60 })
    expect([kept.status, kept.body]).toMatchObject([201, { interval_minutes: 60, settings: put.body['settings'] }])
    const other = await connectToRead(ana, 'hubspot', await openAccount(world, 'hubspot', { name: 'Other', people: 1 }))
    const which = await asAna('contacts', 'PUT /configs/', body)
    expect([which.status, which.error.field]).toEqual([400, 'integration_id'])
    const named = await asAna('contacts', 'PUT /configs/', { ...body, integration_id: other.id })
    expect([named.status, named.body['integration_id']]).toEqual([200, other.id])
  })

  it('POST /configs/configs_ghl and POST /configs/configs_ac name the account as the vendor does, or not at all [API-14]', async () => {
    const location = await connect(maya, 'ghl', await openAccount(world, 'ghl', { name: 'Location', people: 1 }))
    const account = await openAccount(world, 'active_campaign', { name: 'Configured', people: 1 })
    const campaigns = await connect(maya, 'active_campaign', account)
    const ghl = { client_id: clientId, tags: ['vip'] }
    for (const body of [ghl, { ...ghl, locationId: location.hub_id }]) {
      const made = await asMaya('contacts', 'POST /configs/configs_ghl', body)
      expect([made.status, made.body]).toMatchObject([201, { integration_id: location.id, settings: { tags: ['vip'] } }])
    }
    const made = await asMaya('contacts', 'POST /configs/configs_ac', { client_id: clientId, lists: ['Master'], tags: ['gold'] })
    expect([made.status, made.body]).toMatchObject([201, { integration_id: campaigns.id, settings: { lists: ['Master'] } }])
    for (const { id } of [location, campaigns]) await settled(maya, id)
  })

  it('GET /contacts/check_integration_status?client_id= returns the health of each source [API-18]', async () => {
    const { status, body } = await asMaya('contacts', `GET /contacts/check_integration_status?client_id=${clientId}`)
    const own = body.items.find((item) => item['integration_id'] === portal.id)
    expect([status, own]).toMatchObject([200, { type: 'hubspot', status: 'active', run_status: 'done' }])
  })

  it('GET /events/?client_id=&skip=&limit=&sort=field:dir answers events with their fields, filtered where asked [API-16]', async () => {
    const line = `GET /events/?client_id=${clientId}&skip=0&limit=2&sort=created_at:desc` as const
    const { status, body } = await asMaya('contacts', line)
    expect([status, body.items.length]).toEqual([200, 2])
    expect(body.items[0]).toMatchObject({
      client_id: clientId,
      event: expect.any(String),
      origin: expect.any(String),
      created_at: expect.any(String),
    })
    const found = await asMaya('contacts', `${line}&event=integration_connected&origin=user`)
    expect(found.body.items.map(({ event }) => event)).toEqual(['integration_connected', 'integration_connected'])
    expect((await asMaya('contacts', 'GET /events/')).body.items).toHaveLength(5)
  })
})

describe('POST /crm/sync [API-19]', () => {
  /** The sync request with every field that the specification names. */
  const whole = (more: Record<string, unknown>) => ({
    lists: [],
    dispos: ['New'],
    tags: ['vip'],
    client_id: clientId,
    email: tom.email.toUpperCase(),
    name: 'Tom',
    lastname: 'Okafor',
    env: 'prod',
    skip_step_function: false,
    contain_header: true,
    map: { email: 'email' },
    ...more,
  })
  const startOf = async (runId: unknown) => {
    const { items } = (await maya.call(listEvents, { query: { event: 'sync_started', limit: 100 } })).body
    return { runId, event: items[0] }
  }
  let campaigns: string
  let access: Record<string, unknown>

  it('with all its fields connects an active campaign and syncs it for the user whose email it names', async () => {
    const account = await openAccount(world, 'active_campaign', { name: 'For Tom', people: 2 })
    access = { ...keyOf(account), type: 'active campaign', auth_token: keyOf(account).refresh_token, locationId: '' }
    const { status, body } = await asMaya('contacts', 'POST /crm/sync', whole(access))
    expect([status, body]).toEqual([202, { integration_id: expect.any(String), run_id: expect.any(String) }])
    campaigns = idOf(body, 'integration_id')
    const run = await settled(maya, campaigns)
    expect(run).toMatchObject({ id: body['run_id'], kind: 'full', origin: 'user', actor: maya.email, status: 'done' })
    expect((await startOf(run.id)).event).toMatchObject({ actor: maya.email, requested_for: 'Tom Okafor' })
    expect((await integrationOf(maya, campaigns)).settings).toMatchObject({
      dispos: ['New'],
      tags: ['vip'],
      contain_header: true,
    })
  })

  it('with all its fields syncs it again; other names than ours are kept as they were given', async () => {
    const { hub_id: locationId } = await integrationOf(maya, campaigns)
    const more = { ...access, locationId, integrationId: campaigns, name: 'Thomas', lastname: 'Okafor-Reed', tags: ['gold'] }
    const { status, body } = await asMaya('contacts', 'POST /crm/sync', whole(more))
    expect(status).toBe(202)
    expect(await settled(maya, campaigns)).toMatchObject({ id: body['run_id'], kind: 'full', actor: maya.email })
    const { event } = await startOf(body['run_id'])
    expect(event).toMatchObject({ actor: maya.email, origin: 'user', requested_for: 'Thomas Okafor-Reed' })
  })

  it('with all its fields syncs a microsoft dynamics that was connected by consent, its secrets as we answer them', async () => {
    const organisation = await openAccount(world, 'microsoft_dynamics', { name: 'Harbor Dynamics', people: 2 })
    const source = await connectToRead(maya, 'microsoft_dynamics', organisation)
    await settled(maya, source.id)
    const secrets = { refresh_token: null, auth_token: null, url: source.url, locationId: source.hub_id }
    const more = { type: 'microsoft dynamics', integrationId: source.id, ...secrets, tags: [], dispos: [] }
    const { status, body } = await asMaya('contacts', 'POST /crm/sync', whole(more))
    expect([status, body]).toMatchObject([202, { integration_id: source.id, run_id: expect.any(String) }])
    expect(await settled(maya, source.id)).toMatchObject({ actor: maya.email, status: 'done' })
  })

  it('is for the caller if it names no user', async () => {
    const { body } = await asMaya('contacts', 'POST /crm/sync', { type: 'active campaign', integrationId: campaigns })
    expect(await settled(maya, campaigns)).toMatchObject({ id: body['run_id'], actor: maya.email, kind: 'incremental' })
    expect((await startOf(body['run_id'])).event).toMatchObject({ actor: maya.email, requested_for: null })
  })

  it('is refused for an email that no active user of the account has, and starts nothing', async () => {
    const jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
    const before = (await runsOf(maya, campaigns)).length
    for (const email of ['nobody@example.com', jonah.email]) {
      const refused = await asMaya('contacts', 'POST /crm/sync', { type: 'active campaign', integrationId: campaigns, email })
      expect([refused.status, refused.error.field, refused.error.detail]).toEqual([
        400,
        'email',
        'No active user in this account has this email address.',
      ])
    }
    const long = await asMaya('contacts', 'POST /crm/sync', whole({ ...access, name: 'x'.repeat(51) }))
    expect([long.status, long.error.field, long.error.detail]).toEqual([400, 'name', 'Use at most 50 characters.'])
    expect(await runsOf(maya, campaigns)).toHaveLength(before)
  })
})
