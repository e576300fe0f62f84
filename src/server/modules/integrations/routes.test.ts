import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { checkIntegrationStatus } from '#contract/integrations/configs.ts'
import { listConnectors } from '#contract/integrations/connectors.ts'
import {
  listIntegrationModels,
  listIntegrations,
  updateIntegrationModel,
  type Integration,
} from '#contract/integrations/integrations.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import { newId } from '#server/platform/ids.ts'
import { teammateOf } from '#server/testing/team.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { connect } from '#server/testing/vendors/sources.ts'
import { openAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { insertIntegration } from '#server/testing/vendors/integrations.ts'

let world: World
let maya: TestUser
let uma: TestUser
let jonah: TestUser
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
  uma = await teammateOf(world, maya, { name: 'Uma' })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
  for (const [name, status] of [
    ['Main CRM', 'active'],
    ['Old CRM', 'disconnected'],
    ['Broken CRM', 'error'],
  ] as const)
    await world.database.asSystem('test: a source', async (tx) => {
      await insertIntegration(tx, { client_id: maya.user.clientId, type: 'hubspot', name, status })
    })
})
afterAll(() => world.close())

const refusal = (answer: { status: number; error: { code: string } }) => [answer.status, answer.error.code]
const names = async (user: TestUser, query = {}) => {
  const { body } = await user.call(listIntegrations, { query })
  return { names: body.items.map(({ name }) => name), total: body.total }
}

describe('The list of integrations [API-07]', () => {
  it('shows all of the account, the newest on top, to every user of the account', async () => {
    expect(await names(maya)).toEqual({ names: ['Broken CRM', 'Old CRM', 'Main CRM'], total: 3 })
    expect(await names(uma)).toEqual(await names(maya))
  })

  it('can be filtered to those that work, or to those that do not', async () => {
    expect(await names(maya, { active: 'true' })).toEqual({ names: ['Main CRM'], total: 1 })
    expect(await names(maya, { active: 'false' })).toEqual({ names: ['Broken CRM', 'Old CRM'], total: 2 })
    expect((await maya.call(listIntegrations, { query: { active: 'perhaps' } })).status).toBe(400)
  })

  it('shows nothing of another account [USER-01]', async () => {
    expect(await names(jonah)).toEqual({ names: [], total: 0 })
  })

  it('contains what a card shows, and no secret [SYNC-02] [SYNC-03]', async () => {
    const { items } = (await maya.call(listIntegrations, { query: { active: 'true' } })).body
    expect(items[0]).toEqual({
      id: expect.any(String),
      client_id: maya.user.clientId,
      type: 'hubspot',
      vendor: 'HubSpot',
      category: 'crm',
      abilities: expect.arrayContaining(['contacts', 'opportunities', 'webhooks']),
      name: 'Main CRM',
      status: 'active',
      status_reason: null,
      status_since: expect.any(String),
      account: null,
      hub_id: null,
      url: null,
      manager_account: null,
      attribute_id: null,
      syncing: expect.any(Boolean),
      needs: null,
      interval_minutes: 15,
      next_run_at: null,
      last_run: null,
      is_failing: false,
      removal: null,
      skipped: 0,
      last_success_at: null,
      contacts: 0,
      opportunities: 0,
      settings: {},
      access_ends_at: null,
      erase_at: null,
      ghost_company_id: null,
      version: 1,
      created_at: expect.any(String),
    })
  })
})

describe('The connectors', () => {
  const byType = async () => new Map((await uma.call(listConnectors)).body.items.map((one) => [one.type, one]))

  it('are one for each vendor of the specification, and Airtable [SYNC-01]', async () => {
    expect([...(await byType()).keys()].toSorted()).toEqual(
      [
        'airtable',
        'active_campaign',
        'facebook',
        'ghl',
        'google',
        'googlesheet',
        'hubspot',
        'microsoft_dynamics',
        'salesforce',
      ].toSorted(),
    )
  })

  it('are social, CRM or spreadsheet, each with texts, an icon and what it brings [SYNC-03]', async () => {
    const all = [...(await byType()).values()]
    const of = (category: string) =>
      all
        .filter((one) => one.category === category)
        .map(({ type }) => type)
        .toSorted()
    expect(of('social')).toEqual(['facebook', 'google'])
    expect(of('spreadsheet')).toEqual(['airtable', 'googlesheet'])
    expect(of('crm')).toEqual(['active_campaign', 'ghl', 'hubspot', 'microsoft_dynamics', 'salesforce'])
    for (const { about, logo, abilities, isAvailable, isSandbox, limit } of all) {
      expect([about.length > 20, logo.paths.length > 0, abilities.length > 0, isAvailable, isSandbox]).toEqual(
        Array(5).fill(true),
      )
      expect(limit.requests / limit.perMs).toBeGreaterThan(0)
    }
  })

  it.each<[ProviderType, string[]]>([
    ['airtable', ['token', 'base_id', 'table_id']],
    ['active_campaign', ['url', 'api_key']],
    ['googlesheet', ['name', 'url']],
  ])('ask for what %s needs: %j [SYNC-04] [SYNC-05]', async (type, fields) => {
    const fieldsAsked = (await byType()).get(type)?.fields ?? []
    expect(fieldsAsked.map(({ name }) => name)).toEqual(fields)
    expect(fieldsAsked.every(({ label, help }) => label !== '' && help !== '')).toBe(true)
    for (const name of ['token', 'api_key'])
      expect(fieldsAsked.find((field) => field.name === name)?.kind ?? 'secret').toBe('secret')
  })

  it('show no secret of the operator', async () => {
    const text = JSON.stringify((await uma.call(listConnectors)).body)
    expect(text).not.toMatch(/sandbox-secret|SandboxDeveloperToken|clientSecret|"(secrets|addresses|hosts|sharedLogin)"/)
  })
})

describe('The rows of integrations [API-08]', () => {
  let source: Integration
  beforeAll(async () => {
    source = await connect(jonah, 'hubspot', await openAccount(world, 'hubspot', { name: 'Pratt portal', people: 2 }))
    await settled(jonah, source.id)
  })
  const patch = (user: TestUser, body: Record<string, unknown>, id = source.id) =>
    user.call(updateIntegrationModel, { params: { id }, body })
  const fresh = async () => (await jonah.call(listIntegrations, { query: {} })).body.items.find(({ id }) => id === source.id)

  it('are listed without their secrets; `connected` tells whether there are any', async () => {
    const { items, total } = (await maya.call(listIntegrationModels, { query: { client_id: maya.user.clientId } })).body
    expect(total).toBe(3)
    for (const row of items) expect(row).toMatchObject({ refresh_token: null, auth_token: null, connected: false })
    const his = (await jonah.call(listIntegrationModels, { query: {} })).body
    expect(his.items).toMatchObject([{ id: source.id, refresh_token: null, auth_token: null, connected: true }])
    expect(refusal(await jonah.call(listIntegrationModels, { query: { client_id: maya.user.clientId } }))).toEqual([
      404,
      'NOT_FOUND',
    ])
  })

  it('can be renamed, given an attribute id and synced less often, which is recorded [SYNC-03]', async () => {
    const changed = await patch(jonah, { name: ' Main portal ', attribute_id: 'crm-7', interval_minutes: 60 })
    expect(changed.body).toMatchObject({
      name: 'Main portal',
      attribute_id: 'crm-7',
      interval_minutes: 60,
      last_run: { id: (await fresh())?.last_run?.id },
    })
    const { items } = (await jonah.call(listAudit, { query: { action: 'integration.changed' } })).body
    const diff = { sourceName: ['HubSpot', 'Main portal'], interval_minutes: [15, 60] }
    expect(items).toMatchObject([{ objectId: source.id, objectName: 'Main portal', diff }])
  })

  it('use a new interval immediately: a shorter one from now, a longer one from the previous run [SYNC-03]', async () => {
    const next = async (minutes: number) => Date.parse((await patch(jonah, { interval_minutes: minutes })).body.next_run_at ?? '')
    const hourly = await next(60)
    expect((await next(10_080)) - hourly).toBe((10_080 - 60) * 60_000)
    expect(Math.abs((await next(5)) - Date.now() - 5 * 60_000)).toBeLessThan(60_000)
    expect(Math.abs((await next(60)) - Date.now() - 60 * 60_000)).toBeLessThan(60_000)
  })

  it('are synced in full when their settings change', async () => {
    const before = (await fresh())?.last_run?.id
    const changed = await patch(jonah, { settings: { lists: ['7'] } })
    expect(changed.body).toMatchObject({ settings: { lists: ['7'] }, last_run: { kind: 'full', actor: jonah.email } })
    await settled(jonah, source.id)
    const same = await patch(jonah, { settings: { lists: ['7'] } })
    expect([same.body.last_run?.id === before, same.body.last_run?.id]).toEqual([false, changed.body.last_run?.id])
  })

  it('are not changed with an old version', async () => {
    const { version = 0 } = (await fresh()) ?? {}
    expect((await patch(jonah, { name: 'Newer', version })).body).toMatchObject({ name: 'Newer', version: version + 1 })
    expect(refusal(await patch(jonah, { name: 'Older', version }))).toEqual([409, 'STALE_VERSION'])
    expect((await fresh())?.name).toBe('Newer')
  })

  it.each<[string, Record<string, unknown>]>([
    ['a setting that is not known', { settings: { colour: 'red' } }],
    ['a column that is not one of ours', { settings: { map: { shoe_size: 'A' } } }],
    ['a status, which is the vendor to say', { status: 'active' }],
    ['a name of nothing', { name: '  ' }],
    ['every minute', { interval_minutes: 1 }],
  ])('are not changed by %s', async (_what, body) => {
    expect((await patch(jonah, body)).status).toBe(400)
  })

  it('stay bound to their account, and take a key only if the vendor uses keys', async () => {
    expect(refusal(await patch(jonah, { hub_id: '7' }))).toEqual([409, 'OTHER_ACCOUNT'])
    expect(refusal(await patch(jonah, { refresh_token: 'mine' }))).toEqual([409, 'ACTION_NOT_ALLOWED'])
  })

  it('are not found by others, and cannot be changed by users without admin rights', async () => {
    expect(refusal(await patch(maya, { name: 'Mine' }))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await patch(maya, { name: 'Nobody' }, newId()))).toEqual([404, 'NOT_FOUND'])
    const { items } = (await uma.call(listIntegrations, { query: {} })).body
    expect(refusal(await patch(uma, { name: 'Mine' }, items[0]?.id))).toEqual([403, 'FORBIDDEN'])
  })

  it('show the health of each and the progress of its newest run [API-18]', async () => {
    const run = await settled(jonah, source.id)
    const his = await jonah.call(checkIntegrationStatus, { query: { client_id: jonah.user.clientId } })
    expect(his.body).toEqual({
      total: 1,
      items: [
        {
          integration_id: source.id,
          type: 'hubspot',
          status: 'active',
          run_id: run.id,
          run_status: 'done',
          phase: run.phase,
          percent: 100,
          rows: run.records,
          since: run.started_at,
        },
      ],
    })
    const hers = (await uma.call(checkIntegrationStatus, { query: {} })).body.items
    expect(hers.map(({ status, run_status, rows }) => [status, run_status, rows])).toEqual([
      ['error', null, 0],
      ['disconnected', null, 0],
      ['active', null, 0],
    ])
    expect(refusal(await uma.call(checkIntegrationStatus, { query: { client_id: jonah.user.clientId } }))).toEqual([
      404,
      'NOT_FOUND',
    ])
  })
})
