// Who stops a run, and what is told of it. Nobody works here by themselves, so that a run waits, or is under way, for as long as it takes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listEvents } from '#contract/events.ts'
import { cancelRun } from '#contract/runs.ts'
import { newId } from '#server/platform/ids.ts'
import { signUpStaff } from '#server/testing/people.ts'
import { askForRun, runsOf } from '#server/testing/runs.ts'
import { connectToRead } from '#server/testing/sources.ts'
import { startStage, type PlayedVendor, type Stage } from '#server/testing/stage.ts'
import { eventually, type Person } from '#server/testing/world.ts'
import { workOff } from './testing/work-off.ts'

let stage: Stage
let maya: Person
let steward: Person
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

const cancel = (person: Person, id: string) => person.call(cancelRun, { params: { id } })
const newest = async () => (await runsOf(maya, source))[0]
const eventFor = async (person: Person) =>
  (await person.call(listEvents, { query: { event: 'sync_canceled', client_id: maya.user.clientId, limit: 1 } })).body.items[0]

describe('our own people cancel a run of an account', () => {
  it('that waits: it is over at once, told as done by staff, and Maya stays masked [API-16]', async () => {
    const waiting = await newest()
    const { status, body } = await cancel(steward, waiting?.id ?? '')
    expect([status, body.id, body.status]).toEqual([202, waiting?.id, 'canceled'])
    expect([waiting?.actor, body.actor]).toEqual([maya.email, expect.stringContaining('•')])
    expect(await eventFor(maya)).toMatchObject({ origin: 'staff', actor: 'Tributary staff', object: 'HubSpot' })
    expect(await eventFor(steward)).toMatchObject({ origin: 'staff', actor: steward.email })
    const { items } = (await maya.call(listAudit, { query: { action: 'sync.cancel_requested' } })).body
    expect(items).toMatchObject([{ actorKind: 'staff', objectId: source, clientId: maya.user.clientId }])
  })

  it('that is under way: it stops after its page [SYNC-07]', async () => {
    const { body: asked } = await askForRun(maya, source, 'full')
    vendor.faults.add({ kind: 'slow', ms: 400 })
    const working = workOff(stage.world, maya)
    await eventually(async () => ((await newest())?.status === 'running' ? true : undefined))
    expect((await cancel(steward, asked.id)).body).toMatchObject({ id: asked.id, is_canceling: true })
    await working
    vendor.faults.clear()
    expect(await newest()).toMatchObject({ id: asked.id, status: 'canceled' })
  })

  it('neither one that is over, nor one that is not there', async () => {
    for (const id of [(await newest())?.id ?? '', newId()]) {
      const { status, error } = await cancel(steward, id)
      expect([status, error.code]).toEqual([404, 'NOT_FOUND'])
    }
  })
})
