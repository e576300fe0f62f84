// Every connector through the whole product: connected by a person, read by the worker, seen on the screen's own calls.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseFacebookAccount, chooseGoogleAccount, listFacebookAccounts, listGoogleBusinesses } from '#contract/ad-accounts.ts'
import {
  finishConnection,
  listIntegrations,
  startConnection,
  updateIntegrationModel,
  type Integration,
} from '#contract/integrations.ts'
import { previewMapping } from '#contract/mapping.ts'
import { providerTypes, type ProviderType } from '#contract/providers.ts'
import { getReconciliation, listRuns, startRun, type Run } from '#contract/runs.ts'
import { slugOf } from '#server/connectors/kit/app.ts'
import { connectorOf } from '#server/connectors/registry.ts'
import { sayYes } from '#server/connectors/testing/bench.ts'
import { eventually, startWorld, type Person, type World } from '#server/testing/world.ts'

let world: World

const people = 120
const deals = 40

interface SandboxAccount {
  id: string
  connect: Record<string, string>
  counts: { people: number; deals: number } | null
}

const admin = async <T>(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<T> => {
  const response = await fetch(`${world.sandboxUrl}/__admin${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

const accountOf = async (type: ProviderType, id: string): Promise<SandboxAccount> => {
  const { accounts } = await admin<{ accounts: SandboxAccount[] }>(`/${slugOf(type)}`)
  const found = accounts.find((account) => account.id === id)
  if (!found) throw new Error('The sandbox has forgotten an account')
  return found
}

const connect = async (person: Person, type: ProviderType, account: SandboxAccount): Promise<Integration> => {
  const started = await person.call(startConnection, { params: { type }, body: { fields: account.connect } })
  expect(started.error).not.toHaveProperty('code')
  if (started.body.integration) return started.body.integration
  const back = await sayYes(started.body.oauth_url ?? '', account.id)
  const done = await person.call(finishConnection, {
    params: { type },
    body: { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' },
  })
  expect(done.error).not.toHaveProperty('code')
  return done.body.integration
}

/** The newest run when it has come to an end. */
const ended = (person: Person, integrationId: string): Promise<Run> =>
  eventually(async () => {
    const { body } = await person.call(listRuns, { params: { integration_id: integrationId }, query: {} })
    return body.items[0]?.finished_at ? body.items[0] : undefined
  }, 60_000)

const reload = async (person: Person, integrationId: string): Promise<Integration> => {
  const { body } = await person.call(listIntegrations, { query: {} })
  const found = body.items.find(({ id }) => id === integrationId)
  if (!found) throw new Error('The integration is gone')
  return found
}

const chooseTable = async (person: Person, integration: Integration): Promise<void> => {
  const { body: preview } = await person.call(previewMapping, { params: { id: integration.id }, body: {} })
  expect(preview.problems).toEqual([])
  const settings = { table_id: preview.table_id ?? '', contain_header: true, map: preview.suggestion }
  const saved = await person.call(updateIntegrationModel, { params: { id: integration.id }, body: { settings } })
  expect(saved.status).toBe(200)
}

const addSpend = (type: ProviderType, account: string): void => {
  const vendor = world.sandbox?.installed.find(({ vendor: one }) => one.prefix === slugOf(type))
  const business = vendor?.hands.ads?.addBusiness(account, {
    name: 'Northlight',
    adAccounts: [{ name: 'Main', currency: 'EUR' }],
  })
  const today = new Date().toISOString().slice(0, 10)
  vendor?.hands.ads?.addSpend(account, business?.adAccounts[0] ?? '', [
    { campaign: 'Spring', day: today, spend: 12.34, impressions: 1000, clicks: 20, conversions: 3 },
  ])
}

const chooseAds = async (person: Person, type: 'facebook' | 'google', integration: Integration): Promise<void> => {
  const query = { integration_id: integration.id }
  if (type === 'facebook') {
    const { body } = await person.call(listFacebookAccounts, { query })
    const account = body.items.find(({ name }) => name === 'Main')
    const chosen = await person.call(chooseFacebookAccount, { body: { ...query, adaccount: account?.id ?? '' } })
    expect(chosen.body).toMatchObject({ account: 'Main', manager_account: 'Northlight', needs: null })
    return
  }
  const { body } = await person.call(listGoogleBusinesses, { query })
  const manager = body.items.find(({ name }) => name === 'Northlight')
  const chosen = await person.call(chooseGoogleAccount, {
    body: { ...query, adaccount: manager?.accounts[0]?.id ?? '', businessid: manager?.id ?? '' },
  })
  expect(chosen.body).toMatchObject({ account: 'Main', manager_account: 'Northlight', needs: null })
}

beforeAll(async () => {
  world = await startWorld({ env: { VENDOR_LIMITS: 'off' } })
  for (const type of providerTypes) await admin(`/${slugOf(type)}/limits`, { on: false }, 'PUT')
})
afterAll(() => world.close())

const crms = providerTypes.filter((type) => connectorOf(type)?.manifest.category !== 'social')

describe.each(crms)('%s', (type) => {
  it('brings every person and opportunity, and then what changed [SYNC-01] [SYNC-06]', { timeout: 90_000 }, async () => {
    const priya = await world.signUp({ company: `Brightsmile ${type}`, name: 'Priya' })
    const { id } = await admin<{ id: string }>(`/${slugOf(type)}/accounts`, { name: 'Brightsmile' })
    await admin(`/${slugOf(type)}/accounts/${id}/fill`, { people, deals })
    const integration = await connect(priya, type, await accountOf(type, id))
    if (integration.needs === 'table') await chooseTable(priya, integration)
    const first = await ended(priya, integration.id)
    expect(first).toMatchObject({ status: 'done', error_text: null, rejected: 0 })
    expect(await reload(priya, integration.id)).toMatchObject({ status: 'active', contacts: people, opportunities: deals })

    const { id: newcomer } = await admin<{ id: string }>(`/${slugOf(type)}/accounts/${id}/people`, {
      firstName: 'Nora',
      lastName: 'New',
    })
    await admin(`/${slugOf(type)}/accounts/${id}/people/${newcomer}`, { company: 'Lately Ltd' }, 'PATCH')
    // The newcomer's webhook may have woken a run already.
    await eventually(async () => {
      await priya.call(startRun, { params: { integration_id: integration.id }, body: {} })
      await ended(priya, integration.id)
      return (await reload(priya, integration.id)).contacts === people + 1 ? true : undefined
    }, 60_000)
    const { body } = await priya.call(getReconciliation, { params: { integration_id: integration.id } })
    for (const { vendor_count: theirs, own_count: ours, missing } of body.items) {
      expect(theirs ?? ours).toBe(ours)
      expect(missing).toEqual([])
    }
  })
})

describe.each(['facebook', 'google'] as const)('%s', (type) => {
  it('asks for one ad account and brings its daily spend [SYNC-01] [API-11] [API-12]', { timeout: 60_000 }, async () => {
    const ana = await world.signUp({ company: `Northlight ${type}`, name: 'Ana', agency: true })
    const { id } = await admin<{ id: string }>(`/${slugOf(type)}/accounts`, { name: 'Ana' })
    addSpend(type, id)
    const integration = await connect(ana, type, await accountOf(type, id))
    expect(integration).toMatchObject({ needs: 'ad_account', last_run: null })
    await chooseAds(ana, type, integration)
    expect(await ended(ana, integration.id)).toMatchObject({ status: 'done', error_text: null })
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
