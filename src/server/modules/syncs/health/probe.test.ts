import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listEvents } from '#contract/events/events.ts'
import { deleteIntegration, updateIntegrationModel, type Integration } from '#contract/integrations/integrations.ts'
import { listNotifications } from '#contract/notifications.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import { listSilent } from '#server/modules/integrations/health/service.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { connect, connectToRead, goAndComeBack, integrationOf } from '#server/testing/vendors/sources.ts'
import { atVendor, openAccount, type VendorAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { healthJobs } from './probe.ts'

let world: World
let priya: TestUser
beforeAll(async () => {
  world = await startWorld()
  priya = await world.signUp({ company: 'Brightsmile', name: 'Priya' })
})
afterAll(() => world.close())

/** Runs the nightly check of sources. */
const night = async (): Promise<void> => {
  const care = healthJobs(world).find(({ schedule }) => schedule !== undefined)
  await care?.handle({}, new AbortController().signal)
}

const passTime = (id: string, hours: number) =>
  world.database.asSystem('test: time passes', (tx) =>
    sql`update integration set answered_at = answered_at - make_interval(hours => ${hours}),
      access_ends_at = access_ends_at - make_interval(hours => ${hours}) where id = ${id}`.execute(tx),
  )

const isSilent = async (id: string): Promise<boolean> => {
  const silent = await world.database.asSystem('test: who is silent', (tx) => listSilent(tx, { hours: 20, limit: 100 }))
  return silent.some((one) => one.integrationId === id)
}

const noticesOf = async (kind: string, name: string) => {
  const { body } = await priya.call(listNotifications, { query: {} })
  return body.items.filter((one) => one.kind === kind && one.data.name === name)
}

const lettersAbout = async (words: RegExp): Promise<{ subject: string; text: string }[]> => {
  const response = await fetch(`${world.url}/agencies-api/outbox/letters?limit=50&to=${encodeURIComponent(priya.email)}`)
  const { items } = (await response.json()) as { items: { subject: string; text: string }[] }
  return items.filter(({ subject }) => words.test(subject))
}

/** A source without a schedule, so that no run notices lost access. */
const quiet = async (type: ProviderType, name: string): Promise<{ source: Integration; account: VendorAccount }> => {
  const account = await openAccount(world, type, { name, people: 3, deals: 1 })
  const { id } = await connectToRead(priya, type, account)
  await settled(priya, id)
  const { body } = await priya.call(updateIntegrationModel, { params: { id }, body: { name, syncing: false } })
  return { source: body, account }
}

const revoke = (type: ProviderType, { id }: VendorAccount) =>
  atVendor(world, type, `/accounts/${id}/tokens`, { body: { do: 'revoke' } })

describe('A source without contact for a day', () => {
  it('is checked at night; if access is lost, Priya is notified once, as after a failed run [SYNC-09]', async () => {
    const { source, account } = await quiet('hubspot', 'Quiet portal')
    const { id } = source
    await revoke('hubspot', account)
    await night()
    expect(await isSilent(id)).toBe(false)
    expect((await integrationOf(priya, id)).status).toBe('active')

    await passTime(id, 21)
    expect(await isSilent(id)).toBe(true)
    await night()
    const lost = await eventually(async () => {
      const one = await integrationOf(priya, id)
      return one.status === 'error' ? one : undefined
    })
    expect(lost.status_reason).toMatch(/\w+ .*\.$/)
    expect(await noticesOf('sync.lost', 'Quiet portal')).toMatchObject([{ data: { reason: lost.status_reason } }])
    const events = await priya.call(listEvents, { query: { event: 'integration_lost' } })
    expect(events.body.items).toMatchObject([{ origin: 'system', object: 'Quiet portal', error: lost.status_reason }])
    expect(await eventually(async () => (await lettersAbout(/Quiet portal stopped syncing/)).length || undefined)).toBe(1)

    await night()
    expect(await isSilent(id)).toBe(false)
    expect(await noticesOf('sync.lost', 'Quiet portal')).toHaveLength(1)
  })

  it('is not checked for another day when it answers', async () => {
    const { source } = await quiet('salesforce', 'Quiet org')
    await passTime(source.id, 21)
    await night()
    await eventually(async () => ((await isSilent(source.id)) ? undefined : true))
    expect(await integrationOf(priya, source.id)).toMatchObject({ status: 'active', status_reason: null })
  })

  it('counts as checked by every run that ends', async () => {
    const account = await openAccount(world, 'ghl', { name: 'Busy location', people: 2, deals: 1 })
    const { id } = await connectToRead(priya, 'ghl', account)
    await settled(priya, id)
    await passTime(id, 21)
    await priya.call(updateIntegrationModel, { params: { id }, body: { syncing: false } })
    expect(await isSilent(id)).toBe(true)
    await priya.call(updateIntegrationModel, { params: { id }, body: { syncing: true } })
    await eventually(async () => ((await isSilent(id)) ? undefined : true))
  })

  it.each(['throttle', 'malformed'])('is not considered lost because of trouble at its vendor: %s', async (kind) => {
    const { source } = await quiet('salesforce', `Org in trouble: ${kind}`)
    await passTime(source.id, 21)
    await atVendor(world, 'salesforce', '/faults', { body: { kind } })
    const probe = healthJobs(world).find(({ schedule }) => schedule === undefined)
    const ref = { clientId: source.client_id, integrationId: source.id }
    await probe?.handle(ref, new AbortController().signal)
    await atVendor(world, 'salesforce', '/faults', { method: 'DELETE' })
    expect(await integrationOf(priya, source.id)).toMatchObject({ status: 'active', status_reason: null })
    expect(await isSilent(source.id)).toBe(true)
  })
})

const day = 24

describe('Access that expires', () => {
  it('is announced once, ten days before, and the date moves when Priya reconnects [SYNC-09]', async () => {
    const login = await openAccount(world, 'facebook', { name: 'Priya at work' })
    const { id, name, access_ends_at: end } = await connect(priya, 'facebook', login)
    const daysLeft = (instant: string | null): number => (Date.parse(instant ?? '') - Date.now()) / (day * 3_600_000)
    expect(daysLeft(end)).toBeCloseTo(60, 1)

    await passTime(id, 49 * day)
    await night()
    expect(await noticesOf('sync.expiring', name)).toEqual([])
    await passTime(id, 2 * day)
    await night()
    await night()
    const { access_ends_at: soon } = await integrationOf(priya, id)
    expect(await noticesOf('sync.expiring', name)).toMatchObject([{ data: { name, at: soon } }])
    const on = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(soon ?? ''))
    const emails = await eventually(async () => {
      const found = await lettersAbout(/^Access to/)
      return found.length > 0 ? found : undefined
    })
    expect(emails).toMatchObject([
      { subject: `Access to ${name} ends on ${on}`, text: expect.stringContaining('Reconnect before then and nothing is lost.') },
    ])

    expect(await noticesOf('sync.expiring', name)).toMatchObject([{ readAt: null }])
    await goAndComeBack(priya, 'facebook', login, id)
    expect(await noticesOf('sync.expiring', name)).toMatchObject([{ readAt: expect.any(String) }])
    expect(daysLeft((await integrationOf(priya, id)).access_ends_at)).toBeCloseTo(60, 1)
    await passTime(id, 51 * day)
    await night()
    expect(await noticesOf('sync.expiring', name)).toHaveLength(2)
  })

  it('is not announced where it is renewed, or where a key was entered', async () => {
    const portal = await connect(priya, 'hubspot', await openAccount(world, 'hubspot', { name: 'Lasting portal' }))
    const campaigns = await connect(priya, 'active_campaign', await openAccount(world, 'active_campaign', { name: 'Lasting' }))
    expect([portal.access_ends_at, campaigns.access_ends_at]).toEqual([null, null])
  })

  it('ends with a disconnection', async () => {
    const login = await openAccount(world, 'facebook', { name: 'Priya at home' })
    const { id } = await connect(priya, 'facebook', login)
    await priya.call(deleteIntegration, { params: { id }, query: {} })
    expect((await integrationOf(priya, id)).access_ends_at).toBeNull()
  })
})
