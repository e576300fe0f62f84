// A complete vendor from outside of the vendor folders: it is added to both lists, and everything else follows from its
// manifest.
import { removeToyVendor } from '#server/testing/toy-vendor/add.ts'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectAdAccounts, listAdAccounts } from '#contract/integrations/ad-accounts.ts'
import { listConnectors } from '#contract/integrations/connectors.ts'
import { deleteIntegration, refreshIntegration, type Integration } from '#contract/integrations/integrations.ts'
import { getSpend } from '#contract/crm/spend.ts'
import { projectRoot } from '#server/platform/config.ts'
import { runToEnd, settled } from '#server/testing/vendors/runs.ts'
import { connect } from '#server/testing/vendors/sources.ts'
import { atVendor, openAccount, type VendorAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { addDays } from './kit/day-windows.ts'
import { addConnector, allConnectors, connectorOf } from './registry.ts'
import { describeConformance } from './testing/conformance/suite.ts'

afterAll(removeToyVendor)

const folder = 'src/server/testing/toy-vendor/'
const toy = allConnectors().at(-1)
if (!toy) throw new Error('Nothing was added')
const { type, name } = toy.manifest

const today = new Date().toISOString().slice(0, 10)
const spent = (ago: number, spend: number) => {
  return { campaign: 'Spring', day: addDays(today, -ago), spend, impressions: 900, clicks: 7, conversions: 1 }
}

describe('A vendor that no list names', () => {
  let world: World
  let ana: TestUser
  let login: VendorAccount
  let business: { id: string; adAccounts: string[] }
  let source: Integration

  beforeAll(async () => {
    world = await startWorld()
    ana = await world.signUp({ company: 'Northlight', agency: true })
    login = await openAccount(world, type, { name: 'Ana Lind' })
    business = await atVendor(world, type, `/accounts/${login.id}/businesses`, {
      body: { name: 'Northlight', adAccounts: ['Lumen', 'Helio'].map((one) => ({ name: one, currency: 'EUR' })) },
    })
    const [lumen = ''] = business.adAccounts
    const days = [spent(1, 12.5), spent(2, 10), spent(40, 99.99)]
    await atVendor(world, type, `/accounts/${login.id}/ad-accounts/${lumen}/spend`, { body: days })
  })
  afterAll(() => world.close())

  it('is in the gallery as its manifest says', async () => {
    const shown = (await ana.call(listConnectors)).body.items.find((one) => one.type === type)
    expect(shown).toMatchObject({
      name,
      category: 'social',
      chooses: 'ad_account',
      permissions: Object.values(toy.manifest.scopes),
      isAvailable: true,
      isSandbox: true,
    })
  })

  it('is connected by consent, and waits for an ad account', async () => {
    source = await connect(ana, type, login)
    expect(source).toMatchObject({
      type,
      vendor: name,
      abilities: ['spend'],
      status: 'active',
      needs: 'ad_account',
      hub_id: null,
    })
  })

  it('lists its ad accounts by the call for all vendors', async () => {
    const { status, body } = await ana.call(listAdAccounts, { params: { id: source.id } })
    expect(status).toBe(200)
    const [lumen, helio] = business.adAccounts
    const account = { businessid: business.id, currency: 'EUR', active: true }
    expect(body.items).toEqual([
      {
        id: business.id,
        name: 'Northlight',
        accounts: [
          { ...account, id: lumen, name: 'Lumen' },
          { ...account, id: helio, name: 'Helio' },
        ],
      },
    ])
  })

  it('is synced: the spend of its ad account is in the database', async () => {
    const [adaccount = ''] = business.adAccounts
    const chosen = await ana.call(connectAdAccounts, { params: { id: source.id }, body: { adaccounts: [{ adaccount }] } })
    expect(chosen.body.items).toMatchObject([{ id: source.id, account: 'Lumen', manager_account: 'Northlight', needs: null }])
    expect(await settled(ana, source.id)).toMatchObject({ status: 'done', created: 3 })
    const rows = await world.database.asSystem('test: what was stored', (tx) =>
      tx.selectFrom('ad_spend').select(['campaign', 'currency']).where('data_source_id', '=', source.id).execute(),
    )
    expect(rows).toHaveLength(3)
    const query = { from: addDays(today, -50), to: today }
    const { body } = await ana.call(getSpend, { params: { integration_id: source.id }, query })
    expect(JSON.stringify(body)).toContain('122.49')
  })

  it('brings corrections with the next sync, is checked, and is revoked when it is disconnected', async () => {
    const [lumen = ''] = business.adAccounts
    await atVendor(world, type, `/accounts/${login.id}/ad-accounts/${lumen}/spend`, { body: [spent(1, 13)] })
    expect(await runToEnd(ana, source.id)).toMatchObject({ status: 'done', changed: 1, created: 0 })
    expect((await ana.call(refreshIntegration, { params: { id: source.id } })).body.status).toBe('active')
    const { body } = await ana.call(deleteIntegration, { params: { id: source.id }, query: { erase: 'later' } })
    expect(body).toMatchObject({ status: 'disconnected', held: { spend_days: 3 } })
  })
})

describe('Adding it', () => {
  it('cannot be done twice', () => {
    expect(() => addConnector(toy)).toThrow(`There is a connector for ${type} already`)
    expect(connectorOf(type)).toBe(toy)
  })

  it('needed no other file: nothing outside of its two folders and what adds them names it', () => {
    const everything = globSync('{src,db,e2e,tools,bench,fuzz,docs}/**/*.{ts,tsx,mjs,css,json,sql,md}', { cwd: projectRoot })
    expect(everything.length).toBeGreaterThan(1000)
    const words = [...new Set([type, name, type.replaceAll('_', '-'), name.replaceAll(' ', '')])].map((word) =>
      word.toLowerCase(),
    )
    const named = everything.filter((path) => {
      const text = readFileSync(join(projectRoot, path), 'utf8').toLowerCase()
      return words.some((word) => text.includes(word))
    })
    const outside = named.filter((path) => !path.startsWith(`${folder}connector/`) && !path.startsWith(`${folder}sandbox/`))
    expect(outside).toEqual([`${folder}add.ts`])
  })

  it('shares no code between the connector and its sandbox', () => {
    const importsOf = (part: string) =>
      globSync(`${folder}${part}/*.ts`, { cwd: projectRoot }).flatMap((path) =>
        [...readFileSync(join(projectRoot, path), 'utf8').matchAll(/from '([^']+)'/g)].map(([, from]) => from),
      )
    expect(importsOf('connector').filter((from) => from?.startsWith('#sandbox'))).toEqual([])
    expect(importsOf('sandbox').filter((from) => from?.startsWith('#server') || from?.startsWith('#contract'))).toEqual([])
  })
})

describeConformance(toy)
