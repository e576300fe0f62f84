// Who can cancel a run, and what is recorded of it. No worker runs here, so a run stays waiting or under way for as
// long as needed.
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { changeClientStatus } from '#contract/account-closure.ts'
import { listEvents } from '#contract/events/events.ts'
import { cancelRun } from '#contract/syncs/runs.ts'
import { newId } from '#server/platform/ids.ts'
import { signUpStaff } from '#server/testing/users.ts'
import { askForRun, runsOf } from '#server/testing/vendors/runs.ts'
import { connectToRead, integrationOf } from '#server/testing/vendors/sources.ts'
import { startStage, type PlayedVendor, type Stage } from '#server/testing/vendors/stage.ts'
import { eventually, type TestUser } from '#server/testing/world.ts'
import { syncJobs } from './jobs.ts'
import { workOff } from './testing/work-off.ts'

let stage: Stage
let maya: TestUser
let steward: TestUser
let vendor: PlayedVendor
let source: string
beforeAll(async () => {
  stage = await startStage({ withWorker: false })
  maya = await stage.signUp({ company: 'Harbor Light' })
  steward = await signUpStaff({ ...stage.world, signUp: stage.signUp })
  vendor = stage.play('hubspot')
  const portal = vendor.newAccount('Harbor portal', { people: 4, deals: 2 })
  source = (await connectToRead(maya, 'hubspot', vendor.toConnect(portal))).id
})
afterAll(() => stage.close())

/** Runs the schedule at a time at which this source is due. */
const tick = async (id: string): Promise<void> => {
  const { database, dispatcher, vendors } = stage.world
  await database.asSystem('test: the time has come', (tx) =>
    sql`update integration set next_run_at = now() - interval '1 minute' where id = ${id}`.execute(tx),
  )
  const clock = syncJobs({ database, dispatcher, vendors, log: pino({ level: 'silent' }) }).find(
    ({ job }) => job.name === 'sync.clock',
  )
  await clock?.handle({}, new AbortController().signal)
}

const cancel = (user: TestUser, id: string) => user.call(cancelRun, { params: { id } })
const newest = async () => (await runsOf(maya, source))[0]
const eventFor = async (user: TestUser) =>
  (await user.call(listEvents, { query: { event: 'sync_canceled', client_id: maya.user.clientId, limit: 1 } })).body.items[0]

describe('Staff cancel a run of an account', () => {
  it('that is waiting: it ends immediately, is recorded as done by staff, and Maya stays masked [API-16]', async () => {
    const waiting = await newest()
    const { status, body } = await cancel(steward, waiting?.id ?? '')
    expect([status, body.id, body.status]).toEqual([202, waiting?.id, 'canceled'])
    expect([waiting?.actor, body.actor]).toEqual([maya.email, expect.stringContaining('•')])
    expect(await eventFor(maya)).toMatchObject({
      origin: 'staff',
      actor: 'Tributary staff',
      object: 'HubSpot, harbor-portal.example.com',
    })
    expect(await eventFor(steward)).toMatchObject({ origin: 'staff', actor: steward.email })
    const { items } = (await maya.call(listAudit, { query: { action: 'sync.cancel_requested' } })).body
    expect(items).toMatchObject([{ actorKind: 'staff', objectId: source, clientId: maya.user.clientId }])
  })

  it('that is under way: it stops after its page [SYNC-07]', async () => {
    const { body: started } = await askForRun(maya, source, 'full')
    vendor.faults.add({ kind: 'stall' })
    const working = workOff(stage.world, maya)
    await eventually(async () => ((await newest())?.status === 'running' ? true : undefined))
    expect((await cancel(steward, started.id)).body).toMatchObject({ id: started.id, is_canceling: true })
    vendor.faults.clear()
    await working
    expect(await newest()).toMatchObject({ id: started.id, status: 'canceled' })
  })

  it('and get an error for a run that has ended or does not exist', async () => {
    for (const id of [(await newest())?.id ?? '', newId()]) {
      const { status, error } = await cancel(steward, id)
      expect([status, error.code]).toEqual([404, 'NOT_FOUND'])
    }
  })
})

describe('A first run that is waiting', () => {
  it('is started by the schedule after Maya canceled it [SYNC-07]', async () => {
    const portal = vendor.newAccount('Impatient portal', { people: 1, deals: 0 })
    const { id } = await connectToRead(maya, 'hubspot', vendor.toConnect(portal))
    const [waiting] = await runsOf(maya, id)
    expect((await cancel(maya, waiting?.id ?? '')).body.status).toBe('canceled')
    const { next_run_at: next, interval_minutes: minutes } = await integrationOf(maya, id)
    expect(Math.abs(Date.parse(next ?? '') - Date.now() - minutes * 60_000)).toBeLessThan(60_000)
  })
})

describe('An account that staff suspended', () => {
  it('is not synced: its waiting run ends, the schedule opens none, and syncing continues when the account is restored [ADMIN-01]', async () => {
    const anna = await stage.signUp({ company: 'Harbor Dark', name: 'Anna' })
    const dark = vendor.newAccount('Harbor dark', { people: 4, deals: 2 })
    const { id } = await connectToRead(anna, 'hubspot', vendor.toConnect(dark))
    const change = (status: 'suspended' | 'active') =>
      steward.call(changeClientStatus, {
        params: { id: anna.user.clientId },
        query: { status },
        body: { reason: 'The invoice was not paid' },
      })
    expect((await change('suspended')).status).toBe(200)
    await workOff(stage.world, anna)
    await tick(id)
    expect((await change('active')).status).toBe(200)
    expect((await runsOf(anna, id)).map(({ status }) => status)).toEqual(['canceled'])
    await tick(id)
    await workOff(stage.world, anna)
    expect((await runsOf(anna, id)).map(({ status, created }) => [status, created])).toEqual([
      ['done', 6],
      ['canceled', 0],
    ])
  })
})
