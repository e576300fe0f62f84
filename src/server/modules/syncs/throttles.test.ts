// Vendors that throttle in their own way while a run is under way. No worker runs here, so that each session can be
// examined.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProviderType } from '#contract/integrations/providers.ts'
import { slugOf } from '#server/connectors/kit/app.ts'
import { runsOf } from '#server/testing/vendors/runs.ts'
import { connectToRead } from '#server/testing/vendors/sources.ts'
import { startStage, type Stage } from '#server/testing/vendors/stage.ts'
import type { TestUser } from '#server/testing/world.ts'
import { connectAds } from './testing/ad-account.ts'
import { workOff } from './testing/work-off.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage({ withWorker: false })
})
afterAll(() => stage.close())

interface Large {
  type: ProviderType
  /** Which of its requests fetch a page after the first. */
  at: { path: string; after?: number }
  rows: number
  /** An account that needs several pages. Returns the id of the source. */
  open: (user: TestUser) => Promise<string>
}

const contactCount = 250
const readTable = (type: ProviderType, count: number) => async (user: TestUser) => {
  const vendor = stage.play(type)
  const account = vendor.newAccount('Harbor Dental', { people: count, deals: 0 })
  return (await connectToRead(user, type, vendor.toConnect(account))).id
}

const vendors: Large[] = [
  { type: 'hubspot', at: { path: '&after=' }, rows: contactCount, open: readTable('hubspot', contactCount) },
  { type: 'airtable', at: { path: '&offset=' }, rows: contactCount, open: readTable('airtable', contactCount) },
  { type: 'googlesheet', at: { path: 'values:batchGet', after: 2 }, rows: 2100, open: readTable('googlesheet', 2100) },
  {
    type: 'facebook',
    at: { path: '/insights', after: 7 },
    rows: 600,
    open: (user) => connectAds(stage, user, { type: 'facebook', campaigns: 3, days: 200 }),
  },
]

describe.each(vendors)('$type', ({ type, at, rows, open }) => {
  let priya: TestUser
  let id: string
  const faults = () => {
    const found = stage.sandbox.installed.find(({ vendor }) => vendor.prefix === slugOf(type))
    if (!found) throw new Error(`Nobody plays ${type}`)
    return found.faults
  }
  const newest = async () => (await runsOf(priya, id))[0]

  beforeEach(async () => {
    faults().clear()
    priya = await stage.signUp({ company: `Harbor ${Math.random()}`, name: 'Priya', agency: type === 'facebook' })
    id = await open(priya)
  })

  it('gets no requests when it asks for minutes; the run keeps its cursor and then brings every row once [SYNC-10]', async () => {
    faults().add({ kind: 'throttle', ms: 120_000, ...at })
    await workOff(stage.world, priya)
    const aside = await newest()
    expect(aside).toMatchObject({ status: 'partial', error_kind: 'rate_limited', error_text: expect.stringMatching(/\.$/) })
    expect(Date.parse(aside?.resume_at ?? '')).toBeGreaterThan(Date.now() + 60_000)
    expect(aside?.records).toBeGreaterThan(0)
    faults().clear()
    await workOff(stage.world, priya)
    const done = { id: aside?.id, status: 'done', created: rows, changed: 0, unchanged: 0, rejected: 0, error_text: null }
    expect(await newest()).toMatchObject(done)
  })

  it('is waited for when it asks for a moment, and the run continues automatically [SYNC-10]', async () => {
    faults().add({ kind: 'throttle', ms: 1000, times: 1, ...at })
    await workOff(stage.world, priya)
    expect(faults().list()).toMatchObject([{ times: 0 }])
    expect(await newest()).toMatchObject({ status: 'done', created: rows, unchanged: 0, rejected: 0, waiting_until: null })
  })
})
