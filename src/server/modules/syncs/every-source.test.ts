// Every connector through the whole product: connected by a user, synced by the worker, and checked through the calls
// of the screens.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  chooseFacebookAccount,
  chooseGoogleAccount,
  listFacebookAccounts,
  listGoogleBusinesses,
} from '#contract/integrations/ad-accounts.ts'
import { refreshIntegration, type Integration } from '#contract/integrations/integrations.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import { getReconciliation } from '#contract/syncs/runs.ts'
import { slugOf } from '#server/connectors/kit/app.ts'
import { objectsOf } from '#server/connectors/kit/connector.ts'
import { allConnectors } from '#server/connectors/registry.ts'
import { askForRun, settled } from '#server/testing/vendors/runs.ts'
import { connect, connectToRead, integrationOf } from '#server/testing/vendors/sources.ts'
import { atVendor, openAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World

const people = 120
const deals = 40

const addSpend = (type: ProviderType, account: string): void => {
  const vendor = world.sandbox?.installed.find(({ vendor: one }) => one.prefix === slugOf(type))
  const business = vendor?.admin.ads?.addBusiness(account, {
    name: 'Northlight',
    adAccounts: [{ name: 'Main', currency: 'EUR' }],
  })
  // Yesterday has begun in every time zone of an ad account. Today has not, in America in the first hours of a UTC day.
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  vendor?.admin.ads?.addSpend(account, business?.adAccounts[0] ?? '', [
    { campaign: 'Spring', day, spend: 12.34, impressions: 1000, clicks: 20, conversions: 3 },
  ])
}

const chooseAds = async (user: TestUser, type: 'facebook' | 'google', integration: Integration): Promise<void> => {
  const query = { integration_id: integration.id }
  if (type === 'facebook') {
    const { body } = await user.call(listFacebookAccounts, { query })
    const account = body.items.find(({ name }) => name === 'Main')
    const chosen = await user.call(chooseFacebookAccount, { body: { ...query, adaccount: account?.id ?? '' } })
    expect(chosen.body).toMatchObject({ account: 'Main', manager_account: 'Northlight', needs: null })
    return
  }
  const { body } = await user.call(listGoogleBusinesses, { query })
  const manager = body.items.find(({ name }) => name === 'Northlight')
  const chosen = await user.call(chooseGoogleAccount, {
    body: { ...query, adaccount: manager?.accounts[0]?.id ?? '', businessid: manager?.id ?? '' },
  })
  expect(chosen.body).toMatchObject({ account: 'Main', manager_account: 'Northlight', needs: null })
}

/** Whether the vendor still gives us access, as the button asks. */
const refreshed = async (user: TestUser, id: string) => (await user.call(refreshIntegration, { params: { id } })).body

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const crms = allConnectors().flatMap((one) => (objectsOf(one).length > 0 ? [one.manifest.type] : []))

describe.each(crms)('%s', (type) => {
  it('brings every contact and opportunity, stays connected when checked, and brings what changed [SYNC-01] [SYNC-06]', async () => {
    const priya = await world.signUp({ company: `Brightsmile ${type}`, name: 'Priya' })
    const account = await openAccount(world, type, { name: 'Brightsmile', people, deals })
    const { id } = await connectToRead(priya, type, account)
    const first = await settled(priya, id)
    expect(first).toMatchObject({ status: 'done', error_text: null, rejected: 0 })
    expect(await integrationOf(priya, id)).toMatchObject({ status: 'active', contacts: people, opportunities: deals })
    expect(await refreshed(priya, id)).toMatchObject({ status: 'active', status_reason: null })

    const path = `/accounts/${account.id}/people`
    const newcomer = await atVendor(world, type, path, { body: { firstName: 'Nora', lastName: 'New' } })
    await atVendor(world, type, `${path}/${String(newcomer['id'])}`, { method: 'PATCH', body: { company: 'Lately Ltd' } })
    // The webhook of the new contact may have started a run already.
    await eventually(async () => {
      await askForRun(priya, id)
      await settled(priya, id)
      return (await integrationOf(priya, id)).contacts === people + 1 ? true : undefined
    })
    const { body } = await priya.call(getReconciliation, { params: { integration_id: id } })
    for (const { vendor_count: theirs, own_count: ours, missing } of body.items) {
      expect(theirs ?? ours).toBe(ours)
      expect(missing).toEqual([])
    }
  })
})

describe.each(['facebook', 'google'] as const)('%s', (type) => {
  it('asks for one ad account, brings its daily spend and stays connected when checked [SYNC-01] [API-11] [API-12]', async () => {
    const ana = await world.signUp({ company: `Northlight ${type}`, name: 'Ana', agency: true })
    const account = await openAccount(world, type, { name: 'Ana' })
    addSpend(type, account.id)
    const integration = await connect(ana, type, account)
    expect(integration).toMatchObject({ needs: 'ad_account', last_run: null })
    await chooseAds(ana, type, integration)
    expect(await settled(ana, integration.id)).toMatchObject({ status: 'done', error_text: null })
    expect(await refreshed(ana, integration.id)).toMatchObject({ status: 'active', status_reason: null, account: 'Main' })
    const rows = await world.database.inClient(ana.user.clientId, (tx) =>
      tx
        .selectFrom('ad_spend')
        .select(['campaign', 'spend', 'currency', 'clicks'])
        .where('client_id', '=', ana.user.clientId)
        .execute(),
    )
    expect(rows).toEqual([{ campaign: 'Spring', spend: '12.340000', currency: 'EUR', clicks: 20 }])
  })
})
