// The vendor's daily limit, shared with the customer's other tools. Limits are enforced here as in production.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refreshIntegration } from '#contract/integrations/integrations.ts'
import { listNotifications } from '#contract/notifications.ts'
import { connectToRead, integrationOf } from '#server/testing/vendors/sources.ts'
import { openAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { runsOf, settled } from '#server/testing/vendors/runs.ts'
import { dailyShare, useUp } from '#server/testing/vendors/daily-share.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'

let world: World
let priya: TestUser
beforeAll(async () => {
  world = await startWorld({ env: { VENDOR_LIMITS: 'on', VENDOR_DAILY_SHARE: '10' } })
  priya = await world.signUp({ company: 'Brightsmile', name: 'Priya' })
})
afterAll(() => world.close())

/** Midnight: the usage counts for yesterday, and the pause ends. */
const dayEnds = (runId: string) =>
  world.database.asSystem('test: the day ends', async (tx) => {
    await sql`update platform.vendor_budget set day = day - 1`.execute(tx)
    await sql`update pgboss.job set start_after = now() where singleton_key = ${runId}`.execute(tx)
  })

const failuresOf = async (runId: string): Promise<number | undefined> => {
  const { clientId } = priya.user
  const row = await world.database.inClient(clientId, (tx) =>
    tx.selectFrom('sync_run').select('failures').where('client_id', '=', clientId).where('id', '=', runId).executeTakeFirst(),
  )
  return row?.failures
}

const secondsToMidnight = () => (24 * 3_600_000 - (Date.now() % (24 * 3_600_000))) / 1000

describe('A run that has used its share of the daily limit', () => {
  it('pauses at its page until the day ends, shows why, and resumes there [SYNC-10]', async () => {
    // The day must not end in the middle of the test.
    await eventually(async () => secondsToMidnight() > 45 || undefined)
    const account = await openAccount(world, 'hubspot', { name: 'Harbor portal', people: 350, deals: 20 })
    await useUp(world, account.id, dailyShare - 11)
    const { id } = await connectToRead(priya, 'hubspot', account)
    const resting = await eventually(async () => {
      const [run] = await runsOf(priya, id)
      return run?.status === 'partial' && run.resume_at ? run : undefined
    })
    expect(resting).toMatchObject({
      error_kind: 'rate_limited',
      error_text: expect.stringMatching(/our share of the daily HubSpot limit.*resume automatically/),
      finished_at: null,
    })
    expect(resting.requests).toBeLessThan(12)
    expect(resting.pages).toBeGreaterThan(0)
    expect(Date.parse(resting.resume_at ?? '') / 1000).toBeCloseTo(Date.now() / 1000 + secondsToMidnight(), -2)
    expect(await failuresOf(resting.id)).toBeLessThanOrEqual(1)
    expect(await integrationOf(priya, id)).toMatchObject({ status: 'active', status_reason: null })
    const notifications = (await priya.call(listNotifications, { query: {} })).body.items
    expect(notifications.filter(({ kind }) => kind === 'sync.lost')).toEqual([])

    // A user who checks the connection gets an answer nevertheless.
    const refreshed = await priya.call(refreshIntegration, { params: { id } })
    expect([refreshed.status, refreshed.body.status]).toEqual([200, 'active'])

    await dayEnds(resting.id)
    expect(await settled(priya, id)).toMatchObject({ id: resting.id, status: 'done', created: 370, changed: 0, error_text: null })
    expect(await integrationOf(priya, id)).toMatchObject({ contacts: 350, opportunities: 20 })
  })
})
