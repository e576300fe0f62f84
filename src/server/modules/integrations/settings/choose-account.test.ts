import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  chooseFacebookAccount,
  chooseGoogleAccount,
  listFacebookAccounts,
  listFacebookBusinesses,
  listGoogleBusinesses,
} from '#contract/integrations/ad-accounts.ts'
import { listAudit } from '#contract/audit.ts'
import {
  deleteIntegration,
  finishConnect,
  refreshIntegration,
  startConnect,
  updateIntegrationModel,
  type Integration,
} from '#contract/integrations/integrations.ts'
import { previewMapping } from '#contract/integrations/mapping.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import { startRun } from '#contract/syncs/runs.ts'
import { teammateOf } from '#server/testing/team.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { connect, consent, integrationOf } from '#server/testing/vendors/sources.ts'
import { atVendor, openAccount, type VendorAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let maya: TestUser
let uma: TestUser
let jonah: TestUser
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
  uma = await teammateOf(world, maya, { name: 'Uma' })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
})
afterAll(() => world.close())

const refusal = (answer: { status: number; error: { code: string } }) => [answer.status, answer.error.code]

interface Business {
  id: string
  adAccounts: string[]
}

/** A login with one business of two ad accounts. */
const withAds = async (type: ProviderType): Promise<{ login: VendorAccount; business: Business }> => {
  const login = await openAccount(world, type, { name: 'Maya at work' })
  const adAccounts = [
    { name: 'Harbor main', currency: 'EUR' },
    { name: 'Harbor trial', currency: 'USD' },
  ]
  const path = `/accounts/${login.id}/businesses`
  return { login, business: await atVendor<Business>(world, type, path, { body: { name: 'Harbor Group', adAccounts } }) }
}

describe('Facebook [API-11]', () => {
  let source: Integration
  let login: VendorAccount
  let business: Business
  beforeAll(async () => {
    ;({ login, business } = await withAds('facebook'))
    source = await connect(maya, 'facebook', login)
  })
  const which = () => ({ client_id: maya.user.clientId, integration_id: source.id })

  it('syncs nothing before an ad account is chosen, and says so', async () => {
    expect(source).toMatchObject({ category: 'social', needs: 'ad_account', hub_id: null, last_run: null })
    const refused = await maya.call(startRun, { params: { integration_id: source.id }, body: {} })
    expect(refusal(refused)).toEqual([409, 'ACTION_NOT_ALLOWED'])
    expect(refused.error.detail).toBe('Choose an ad account first.')
  })

  it('shows the ad accounts and businesses of the login to every user who may see them', async () => {
    const accounts = (await uma.call(listFacebookAccounts, { query: which() })).body.items
    const [main = '', trial = ''] = business.adAccounts
    expect(accounts.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { id: main, name: 'Harbor main', businessid: business.id, currency: 'EUR', active: true },
      { id: trial, name: 'Harbor trial', businessid: business.id, currency: 'USD', active: true },
    ])
    const businesses = (await maya.call(listFacebookBusinesses, { query: { client_id: maya.user.clientId } })).body
    expect(businesses).toEqual({ items: [{ id: business.id, name: 'Harbor Group' }] })
  })

  it('shows and accepts nothing for another account [USER-01]', async () => {
    for (const query of [{}, which(), { integration_id: source.id }]) {
      expect(refusal(await jonah.call(listFacebookAccounts, { query }))).toEqual([404, 'NOT_FOUND'])
      expect(refusal(await jonah.call(listFacebookBusinesses, { query }))).toEqual([404, 'NOT_FOUND'])
    }
    const body = { adaccount: business.adAccounts[0] ?? '', integration_id: source.id }
    expect(refusal(await jonah.call(chooseFacebookAccount, { body }))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await uma.call(chooseFacebookAccount, { body }))).toEqual([403, 'FORBIDDEN'])
  })

  it('syncs the chosen one, with the names that the card shows; another one is refused [SYNC-03] [SYNC-04] [VAL-11]', async () => {
    const [main = '', trial = ''] = business.adAccounts
    expect(refusal(await maya.call(chooseFacebookAccount, { body: { ...which(), adaccount: 'act_999' } }))).toEqual([
      404,
      'NOT_FOUND',
    ])
    const chosen = await maya.call(chooseFacebookAccount, { body: { ...which(), adaccount: main, businessid: business.id } })
    expect(chosen.body).toMatchObject({ needs: null, hub_id: main, account: 'Harbor main', manager_account: 'Harbor Group' })
    expect(chosen.body.last_run).toMatchObject({ kind: 'full', actor: maya.email })
    expect(await settled(maya, source.id)).toMatchObject({ status: 'done' })
    const other = await maya.call(chooseFacebookAccount, { body: { ...which(), adaccount: trial } })
    expect(refusal(other)).toEqual([409, 'OTHER_ACCOUNT'])
    expect(other.error.detail).toMatch(/reads Harbor main/)
    const { items } = (await maya.call(listAudit, { query: { action: 'integration.account_chosen' } })).body
    expect(items).toMatchObject([{ actorId: maya.user.id, objectId: source.id, diff: { account: [null, 'Harbor main'] } }])
  })

  it('rejects a business that the login does not belong to', async () => {
    const body = { ...which(), adaccount: business.adAccounts[0] ?? '', businessid: '4711' }
    expect(refusal(await maya.call(chooseFacebookAccount, { body }))).toEqual([404, 'NOT_FOUND'])
    expect((await integrationOf(maya, source.id)).manager_account).toBe('Harbor Group')
  })

  it('keeps the choice when a user reconnects', async () => {
    const body = await consent(maya, 'facebook', login, source.id)
    const again = await maya.call(finishConnect, { params: { type: 'facebook' }, body })
    expect(again.body.integration).toMatchObject({ id: source.id, hub_id: business.adAccounts[0], account: 'Harbor main' })
    await settled(maya, source.id)
  })

  it('cannot connect one ad account twice [VAL-11]', async () => {
    const second = await connect(maya, 'facebook', login)
    expect(second.id).not.toBe(source.id)
    const body = { adaccount: business.adAccounts[0] ?? '', integration_id: second.id }
    const refused = await maya.call(chooseFacebookAccount, { body })
    expect(refusal(refused)).toEqual([409, 'OTHER_ACCOUNT'])
    expect(refused.error.detail).toMatch(/already connected/)
  })

  it('reports in words that an account is not found, or that access was lost', async () => {
    await atVendor(world, 'facebook', `/accounts/${login.id}/tokens`, { body: { do: 'revoke' } })
    const lost = await maya.call(listFacebookAccounts, { query: which() })
    expect(refusal(lost)).toEqual([409, 'CONNECTION_LOST'])
    expect(lost.error.detail).toMatch(/Reconnect to resume syncing/)
  })
})

describe('Google Ads [API-12]', () => {
  it('shows manager accounts with their ad accounts, and syncs the chosen one', async () => {
    const { login, business } = await withAds('google')
    const source = await connect(maya, 'google', login)
    expect(source).toMatchObject({ category: 'social', needs: 'ad_account' })
    const query = { client_id: maya.user.clientId }
    const { items } = (await uma.call(listGoogleBusinesses, { query })).body
    expect(items).toMatchObject([{ id: business.id, name: 'Harbor Group' }])
    expect(items[0]?.accounts.map(({ name }) => name).toSorted()).toEqual(['Harbor main', 'Harbor trial'])
    expect(refusal(await jonah.call(listGoogleBusinesses, { query: {} }))).toEqual([404, 'NOT_FOUND'])
    const [adaccount = ''] = business.adAccounts
    const body = { adaccount, businessid: business.id, client_id: maya.user.clientId }
    const chosen = await maya.call(chooseGoogleAccount, { body })
    expect(chosen.body).toMatchObject({ id: source.id, needs: null, hub_id: adaccount, manager_account: 'Harbor Group' })
    expect(await settled(maya, source.id)).toMatchObject({ status: 'done' })
    for (const businessid of ['4711', adaccount]) {
      const refused = await maya.call(chooseGoogleAccount, { body: { ...body, businessid } })
      expect(refusal(refused)).toEqual([404, 'NOT_FOUND'])
      expect(refused.error.detail).toMatch(/doesn't have access to this business or manager account/)
    }
    const kept = { status: 'active', manager_account: 'Harbor Group', last_run: { id: chosen.body.last_run?.id } }
    expect(await integrationOf(maya, source.id)).toMatchObject(kept)
    expect(refusal(await uma.call(chooseGoogleAccount, { body }))).toEqual([403, 'FORBIDDEN'])
    expect(refusal(await jonah.call(chooseGoogleAccount, { body }))).toEqual([404, 'NOT_FOUND'])
  })
})

const leave = (user: TestUser, { id }: Integration) => user.call(deleteIntegration, { params: { id }, query: {} })
const statusOf = async (user: TestUser, { id }: Integration) =>
  (await user.call(refreshIntegration, { params: { id } })).body.status

/** Whether the vendor would still accept our tokens. */
const isKnown = async (type: ProviderType, login: VendorAccount): Promise<boolean> => {
  const vendors = new DatabaseSync(join(world.dataDir, 'sandbox', 'vendors.sqlite'), { readOnly: true })
  const rows = vendors.prepare('select revoked from token where vendor = ? and account = ?').all(type, login.id)
  vendors.close()
  return rows.some(({ revoked }) => revoked === 0)
}

describe('A login with several connected sources', () => {
  it.each(['facebook', 'google'] as const)('is kept at %s until the last of them is disconnected', async (type) => {
    const { login } = await withAds(type)
    const first = await connect(maya, type, login)
    const second = await connect(maya, type, login)
    const his = await connect(jonah, type, login)
    await leave(maya, first)
    expect([await statusOf(maya, second), await statusOf(jonah, his)]).toEqual(['active', 'active'])
    await leave(maya, second)
    expect(await statusOf(jonah, his)).toBe('active')
    expect(await isKnown(type, login)).toBe(true)
    await leave(jonah, his)
    await eventually(async () => ((await isKnown(type, login)) ? undefined : true))
  })

  it('is in no entry of the audit log: neither the name at Facebook nor the address at Google [SYNC-02]', async () => {
    for (const type of ['facebook', 'google'] as const) await connect(maya, type, (await withAds(type)).login)
    const { items } = (await maya.call(listAudit, { query: { action: 'integration.connected', limit: 2 } })).body
    expect(items.map(({ diff }) => diff)).toEqual([{ type: [null, 'google'] }, { type: [null, 'facebook'] }])
  })
})

describe('Google Sheets [SYNC-05]', () => {
  const params = { type: 'googlesheet' } as const
  let sheet: VendorAccount
  let source: Integration
  beforeAll(async () => {
    sheet = await openAccount(world, 'googlesheet', { name: 'Leads 2026', people: 6, deals: 3 })
  })

  it('sends the browser to an address that the server returns', async () => {
    const { status, body } = await maya.call(startConnect, { params, body: { fields: sheet.connect } })
    const url = new URL(body.oauth_url ?? '')
    expect([status, url.origin, body.integration]).toEqual([200, world.sandboxUrl, null])
    expect(url.searchParams.get('redirect_uri')).toBe(`${world.url}/integrations/callback/googlesheet`)
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(url.searchParams.get('state')).toMatch(/.{40}/)
  })

  it.each(['https://docs.example.com/spreadsheets/d/1/edit', 'http://169.254.169.254/', ''])(
    'does not start a consent for an address that is not a sheet: %s',
    async (url) => {
      const { status } = await maya.call(startConnect, { params, body: { fields: { url } } })
      expect(url === '' ? 400 : 422).toBe(status)
    },
  )

  it('has the given connection name', async () => {
    const named = { ...sheet, connect: { ...sheet.connect, name: 'Spring leads' } }
    source = await connect(maya, 'googlesheet', named)
    expect(source).toMatchObject({ name: 'Spring leads', category: 'spreadsheet', needs: 'table', last_run: null })
  })

  it.each([
    ['is too long', 'n'.repeat(51), 'Use at most 50 characters.'],
    ['rings a bell', 'Spring\u0007leads', 'Control characters are not allowed.'],
    ['nobody can see', '\u200B', 'Please enter a name.'],
  ])('rejects a name that %s, when connecting and later', async (_what, name, words) => {
    const first = await maya.call(startConnect, { params, body: { fields: { ...sheet.connect, name } } })
    expect([first.status, first.error.field, first.error.detail]).toEqual([400, 'fields.name', words])
    const later = await maya.call(updateIntegrationModel, { params: { id: source.id }, body: { name } })
    expect([later.status, later.error.field, later.error.detail]).toEqual([400, 'name', words])
  })

  it('shows its tabs, its first rows and a mapping of its columns, with and without a header, before anything is saved', async () => {
    expect(refusal(await uma.call(previewMapping, { params: { id: source.id }, body: {} }))).toEqual([403, 'FORBIDDEN'])
    const preview = (await maya.call(previewMapping, { params: { id: source.id }, body: {} })).body
    expect(preview.tables[0]).toMatchObject({ id: preview.table_id, row_count: expect.any(Number) })
    expect(preview.rows).toHaveLength(7)
    expect(preview.columns.map(({ name }) => name)).toEqual(preview.rows[0])
    expect(preview.suggestion).toMatchObject({ email: expect.any(String), stage: expect.any(String) })
    expect(preview.people).toHaveLength(6)
    expect(preview.people[0]?.identifier).toMatch(/@/)
    const raw = await maya.call(previewMapping, { params: { id: source.id }, body: { settings: { contain_header: false } } })
    expect(raw.body.columns.map(({ name }) => name)).not.toEqual(preview.rows[0])
    expect(raw.body.columns[0]?.samples[0]).toBe(preview.rows[0]?.[0])
    expect(raw.body.people).toHaveLength(7)
  })

  it('is synced with the chosen mapping', async () => {
    const { suggestion, table_id } = (await maya.call(previewMapping, { params: { id: source.id }, body: {} })).body
    const settings = { map: suggestion, contain_header: true, table_id: table_id ?? '' }
    const saved = await maya.call(updateIntegrationModel, { params: { id: source.id }, body: { settings } })
    expect(saved.body).toMatchObject({ needs: null, settings, last_run: { kind: 'full' } })
    expect(await settled(maya, source.id)).toMatchObject({ status: expect.stringMatching(/^done/), rejected: 0 })
  })

  it('has no columns to choose if the source is a CRM', async () => {
    const portal = await connect(jonah, 'hubspot', await openAccount(world, 'hubspot', { name: 'Pratt portal' }))
    const refused = await jonah.call(previewMapping, { params: { id: portal.id }, body: {} })
    expect(refusal(refused)).toEqual([409, 'ACTION_NOT_ALLOWED'])
    expect(refusal(await jonah.call(previewMapping, { params: { id: source.id }, body: {} }))).toEqual([404, 'NOT_FOUND'])
  })
})
