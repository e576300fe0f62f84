// A run that is paused until a later time, and a user who does not want to wait. Limits are enforced here as in
// production.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { requestSync } from '#contract/integrations/configs.ts'
import { deleteIntegration } from '#contract/integrations/integrations.ts'
import { startRun } from '#contract/syncs/runs.ts'
import { teammateOf } from '#server/testing/team.ts'
import { signUpStaff } from '#server/testing/users.ts'
import { runsOf, settled } from '#server/testing/vendors/runs.ts'
import { connectToRead, integrationOf } from '#server/testing/vendors/sources.ts'
import { atVendor, openAccount, type VendorAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { dailyShare, useUp } from '#server/testing/vendors/daily-share.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let priya: TestUser
let jonah: TestUser
let uma: TestUser
beforeAll(async () => {
  world = await startWorld({ env: { VENDOR_LIMITS: 'on', VENDOR_DAILY_SHARE: '10' } })
  priya = await world.signUp({ company: 'Brightsmile', name: 'Priya' })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
  uma = await teammateOf(world, priya, { name: 'Uma' })
})
afterAll(() => world.close())

const allowNothing = (account: string) =>
  world.database.asSystem('test: our share is used up', (tx) =>
    sql`update platform.vendor_budget set used = ${dailyShare} where account = ${account}`.execute(tx),
  )

/** The vendor's limit allows calls again, but we have not noticed yet. */
const allowAgain = () =>
  world.database.asSystem('test: there is room again', (tx) => sql`update platform.vendor_budget set used = 0`.execute(tx))

/**
 * A retry clears the time until which a run is paused, so a run with such a time was paused again, even if it is the
 * same time.
 */
const paused = (id: string) =>
  eventually(async () => {
    const [run] = await runsOf(priya, id)
    return run?.status === 'partial' && run.resume_at !== null ? run : undefined
  })

const retry = (user: TestUser, id: string) => user.call(startRun, { params: { integration_id: id }, body: {} })

const heldOf = async (id: string) =>
  (await priya.call(deleteIntegration, { params: { id }, query: { dry_run: 'true' } })).body.held

const contactsIn = (id: string) =>
  world.database.asSystem('test: what is really there', async (tx) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from contact where data_source_id = ${id}`.execute(tx)
    return rows[0]?.n
  })

describe('A paused run', () => {
  let account: VendorAccount
  let id: string
  beforeAll(async () => {
    account = await openAccount(world, 'hubspot', { name: 'Harbor portal', people: 350, deals: 20 })
    // Enough for all lists and some of the contacts, which are read in parallel, but not for the opportunities.
    await useUp(world, account.id, dailyShare - 18)
    ;({ id } = await connectToRead(priya, 'hubspot', account))
  })

  it('has saved as many contacts as its card and the confirmation before erasing show, also in the first run', async () => {
    await paused(id)
    const { contacts, opportunities } = await integrationOf(priya, id)
    expect(contacts).toBe(await contactsIn(id))
    expect(contacts).toBeGreaterThan(0)
    expect(await heldOf(id)).toMatchObject({ contacts, opportunities })
  })

  it('tries again when a user asks, and pauses again while the vendor does not allow it [SYNC-10]', async () => {
    const before = await paused(id)
    const again = await retry(priya, id)
    expect([again.status, again.body.id, again.body.resume_at]).toEqual([202, before.id, null])
    const after = await paused(id)
    expect([after.id, after.pages]).toEqual([before.id, before.pages])
    const { items } = (await priya.call(listAudit, { query: { action: 'sync.resumed' } })).body
    expect(items).toMatchObject([{ actorId: priya.user.id, objectId: id }])
  })

  it('keeps its position before runs that have not begun [SYNC-10]', async () => {
    const { id: runId } = await paused(id)
    const waiting = await world.database.asSystem('test: the queue', (tx) =>
      sql<{ priority: number }>`select priority from pgboss.job where singleton_key = ${runId} and state = 'created'`.execute(tx),
    )
    expect(waiting.rows).toEqual([{ priority: 1 }])
  })

  it('tells a user who asks for a full resync until when and why it is paused, and what to do instead [SYNC-10]', async () => {
    const { resume_at: until, error_text: why } = await paused(id)
    const { status, error } = await priya.call(startRun, { params: { integration_id: id }, body: { kind: 'full' } })
    expect([status, error.code]).toEqual([409, 'SYNC_RUNNING'])
    expect(error.detail).toContain(`paused until ${until?.slice(0, 16).replace('T', ' ')} UTC. ${why}`)
    expect(error.detail).toContain('A regular sync resumes it now.')
  })

  it('tries again when an admin sends the sync request [SYNC-10] [API-19]', async () => {
    const before = await paused(id)
    const { status, body } = await priya.call(requestSync, { body: { type: 'hubspot', integrationId: id } })
    expect([status, body.run_id]).toEqual([202, before.id])
    expect((await paused(id)).id).toBe(before.id)
    expect((await priya.call(listAudit, { query: { action: 'sync.resumed' } })).body.items).toHaveLength(2)
  })

  it('cannot be resumed by another account [USER-01]', async () => {
    expect((await retry(jonah, id)).status).toBe(404)
    expect((await paused(id)).resume_at).not.toBeNull()
  })

  it('resumes at its page as soon as the vendor allows it, hours before its time [SYNC-06] [SYNC-10]', async () => {
    const before = await paused(id)
    await allowAgain()
    expect((await retry(priya, id)).body.id).toBe(before.id)
    expect(await settled(priya, id)).toMatchObject({ id: before.id, status: 'done', created: 370, changed: 0, error_text: null })
  })

  it('shows matching counts after contacts were deleted at the vendor', async () => {
    const all = await atVendor<{ items: { id: string }[] }>(world, 'hubspot', `/accounts/${account.id}/people`, {
      method: 'GET',
    })
    const items = all.items.slice(0, 3)
    for (const contact of items)
      await atVendor(world, 'hubspot', `/accounts/${account.id}/people/${contact.id}`, { method: 'DELETE' })
    // The vendor also sends deletions by webhook: then a run is already open and processes some of them.
    await eventually(async () => ((await retry(priya, id)).status === 202 ? true : undefined))
    expect(await settled(priya, id)).toMatchObject({ status: 'done' })
    expect((await runsOf(priya, id)).reduce((sum, { deleted }) => sum + deleted, 0)).toBe(items.length)
    const { contacts, opportunities } = await integrationOf(priya, id)
    expect(contacts).toBe(350 - items.length)
    expect(await heldOf(id)).toMatchObject({ contacts, opportunities })
  })
  it('is resumed by a user who just started it, but only once in 15 minutes; admins and staff may always [SYNC-10]', async () => {
    await allowNothing(account.id)
    const started = await retry(uma, id)
    expect([started.status, started.body.actor]).toEqual([202, uma.email])
    await paused(id)
    const resumed = await retry(uma, id)
    expect([resumed.status, resumed.body.id, resumed.body.resume_at]).toEqual([202, started.body.id, null])
    const second = await paused(id)
    const refused = await retry(uma, id)
    expect([refused.status, refused.error.code, refused.error.detail]).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      expect.stringMatching(/Try again in 15 min/),
    ])
    expect((await paused(id)).resume_at).toBe(second.resume_at)
    expect((await retry(priya, id)).body.id).toBe(started.body.id)
    await paused(id)
    const byStaff = await retry(await signUpStaff(world), id)
    expect([byStaff.status, byStaff.body.id]).toEqual([202, started.body.id])
    expect((await paused(id)).id).toBe(started.body.id)
  })
})
