// A stage change is reported by a webhook and by the vendor's record, in either order: it is one event.
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { runToEnd, settled } from '#server/testing/vendors/runs.ts'
import { connectToRead } from '#server/testing/vendors/sources.ts'
import { startStage, type PlayedVendor, type Stage } from '#server/testing/vendors/stage.ts'
import { eventually, type TestUser } from '#server/testing/world.ts'
import { syncJobs } from './jobs.ts'

let stage: Stage
let priya: TestUser
beforeAll(async () => {
  stage = await startStage({ withWebhooks: true })
  priya = await stage.signUp({ company: 'Brightsmile', name: 'Priya' })
})
afterAll(() => stage.close())

interface Connected {
  vendor: PlayedVendor
  account: string
  id: string
  deal: string
}

const connected = async (type: 'ghl' | 'active_campaign'): Promise<Connected> => {
  const vendor = stage.play(type)
  vendor.sender.faults.areLost = true
  const account = vendor.newAccount('Brightsmile', { people: 2, deals: 0 })
  const at = Date.now() - 72 * 3_600_000
  const [contact] = vendor.crm.people(account, 1)
  const deal = vendor.crm.addDeal(account, {
    name: 'Implant',
    amount: 900,
    currency: 'USD',
    personIds: [contact?.id ?? ''],
    pipeline: 0,
    path: [{ stage: 0, at }],
    source: '',
    createdAt: at,
    modifiedAt: at,
  })
  const { id } = await connectToRead(priya, type, vendor.toConnect(account))
  await settled(priya, id)
  return { vendor, account, id, deal }
}

const inTenant = <T>(query: ReturnType<typeof sql<T>>) =>
  stage.world.database.inClient(priya.user.clientId, async (tx) => (await query.execute(tx)).rows)

const eventsOf = ({ id, deal }: Connected) =>
  inTenant(sql<{ stage: string; at: Date; provenance: string }>`
    select stage_event.raw_stage as stage, at, provenance from stage_event
    join opportunity on opportunity.client_id = stage_event.client_id and opportunity.id = stage_event.opportunity_id
    where opportunity.data_source_id = ${id} and opportunity.external_id = ${deal} order by at, seq`)

/** Waits until all webhook events are processed. */
const quiet = async ({ id }: Connected): Promise<void> => {
  await eventually(async () => {
    const open = await inTenant(sql`select 1 from sync_run where integration_id = ${id} and finished_at is null
      union all select 1 from webhook_event where integration_id = ${id} and used_at is null`)
    return open.length === 0 || undefined
  })
}

const countStageEvents = async ({ id }: Connected): Promise<number> =>
  (await inTenant(sql`select 1 from webhook_event where integration_id = ${id} and kind = 'stage'`)).length

/**
 * The vendor reports each step before the next one is made, and not in the same second: ActiveCampaign's times have no
 * finer unit.
 */
const afterEachStep = async (source: Connected, steps: readonly (() => void)[]): Promise<void> => {
  source.vendor.sender.faults.areLost = false
  for (const step of steps) {
    const before = await countStageEvents(source)
    step()
    const second = Math.floor(Date.now() / 1000)
    await eventually(async () => (await countStageEvents(source)) > before || undefined)
    await eventually(async () => Math.floor(Date.now() / 1000) > second || undefined)
  }
  source.vendor.sender.faults.areLost = true
  await quiet(source)
}

const vendors = ['ghl', 'active_campaign'] as const

describe.each(vendors)('A stage change at %s', (type) => {
  it.each([0, 1000, 19 * 3_600_000])('is one event at the vendor’s time when the webhook came %d ms after it', async (late) => {
    const source = await connected(type)
    const at = Date.now() - late
    await afterEachStep(source, [() => source.vendor.crm.changeDeal(source.account, source.deal, { stage: 1 }, at)])
    await runToEnd(priya, source.id, 'full')
    const events = await eventsOf(source)
    expect(events.map(({ provenance }) => provenance)).toEqual(['provider', 'provider'])
    expect(Math.abs((events[1]?.at.getTime() ?? 0) - at)).toBeLessThan(1000)
  })

  it('that the record reported first is not repeated by the webhook', async () => {
    const source = await connected(type)
    await runToEnd(priya, source.id, 'full')
    source.vendor.crm.changeDeal(source.account, source.deal, { stage: 1 }, Date.now() - 3000)
    await runToEnd(priya, source.id, 'full')
    const before = await eventsOf(source)
    const { clientId } = priya.user
    await stage.world.database.asSystem('test: the webhook comes late', (tx) =>
      sql`insert into webhook_event (client_id, integration_id, key, kind, object, external_id, detail, occurred_at)
        values (${clientId}, ${source.id}, 'late', 'stage', 'opportunity', ${source.deal},
          jsonb_build_object('stageId', ${before[1]?.stage ?? ''}::text), now())`.execute(tx),
    )
    await runToEnd(priya, source.id)
    expect(before).toHaveLength(2)
    expect(await eventsOf(source)).toEqual(before)
  })

  it('there and back and there again is three events', async () => {
    const source = await connected(type)
    const now = Date.now()
    await afterEachStep(
      source,
      [1, 0, 1].map((to, step) => () => {
        source.vendor.crm.changeDeal(source.account, source.deal, { stage: to }, now - 9000 + step * 3000)
      }),
    )
    await runToEnd(priya, source.id, 'full')
    const stages = (await eventsOf(source)).map((event) => event.stage)
    expect(stages).toHaveLength(4)
    expect([stages[2], stages[3]]).toEqual([stages[0], stages[1]])
  })
})

it('removes duplicates of earlier versions once, by the schedule, and nothing else', async () => {
  const source = await connected('ghl')
  source.vendor.crm.changeDeal(source.account, source.deal, { stage: 1 }, Date.now() - 60_000)
  await runToEnd(priya, source.id, 'full')
  const before = await eventsOf(source)
  const { clientId } = priya.user
  await stage.world.database.asSystem('test: as an earlier version wrote it', async (tx) => {
    await sql`insert into stage_event (client_id, opportunity_id, at, raw_stage, provenance, learned_at, run_id)
      select client_id, opportunity_id, at + interval '2 milliseconds', raw_stage, 'webhook', now(), run_id
      from stage_event where client_id = ${clientId} on conflict do nothing`.execute(tx)
    await sql`update integration set stages_settled_at = null where client_id = ${clientId} and id = ${source.id}`.execute(tx)
  })
  expect(await eventsOf(source)).toHaveLength(before.length * 2)
  const { database, dispatcher, vendors: all } = stage.world
  const jobs = syncJobs({ database, dispatcher, vendors: all, log: pino({ level: 'silent' }) })
  await jobs.find(({ job }) => job.name === 'sync.settle_stages')?.handle({}, new AbortController().signal)
  expect(await eventsOf(source)).toEqual(before)
  expect(await inTenant(sql`select 1 from integration where stages_settled_at is null`)).toEqual([])
})
