import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listEvents } from '#contract/events/events.ts'
import {
  createActiveCampaignConfig,
  createConfig,
  createGhlConfig,
  replaceConfig,
  requestSync,
} from '#contract/integrations/configs.ts'
import {
  connectActiveCampaign,
  listIntegrations,
  startConnect,
  updateIntegrationModel,
  type Integration,
} from '#contract/integrations/integrations.ts'
import { previewMapping } from '#contract/integrations/mapping.ts'
import { newId } from '#server/platform/ids.ts'
import { teammateOf } from '#server/testing/team.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { connect } from '#server/testing/vendors/sources.ts'
import { atVendor, openAccount, type VendorAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let maya: TestUser
let uma: TestUser
let jonah: TestUser
let campaigns: VendorAccount
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
  uma = await teammateOf(world, maya, { name: 'Uma' })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
  campaigns = await openAccount(world, 'active_campaign', { name: 'Harbor', people: 3, deals: 1 })
})
afterAll(() => world.close())

const refusal = (answer: { status: number; error: { code: string } }) => [answer.status, answer.error.code]
const keyOf = ({ connect: { url = '', api_key: key = '' } }: VendorAccount) => ({ url, refresh_token: key })
const sourceOf = async (user: TestUser, id: string): Promise<Integration> => {
  const { items } = (await user.call(listIntegrations, { query: {} })).body
  const found = items.find((one) => one.id === id)
  if (!found) throw new Error('There is no such source')
  return found
}

describe('A key that was copied from the vendor', () => {
  it('connects ActiveCampaign by its address, and is never returned [API-10] [SYNC-04]', async () => {
    const { client_id, hub_id } = { client_id: maya.user.clientId, hub_id: 'Harbor' }
    const body = { type: 'active campaign', syncing: true, client_id, hub_id, ...keyOf(campaigns) }
    const made = await maya.call(connectActiveCampaign, { body })
    expect(made).toMatchObject({ status: 201, body: { type: 'active_campaign', status: 'active', syncing: true } })
    expect(JSON.stringify(made.body)).not.toContain(campaigns.connect['api_key'])
    expect(await settled(maya, made.body.id)).toMatchObject({ status: 'done', kind: 'full' })
    const { rows } = await world.database.asSystem('test: what is kept', (tx) =>
      sql`select * from integration_secret where access_sealed like ${`%${campaigns.connect['api_key'] ?? ''}%`}
        or id = ${made.body.id} and access_sealed is null`.execute(tx),
    )
    expect(rows).toEqual([])
  })

  it('connects without syncing, now or by the schedule, if the call asks for that [API-10]', async () => {
    const quiet = await openAccount(world, 'active_campaign', { name: 'Quiet', people: 1 })
    const made = await maya.call(connectActiveCampaign, { body: { ...keyOf(quiet), syncing: false } })
    expect(made.body).toMatchObject({ syncing: false, last_run: null, next_run_at: null })
    const on = await maya.call(updateIntegrationModel, { params: { id: made.body.id }, body: { syncing: true } })
    expect(on.body).toMatchObject({ syncing: true, last_run: { status: 'queued' } })
    expect(await settled(maya, made.body.id)).toMatchObject({ status: 'done', created: 1 })
    expect((await sourceOf(maya, made.body.id)).next_run_at).toEqual(expect.any(String))
  })

  it('is tried immediately: one that the vendor does not know is not stored', async () => {
    const { total } = (await jonah.call(listIntegrations, { query: {} })).body
    const wrong = { ...keyOf(campaigns), refresh_token: 'a-key-that-is-not-known' }
    const refused = await jonah.call(connectActiveCampaign, { body: wrong })
    expect(refusal(refused)).toEqual([422, 'PROVIDER_REFUSED'])
    expect(refused.error.detail).not.toContain(wrong.refresh_token)
    expect(refused.error.detail).toMatch(/^ActiveCampaign doesn't accept this API key/)
    expect((await jonah.call(listIntegrations, { query: {} })).body.total).toBe(total)
    const { items } = (await jonah.call(listEvents, { query: { event: 'integration_failed' } })).body
    expect(items).toMatchObject([{ actor: jonah.email, object: 'ActiveCampaign', error: refused.error.detail }])
  })

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://localhost:5432',
    'https://10.0.0.1',
    'https://harbor.api-us1.com',
    'https://user:word@harbor.api-us1.com',
    'not an address',
  ])('never goes to an address that is not the vendor: %s', async (url) => {
    const answer = await maya.call(connectActiveCampaign, { body: { url, refresh_token: 'a-key-of-some-length' } })
    expect(refusal(answer)).toEqual([422, 'PROVIDER_REFUSED'])
    expect(answer.error.detail).toMatch(/doesn't belong to the vendor/)
    expect(answer.error.field).toBe('fields.url')
  })

  it('can be entered by admins only, and for their own account', async () => {
    const body = keyOf(campaigns)
    expect(refusal(await uma.call(connectActiveCampaign, { body }))).toEqual([403, 'FORBIDDEN'])
    const foreign = await maya.call(connectActiveCampaign, { body: { ...body, client_id: jonah.user.clientId } })
    expect(refusal(foreign)).toEqual([404, 'NOT_FOUND'])
    const other = await maya.call(connectActiveCampaign, { body: { ...body, type: 'hubspot' } })
    expect(refusal(other)).toEqual([400, 'VALIDATION_FAILED'])
  })

  it('must belong to the named account, if one is named [API-10] [VAL-11]', async () => {
    const other = await openAccount(world, 'active_campaign', { name: 'Named', people: 1 })
    const named = (hub_id: string | null) => maya.call(connectActiveCampaign, { body: { ...keyOf(other), hub_id } })
    const refused = await named('somebody-else')
    expect(refusal(refused)).toEqual([409, 'OTHER_ACCOUNT'])
    expect(refused.error.detail).toMatch(/You entered the account somebody-else/)
    const [event] = (await maya.call(listEvents, { query: { event: 'integration_failed', limit: 1 } })).body.items
    expect(event?.error).toBe('You chose a different account than before.')
    const { items } = (await maya.call(listIntegrations, { query: {} })).body
    expect(items.map(({ hub_id }) => hub_id)).not.toContain(other.id)
    const made = await named(null)
    expect(made).toMatchObject({ status: 201, body: { hub_id: other.id } })
    expect((await named(other.id.toUpperCase())).body.id).toBe(made.body.id)
    await settled(maya, made.body.id)
  })

  it('is stored nowhere else: an Idempotency-Key has no effect on such a call', async () => {
    const twice = { 'idempotency-key': 'the same key' }
    const body = { url: 'not an address', refresh_token: 'a-key-of-some-length' }
    expect((await maya.call(connectActiveCampaign, { body }, twice)).status).toBe(422)
    expect((await maya.call(connectActiveCampaign, { body: keyOf(campaigns) }, twice)).status).toBe(201)
    const started = await maya.call(startConnect, { params: { type: 'hubspot' }, body: {} }, twice)
    expect(started.status).toBe(200)
    const { rows } = await world.database.asSystem('test: keys', (tx) => sql`select * from idempotency_key`.execute(tx))
    expect(rows).toEqual([])
  })
})

describe('Airtable', () => {
  let base: VendorAccount
  beforeAll(async () => {
    base = await openAccount(world, 'airtable', { name: 'Leads', people: 4, deals: 2 })
  })
  const params = { type: 'airtable' } as const

  it('asks for a token, a base and a table, and names the missing one [SYNC-04]', async () => {
    const { base_id: _base, ...fields } = base.connect
    const missing = await maya.call(startConnect, { params, body: { fields } })
    expect(refusal(missing)).toEqual([400, 'VALIDATION_FAILED'])
    expect(missing.error).toMatchObject({ field: 'fields.base_id', detail: 'Base ID is required.' })
    const odd = await maya.call(startConnect, { params, body: { fields: { ...base.connect, token: 'keyABCDEFGHIJKLMN' } } })
    expect(odd.error).toMatchObject({ code: 'PROVIDER_REFUSED', detail: expect.stringMatching(/no longer supports API keys/) })
  })

  it.each([
    ['token', 'patX.wrong', /^This personal access token is incomplete/],
    ['token', 'patWRONGWRONGWRONG.wrong', /^Airtable doesn't accept this token/],
    ['base_id', 'Leads', /^This isn't a base ID/],
    ['table_id', 'Leeds', /^This base has no such table/],
  ])('reports an invalid value at its field: %s is %s', async (name, wrong, words) => {
    const { error } = await maya.call(startConnect, { params, body: { fields: { ...base.connect, [name]: wrong } } })
    expect(error).toMatchObject({ code: 'PROVIDER_REFUSED', field: `fields.${name}`, detail: expect.stringMatching(words) })
  })

  it('is not synced before its columns are chosen; the mapping needs a column that identifies rows', async () => {
    const { body } = await maya.call(startConnect, { params, body: { fields: base.connect } })
    expect(body).toMatchObject({ oauth_url: null, integration: { category: 'spreadsheet', needs: 'table', last_run: null } })
    const id = body.integration?.id ?? ''
    expect(JSON.stringify(body)).not.toContain(base.connect['token'])
    const preview = (await maya.call(previewMapping, { params: { id }, body: {} })).body
    expect(preview.people).toHaveLength(4)
    const { suggestion } = preview
    const nameless = { map: { stage: suggestion.stage ?? '' } }
    const refused = await maya.call(updateIntegrationModel, { params: { id }, body: { settings: nameless } })
    expect(refusal(refused)).toEqual([422, 'MAPPING_INVALID'])
    const { version } = await sourceOf(maya, id)
    const token = { refresh_token: base.connect['token'] }
    const withKey = await maya.call(updateIntegrationModel, { params: { id }, body: { settings: nameless, ...token } })
    expect(refusal(withKey)).toEqual([422, 'MAPPING_INVALID'])
    const stale = await maya.call(updateIntegrationModel, { params: { id }, body: { version: version + 1, ...token } })
    expect(refusal(stale)).toEqual([409, 'STALE_VERSION'])
    expect((await sourceOf(maya, id)).version).toBe(version)
    const saved = await maya.call(updateIntegrationModel, { params: { id }, body: { settings: { map: suggestion } } })
    expect(saved.body).toMatchObject({ needs: null, last_run: { kind: 'full' } })
    expect(await settled(maya, id)).toMatchObject({ status: 'done', created: expect.any(Number) })
    expect(refusal(await jonah.call(previewMapping, { params: { id }, body: {} }))).toEqual([404, 'NOT_FOUND'])
  })
})

/** How often the tokens of a source were stored. */
const versionOf = async (id: string): Promise<number> =>
  world.database.asSystem('test: keys', async (tx) => {
    const row = await tx.selectFrom('integration_secret').select('version').where('id', '=', id).executeTakeFirst()
    return row?.version ?? 0
  })

const tableIn = async ({ connect: { token = '', base_id: base = '' } }: VendorAccount): Promise<{ id: string }> => {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${world.sandboxUrl}/airtable/v0/meta/bases/${base}/tables`, { headers })
  const { tables } = (await response.json()) as { tables: { id: string }[] }
  if (!tables[0]) throw new Error('The base has no table')
  return tables[0]
}

describe('The sync request [API-19]', () => {
  const ask = (user: TestUser, body: Record<string, unknown>) => user.call(requestSync, { body: body as never })
  const whole = () => ({
    type: 'active campaign',
    client_id: maya.user.clientId,
    ...keyOf(campaigns),
    auth_token: '',
    email: maya.email,
    name: 'Maya',
    lastname: 'Ellison',
    env: 'prod',
  })

  it('connects by a key, saves the settings, and starts syncing', async () => {
    const account = await openAccount(world, 'active_campaign', { name: 'By request', people: 2 })
    const requested = await ask(maya, { ...whole(), ...keyOf(account), lists: ['Master'], tags: ['vip'], dispos: ['New'] })
    expect(requested.status).toBe(202)
    const source = await sourceOf(maya, requested.body.integration_id)
    expect(source.settings).toEqual({ lists: ['Master'], tags: ['vip'], dispos: ['New'] })
    expect(source.last_run?.id).toBe(requested.body.run_id)
    await settled(maya, source.id)
  })

  it('for a connected account changes its settings', async () => {
    const first = await ask(maya, { ...whole(), tags: ['vip'] })
    await settled(maya, first.body.integration_id)
    const second = await ask(maya, { ...whole(), tags: ['gold'] })
    expect(second.body.integration_id).toBe(first.body.integration_id)
    expect((await sourceOf(maya, first.body.integration_id)).settings).toEqual({ tags: ['gold'] })
    await settled(maya, first.body.integration_id)
  })

  it('only saves with skip_step_function', async () => {
    const { integration_id: integrationId } = (await ask(maya, whole())).body
    await settled(maya, integrationId)
    const before = await sourceOf(maya, integrationId)
    const requested = await ask(maya, { type: 'active_campaign', integrationId, tags: ['silver'], skip_step_function: true })
    expect(requested.body).toEqual({ integration_id: integrationId, run_id: null })
    const after = await sourceOf(maya, integrationId)
    expect([after.last_run?.id, after.settings.tags]).toEqual([before.last_run?.id, ['silver']])
  })

  it('starts a run of a known source, and returns the one that is under way', async () => {
    const { integration_id: integrationId } = (await ask(maya, whole())).body
    await settled(maya, integrationId)
    await atVendor(world, 'active_campaign', '/faults', { body: { kind: 'stall' } })
    const [one, other] = [
      await ask(maya, { type: 'active_campaign', integrationId }),
      await ask(maya, { type: 'active_campaign', integrationId }),
    ]
    await atVendor(world, 'active_campaign', '/faults', { method: 'DELETE' })
    expect(one.body.run_id).toEqual(expect.any(String))
    expect(other.body).toEqual(one.body)
    await settled(maya, integrationId)
    const { items } = (await maya.call(listAudit, { query: { action: 'sync.started', limit: 1 } })).body
    expect(items).toMatchObject([{ actorId: maya.user.id, objectId: integrationId }])
  })

  it('replaces the old key once the vendor has accepted the new one', async () => {
    const account = await openAccount(world, 'active_campaign', { name: 'Rotated', people: 2 })
    const { integration_id: integrationId } = (await ask(maya, { ...whole(), ...keyOf(account) })).body
    await settled(maya, integrationId)
    const known = { type: 'active_campaign', integrationId }
    const wrong = await ask(maya, { ...known, refresh_token: 'definitely-a-wrong-key' })
    expect([...refusal(wrong), wrong.error.field]).toEqual([422, 'PROVIDER_REFUSED', 'fields.api_key'])
    const foreign = await ask(maya, { ...known, ...keyOf(campaigns) })
    expect(refusal(foreign)).toEqual([409, 'OTHER_ACCOUNT'])
    const before = await versionOf(integrationId)
    const done = await ask(maya, { ...known, refresh_token: '', auth_token: account.connect['api_key'] })
    expect(done).toMatchObject({ status: 202, body: { integration_id: integrationId, run_id: expect.any(String) } })
    expect(await versionOf(integrationId)).toBe(before + 1)
    expect((await settled(maya, integrationId)).status).toBe('done')
  })

  it('is refused with values that cannot be used, instead of ignoring them', async () => {
    const portal = await connect(maya, 'hubspot', await openAccount(world, 'hubspot', { name: 'Harbor portal' }))
    await settled(maya, portal.id)
    const known = { type: 'hubspot', integrationId: portal.id }
    const key = await ask(maya, { ...known, auth_token: 'a-key-of-some-length' })
    expect(refusal(key)).toEqual([409, 'ACTION_NOT_ALLOWED'])
    expect(key.error.detail).toBe("HubSpot doesn't connect with a key. Reconnect it in the product.")
    expect(refusal(await ask(maya, { ...known, url: 'https://elsewhere.example.com' }))).toEqual([409, 'OTHER_ACCOUNT'])
    expect((await ask(maya, { ...known, url: '', refresh_token: '' })).status).toBe(202)
    await settled(maya, portal.id)
  })

  it('connects Airtable by the address of its table, and again by another token alone', async () => {
    const base = await openAccount(world, 'airtable', { name: 'Asked for', people: 2 })
    const { token = '', base_id: baseId = '' } = base.connect
    const nowhere = await ask(maya, { type: 'airtable', auth_token: token })
    expect([...refusal(nowhere), nowhere.error.field]).toEqual([400, 'VALIDATION_FAILED', 'url'])
    expect(nowhere.error.detail).toMatch(/connect Airtable in the product/)
    const { id: tableId } = await tableIn(base)
    const url = `https://airtable.com/${baseId}/${tableId}/viw?blocks=hide`
    const made = await ask(maya, { type: 'airtable', auth_token: token, url })
    expect(made).toMatchObject({ status: 202, body: { run_id: null } })
    const { integration_id: integrationId } = made.body
    expect(await sourceOf(maya, integrationId)).toMatchObject({ hub_id: baseId, needs: 'table' })
    const again = await ask(maya, { type: 'airtable', integrationId, auth_token: token, skip_step_function: true })
    expect(again).toMatchObject({ status: 202, body: { integration_id: integrationId, run_id: null } })
  })

  it('is about one account of one vendor [VAL-11]', async () => {
    const { integration_id: integrationId } = (await ask(maya, { ...whole(), skip_step_function: true })).body
    const otherKind = await ask(maya, { type: 'ghl', integrationId })
    expect(refusal(otherKind)).toEqual([409, 'OTHER_ACCOUNT'])
    expect(otherKind.error.detail).toMatch(/Each sync reads one account/)
    expect(refusal(await ask(maya, { type: 'active_campaign', integrationId, locationId: 'other' }))).toEqual([
      409,
      'OTHER_ACCOUNT',
    ])
  })

  it('asks users of a vendor with consent to connect first', async () => {
    const answer = await ask(maya, { type: 'salesforce', refresh_token: 'mine' })
    expect(refusal(answer)).toEqual([409, 'ACTION_NOT_ALLOWED'])
    expect(answer.error.detail).toBe('Connect Salesforce first, then send its integrationId.')
  })

  it('is for admins and their own account, in the words of the specification', async () => {
    const { integration_id: integrationId } = (await ask(maya, { ...whole(), skip_step_function: true })).body
    expect(refusal(await ask(uma, { type: 'active_campaign', integrationId }))).toEqual([403, 'FORBIDDEN'])
    expect(refusal(await ask(jonah, { type: 'active_campaign', integrationId }))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await ask(jonah, whole()))).toEqual([404, 'NOT_FOUND'])
    expect((await ask(maya, { type: 'myspace' })).status).toBe(400)
    expect((await ask(maya, { type: 'active_campaign', integrationId, env: 'dev' })).status).toBe(400)
    expect((await ask(maya, { type: 'active_campaign', integrationId, surprise: 1 })).status).toBe(400)
  })
})

describe('The settings of a source [API-14]', () => {
  let ghl: Integration
  beforeAll(async () => {
    ghl = await connect(maya, 'ghl', await openAccount(world, 'ghl', { name: 'Harbor location', people: 2 }))
    await settled(maya, ghl.id)
  })

  it('are named by the id of the source: POST replaces them, PUT changes the given ones', async () => {
    const integration_id = ghl.id
    const first = await maya.call(createConfig, {
      body: { integration_id, settings: { tags: ['vip'], dispos: ['New'] }, interval_minutes: 60 },
    })
    expect(first).toMatchObject({
      status: 201,
      body: { integration_id, type: 'ghl', settings: { tags: ['vip'], dispos: ['New'] }, interval_minutes: 60 },
    })
    const second = await maya.call(replaceConfig, { body: { integration_id, settings: { tags: ['gold'] } } })
    expect(second).toMatchObject({ status: 200, body: { settings: { tags: ['gold'], dispos: ['New'] }, interval_minutes: 60 } })
    const third = await maya.call(createConfig, { body: { integration_id, settings: {} } })
    expect(third.body.settings).toEqual({})
    await settled(maya, ghl.id)
  })

  it("are named by the vendor's own id for a location of GoHighLevel", async () => {
    const body = { locationId: ghl.hub_id ?? '', tags: ['vip'], dispos: ['Won'] }
    const made = await maya.call(createGhlConfig, { body })
    expect(made).toMatchObject({ status: 201, body: { integration_id: ghl.id, settings: { tags: ['vip'], dispos: ['Won'] } } })
    const nothingChosen = await maya.call(createGhlConfig, { body: { locationId: ghl.hub_id ?? '', interval_minutes: 30 } })
    expect(nothingChosen.body).toMatchObject({ settings: { tags: ['vip'], dispos: ['Won'] }, interval_minutes: 30 })
    expect(refusal(await maya.call(createGhlConfig, { body: { ...body, locationId: 'unknown' } }))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await jonah.call(createGhlConfig, { body }))).toEqual([404, 'NOT_FOUND'])
  })

  it("are named by the vendor's own id for an account of ActiveCampaign", async () => {
    const { items } = (await maya.call(listIntegrations, { query: {} })).body
    const source = items.find(({ type }) => type === 'active_campaign')
    const body = { hub_id: source?.hub_id ?? '', lists: ['Master'], tags: ['vip'], source_field: 'Lead source' }
    const made = await maya.call(createActiveCampaignConfig, { body })
    expect(made).toMatchObject({
      status: 201,
      body: { integration_id: source?.id, settings: { lists: ['Master'], source_field: 'Lead source' } },
    })
    expect(refusal(await uma.call(createActiveCampaignConfig, { body }))).toEqual([403, 'FORBIDDEN'])
  })

  it('reject unknown settings and unknown sources', async () => {
    const unknown = await maya.call(createConfig, { body: { integration_id: ghl.id, settings: { colour: 'red' } as never } })
    expect(refusal(unknown)).toEqual([400, 'VALIDATION_FAILED'])
    expect((await maya.call(createConfig, { body: { integration_id: ghl.id, settings: { tags: [''] } } })).status).toBe(400)
    expect(refusal(await maya.call(createConfig, { body: { integration_id: newId(), settings: {} } }))).toEqual([
      404,
      'NOT_FOUND',
    ])
    expect(refusal(await jonah.call(replaceConfig, { body: { integration_id: ghl.id, settings: {} } }))).toEqual([
      404,
      'NOT_FOUND',
    ])
    const foreign = { integration_id: ghl.id, settings: {}, client_id: jonah.user.clientId }
    expect(refusal(await maya.call(createConfig, { body: foreign }))).toEqual([404, 'NOT_FOUND'])
  })
})
