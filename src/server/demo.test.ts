// The demo as users find it: every company is connected through the normal API, and stays connected.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SharedTotals } from '#contract/connections/totals.ts'
import type { Connection } from '#contract/connections/connections.ts'
import type { Receipt } from '#contract/connections/sharing.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { demoPassword, demoClients } from '../../db/seed/users.ts'
import { connectSources } from '../../db/seed/sources.ts'
import { readConfig } from './platform/config.ts'
import { start, type Running } from './start.ts'
import { testDatabase, type TestDatabase } from './testing/database/database.ts'
import { freePort } from './testing/free-port.ts'
import { giveConsent } from './connectors/testing/bench.ts'
import { signInByPassword } from './testing/identity-client.ts'
import { eventually } from './testing/world.ts'

const warnings: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => warnings.push(line) })
/** Why something of the demo is missing is not an answer to anybody, but a line in the log. */
const sayWhy = (error: Error): never => {
  throw new Error(`${error.message}: ${warnings.join('')}`, { cause: error })
}
const dataDir = mkdtempSync(join(tmpdir(), 'tributary-demo-'))
let store: TestDatabase
let running: Running

const open = async (...args: string[]): Promise<Running> => {
  const ports = ['--port', String(await freePort()), '--sandbox-port', '0', '--metrics-port', '0']
  const roles = ['--roles', 'api,worker,identity,sandbox']
  const read = readConfig([...ports, ...roles, '--data', dataDir, '--log', 'silent', ...args], {
    VENDOR_LIMITS: 'off',
    TRUST_PROXY: 'loopback',
  })
  if ('show' in read) throw new Error(read.show)
  tokens.clear()
  return start(read.config, log, { location: store.location, limits: { perAddress: 1_000_000, perUser: 1_000_000 } })
}

const tokens = new Map<string, string>()
/** A call to the API as the owner of an account. */
const call = async (tenant: string, path: string, body?: object): Promise<unknown> => {
  const email = demoClients.find(({ name }) => name === tenant)?.people[0]?.email ?? ''
  const token = tokens.get(tenant) ?? (await signInByPassword(running.url, email, demoPassword)).token
  tokens.set(tenant, token)
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
  const sent = body && { method: 'POST', body: JSON.stringify(body) }
  return (await fetch(`${running.url}${path}`, { headers, ...sent })).json()
}
const sourcesOf = async (tenant: string): Promise<Integration[]> =>
  ((await call(tenant, '/users-api/integrations/')) as { items: Integration[] }).items
const until = (tenant: string, isSo: (source: Integration) => boolean): Promise<Integration> =>
  eventually(async () => (await sourcesOf(tenant)).find(isSo))

beforeAll(async () => {
  store = await testDatabase()
  running = await open()
  // The two that are slow by nature stay slow, and leave the machine to the others.
  for (const vendor of ['hubspot', 'salesforce', 'facebook', 'google', 'googlesheet', 'airtable', 'microsoft-dynamics'])
    await fetch(`${running.sandboxUrl}/__admin/${vendor}/limits`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ on: false }),
    })
})
afterAll(async () => {
  await running.close()
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('The first start', () => {
  it('Ivo of Helio Solar finds his HubSpot synced', async () => {
    const source = await until('Helio Solar', ({ last_success_at: at }) => at !== null)
    expect(source).toMatchObject({ type: 'hubspot', status: 'active' })
    expect(source.contacts).toBeGreaterThanOrEqual(2642)
    expect(source.opportunities).toBeGreaterThan(1300)
  })

  it('Ana finds the ad accounts chosen and the sheet of Atlas mapped, with seven invalid rows', async () => {
    const sheet = await until(
      'Northlight Growth',
      ({ type, last_run: run }) => type === 'googlesheet' && run?.status === 'done_with_rejects',
    )
    expect(sheet).toMatchObject({ contacts: 1058, needs: null, last_run: { rejected: 7 } })
    const sources = await eventually(async () => {
      const all = await sourcesOf('Northlight Growth')
      return all.length === 6 && all.every(({ needs }) => needs === null) ? all : undefined
    })
    expect(sources.map(({ type }) => type).toSorted()).toEqual([
      'airtable',
      'facebook',
      'facebook',
      'google',
      'google',
      'googlesheet',
    ])
  })

  it('Ana finds Atlas as a ghost company, and a week of events at its endpoint [PARTNER-09] [PARTNER-10]', async () => {
    const counts = await eventually(async () => {
      const found = (await call('Northlight Growth', '/agencies-api/webhooks/deliveries/counts')) as {
        total: number
        waiting: number
      }
      return found.total === 340 && found.waiting === 0 ? found : undefined
    })
    expect(counts).toEqual({ total: 340, waiting: 0, applied: 326, duplicate: 6, rejected: 8, held: 0 })
    // From its sheet, and 210 leads from its endpoint.
    const companies = (await call('Northlight Growth', '/agencies-api/ghost-companies')) as { items: object[] }
    expect(companies.items).toMatchObject([{ company_name: 'Atlas Roofing', people: 1058 + 210 }])
    const { properties } = (await call('Northlight Growth', '/agencies-api/agencies/webhook-properties/')) as {
      properties: object[]
    }
    expect(properties).toHaveLength(9)
    const waiting = (await call('Northlight Growth', '/agencies-api/agencies/webhook-properties/set-aside')) as {
      items: object[]
    }
    expect(waiting.items).toMatchObject([{ name: 'financing_interest', count: 41, suggestion: { type: 'enum' } }])
  })

  it('Kit of Forge & Field sees that Salesforce revoked our access, and the contacts synced before', async () => {
    const source = await until('Forge & Field', ({ status }) => status === 'error')
    expect(source).toMatchObject({ type: 'salesforce', contacts: 651 })
    expect(source.status_reason).toContain('Reconnect to resume syncing')
  })

  it('Kit reconnects, and has access again', async () => {
    const kit = 'Forge & Field'
    const { id } = await until(kit, ({ status }) => status === 'error')
    const started = await call(kit, '/users-api/integrations/salesforce/connect', { integration_id: id })
    const back = await giveConsent((started as { oauth_url: string }).oauth_url, '00D000000000FMIEA2')
    await call(kit, '/users-api/integrations/salesforce/callback', Object.fromEntries(back.searchParams))
    const source = await until(kit, ({ status, last_run: run }) => status === 'active' && run?.status === 'done')
    expect(source.id).toBe(id)
  })

  it('Rosa of Summit Movers has disconnected, and synced data is kept for now', async () => {
    const source = await until('Summit Movers', ({ status }) => status === 'disconnected')
    expect(source).toMatchObject({ type: 'hubspot', contacts: 800 })
    expect(source.erase_at).not.toBeNull()
  })

  it('Milo, Priya and Gus are connected too', async () => {
    await until('Lumen Law', ({ type }) => type === 'active_campaign')
    await until('Brightsmile Dental', ({ type }) => type === 'ghl')
    const source = await until('Second Signal Media', ({ last_success_at: at }) => at !== null)
    expect(source).toMatchObject({ type: 'microsoft_dynamics', contacts: 240 })
  })
})

const connectionsOf = async (tenant: string): Promise<Connection[]> =>
  ((await call(tenant, '/agencies-api/connections?size=50')) as { items: Connection[] }).items

const statusesOf = async (tenant: string): Promise<Record<string, string>> => {
  const items = await connectionsOf(tenant)
  return Object.fromEntries(items.map(({ name, status, ending }) => [name, ending ?? status]))
}

describe('Connections of the first start [PARTNER-02]', () => {
  it('Ana finds each of her companies in the state of its story', async () => {
    const expected = {
      'Brightsmile Dental': 'active',
      'Helio Solar': 'active',
      'Forge & Field': 'active',
      'Cedar Home Care': 'in review',
      'Summit Movers': 'ended_by_company',
      'Pinecrest Fitness': 'invite sent',
      'Old Harbor Cafe': 'withdrawn',
    }
    const seen = await eventually(async () => {
      const now = await statusesOf('Northlight Growth')
      return Object.entries(expected).every(([name, status]) => now[name] === status) ? now : undefined
    })
    // The first sync of Lumen Law runs for a while.
    expect(['in process', 'active']).toContain(seen['Lumen Law'])
    expect(await statusesOf('Cedar Home Care')).toEqual({ 'Northlight Growth': 'wait for approval' })
  })
})

describe('Sharing of the first start', () => {
  it('Brightsmile is at its third version, Helio waits with its second, and what Summit had shared is erased', async () => {
    const versions = await eventually(async () => {
      const of = (name: string, all: Connection[]) => all.find((one) => one.name === name)
      const all = await connectionsOf('Northlight Growth')
      const [brightsmile, helio] = [of('Brightsmile Dental', all), of('Helio Solar', all)]
      return brightsmile?.versionInForce === 3 && helio?.pendingVersion === 2 ? { brightsmile, helio } : undefined
    }).catch(sayWhy)
    expect(versions.helio.versionInForce).toBe(1)
    const { total } = (await call('Northlight Growth', '/contacts-api/crm/contacts/?size=5')) as { total: number }
    expect(total).toBeGreaterThan(500)
    const [summit] = await connectionsOf('Summit Movers')
    const receipt = await eventually(async () => {
      const { items } = (await call('Summit Movers', `/agencies-api/connections/${summit?.id}/receipts`)) as { items: Receipt[] }
      return items.find(({ finishedAt }) => finishedAt !== null)
    })
    expect(receipt.stores[0]).toMatchObject({ name: 'Contacts', failed: 0 })
    expect(receipt.stores[0]?.removed).toBeGreaterThan(10)
  })

  it('Gus of the second agency reads totals of Helio, without small ones, and Lumen invited him', async () => {
    const helio = await eventually(async () => {
      const found = await connectionsOf('Second Signal Media')
      const isDrafting = found.some(({ name, state }) => name === 'Lumen Law' && state === 'DRAFT')
      return isDrafting ? found.find(({ name, state }) => name === 'Helio Solar' && state === 'ACTIVE') : undefined
    })
    const path = `/agencies-api/connections/${helio.id}/totals?of=contacts&by=channel`
    const totals = (await call('Second Signal Media', path)) as SharedTotals
    expect(totals).toMatchObject({ isProtected: true })
    expect(totals.total).toBeGreaterThan(50)
  })
})

describe('The next start', () => {
  it('is on other ports, changes nothing, and continues syncing', async () => {
    const tenants = demoClients.filter(({ isInternal }) => !isInternal).map(({ name }) => name)
    const idsOf = async () =>
      (await Promise.all(tenants.map(sourcesOf))).flat().map(({ id, status, status_reason: why }) => `${id} ${status} ${why}`)
    const before = await idsOf()
    const connections = await statusesOf('Northlight Growth')
    expect(before).toHaveLength(13)
    const oldSandbox = running.sandboxUrl ?? ''
    await running.close()
    running = await open()
    await connectSources({ ...running, log }, new AbortController().signal)
    expect(await idsOf()).toEqual(before)
    expect(await statusesOf('Northlight Growth')).toEqual(connections)
    const urls = (await Promise.all(tenants.map(sourcesOf))).flat().map(({ url }) => url ?? '')
    expect(urls.filter((url) => url.startsWith(oldSandbox))).toEqual([])
    expect(urls.filter((url) => url.startsWith(running.sandboxUrl ?? '')).length).toBeGreaterThanOrEqual(4)
    const gus = 'Second Signal Media'
    const [source] = await sourcesOf(gus)
    const run = await call(gus, `/contacts-api/syncs/${source?.id}/runs`, { kind: 'incremental' })
    const { id } = run as { id: string }
    const done = await until(gus, ({ last_run: last }) => last?.id === id && last.finished_at !== null)
    expect(done.last_run).toMatchObject({ status: 'done', error_text: null })
  })

  it('without the demo adds nothing', async () => {
    await running.close()
    rmSync(join(dataDir, 'sandbox'), { recursive: true, force: true })
    running = await open('--demo', 'off')
    const answer = await fetch(`${running.sandboxUrl}/__admin/vendors`)
    const { vendors } = (await answer.json()) as { vendors: { accounts: unknown[] }[] }
    expect(vendors.flatMap(({ accounts }) => accounts)).toEqual([])
  })
})
