// Trouble at the vendor while a run is under way. No worker runs here, so that each session can be examined.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProviderType } from '#contract/integrations/providers.ts'
import { askForRun, runsOf } from '#server/testing/vendors/runs.ts'
import { connectToRead, integrationOf } from '#server/testing/vendors/sources.ts'
import { startStage, type PlayedVendor, type Stage } from '#server/testing/vendors/stage.ts'
import { eventually, type TestUser } from '#server/testing/world.ts'
import { workOff } from './testing/work-off.ts'

let stage: Stage
const usersByVendor = new Map<ProviderType, TestUser>()
beforeAll(async () => {
  stage = await startStage({ withWorker: false })
  for (const type of ['salesforce', 'microsoft_dynamics', 'active_campaign', 'ghl'] as const)
    usersByVendor.set(type, await stage.signUp({ company: `Brightsmile ${type}`, name: 'Priya' }))
})
afterAll(() => stage.close())

interface Waiting {
  vendor: PlayedVendor
  id: string
  priya: TestUser
}

/** A vendor, and a company that syncs from it: each test has its own, so that faults do not affect other tests. */
const waiting = async (type: ProviderType, people: number): Promise<Waiting> => {
  const vendor = stage.play(type)
  const priya = usersByVendor.get(type)
  if (!priya) throw new Error(`Nobody reads from ${type}`)
  vendor.faults.clear()
  const account = vendor.newAccount(`Harbor ${type} ${people}`, { people, deals: 20 })
  const { id } = await connectToRead(priya, vendor.type, vendor.toConnect(account))
  return { vendor, id, priya }
}

const newest = async ({ id, priya }: Waiting) => (await runsOf(priya, id))[0]

// Waiting for a vendor takes seconds, so these tests wait at the same time.
describe.concurrent('A run', () => {
  it('is deferred at its page when the daily calls are used up, and resumes there [SYNC-10]', async () => {
    const source = await waiting('salesforce', 4500)
    const { vendor, id, priya } = source
    vendor.faults.add({ kind: 'throttle', after: 12 })
    await workOff(stage.world, priya)
    const aside = await newest(source)
    expect(aside).toMatchObject({ status: 'partial', error_kind: 'rate_limited', error_text: expect.stringMatching(/\.$/) })
    expect(Date.parse(aside?.resume_at ?? '')).toBeGreaterThan(Date.now() + 60_000)
    const before = await integrationOf(priya, id)
    expect(before.status).toBe('active')
    vendor.faults.clear()
    await workOff(stage.world, priya)
    expect(await newest(source)).toMatchObject({ id: aside?.id, status: 'done', created: 4520, changed: 0, error_text: null })
    expect(await integrationOf(priya, id)).toMatchObject({ contacts: 4500, opportunities: 20 })
  })

  it('that is throttled for a moment shows that it waits, continues automatically and loses nothing [SYNC-10]', async () => {
    const source = await waiting('microsoft_dynamics', 250)
    const { vendor, priya } = source
    vendor.faults.add({ kind: 'throttle', times: 1, after: 4 })
    const working = workOff(stage.world, priya)
    const waits = await eventually(async () => (await newest(source))?.waiting_until ?? undefined)
    expect(Date.parse(waits)).toBeGreaterThan(Date.now() - 1000)
    await working
    expect(await newest(source)).toMatchObject({ status: 'done', created: 270, waiting_until: null })
  })

  it('survives an outage that is longer than our retries: partial first, then done [SYNC-10]', async () => {
    const source = await waiting('active_campaign', 250)
    const { vendor, priya } = source
    vendor.faults.add({ kind: 'outage', after: 8 })
    await workOff(stage.world, priya)
    expect(await newest(source)).toMatchObject({
      status: 'partial',
      error_kind: 'unavailable',
      error_text: 'ActiveCampaign is having problems right now. This usually resolves itself.',
      resume_at: expect.any(String),
    })
    vendor.faults.clear()
    await workOff(stage.world, priya)
    expect(await newest(source)).toMatchObject({ status: 'done', created: 270, changed: 0 })
  })
})

describe('A run that gets an answer of an unknown form', () => {
  it.each(['malformed', 'odd_shape'] as const)(
    'fails with a text for users when an answer is %s; the next run succeeds',
    async (kind) => {
      const source = await waiting('ghl', kind === 'malformed' ? 30 : 31)
      const { vendor, id, priya } = source
      vendor.faults.add({ kind, after: 3 })
      await workOff(stage.world, priya)
      expect(await newest(source)).toMatchObject({
        status: 'failed',
        error_kind: 'bad_answer',
        error_text: expect.stringMatching(
          /^GoHighLevel sent [a-z ]+ in a format we couldn't read, .* We'll try again at the next sync\.$/,
        ),
      })
      expect(await integrationOf(priya, id)).toMatchObject({ status: 'active', is_failing: true })
      vendor.faults.clear()
      await askForRun(priya, id)
      expect(await integrationOf(priya, id)).toMatchObject({ is_failing: true, last_run: { status: 'queued' } })
      await workOff(stage.world, priya)
      expect(await newest(source)).toMatchObject({ status: 'done' })
      expect(await integrationOf(priya, id)).toMatchObject({ is_failing: false })
    },
  )
})
