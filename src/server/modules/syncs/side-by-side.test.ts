// Contacts, opportunities and lists that are read in parallel. No worker runs here, so that each session can be
// examined.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askForRun, runsOf } from '#server/testing/vendors/runs.ts'
import { connectToRead } from '#server/testing/vendors/sources.ts'
import { startStage, type PlayedVendor, type Stage } from '#server/testing/vendors/stage.ts'
import type { TestUser } from '#server/testing/world.ts'
import { workOff } from './testing/work-off.ts'

let stage: Stage
let priya: TestUser
beforeAll(async () => {
  stage = await startStage({ withWorker: false })
  priya = await stage.signUp({ company: 'Brightsmile', name: 'Priya' })
})
afterAll(() => stage.close())

const newest = async (id: string) => (await runsOf(priya, id))[0]

/** Which kinds of records were requested page by page, in the order of the answers. */
const answered = (vendor: PlayedVendor, from: number): string[] =>
  vendor.faults.log.slice(from).flatMap(({ url }) => /\/objects\/(contacts|deals)\?/.exec(url)?.[1] ?? [])

describe('A portal whose contacts come slowly', () => {
  it('is read contacts first when they are new, and later in parallel with its deals [SYNC-06]', async () => {
    const vendor = stage.play('hubspot')
    const portal = vendor.newAccount('Harbor portal', { people: 250, deals: 40 })
    vendor.faults.add({ kind: 'slow', ms: 250, path: '/objects/contacts?' })
    const { id } = await connectToRead(priya, 'hubspot', vendor.toConnect(portal))
    let from = vendor.faults.log.length
    await workOff(stage.world, priya)
    expect(await newest(id)).toMatchObject({ status: 'done', created: 290 })
    expect(answered(vendor, from).slice(0, 4)).toEqual(['contacts', 'contacts', 'contacts', 'deals'])

    await askForRun(priya, id, 'full')
    from = vendor.faults.log.length
    await workOff(stage.world, priya)
    expect(await newest(id)).toMatchObject({ status: 'done', created: 0, changed: 0, deleted: 0, percent: 100 })
    expect(answered(vendor, from).slice(0, 4)).toEqual(['deals', 'contacts', 'contacts', 'contacts'])
  })
})

describe('Reading several streams in parallel', () => {
  it('reads contacts to their end although the answer about deals is invalid, and reports what was invalid', async () => {
    const vendor = stage.play('hubspot')
    const portal = vendor.newAccount('Harbor deals', { people: 400, deals: 20 })
    const { id } = await connectToRead(priya, 'hubspot', vendor.toConnect(portal))
    await workOff(stage.world, priya)
    const changed = vendor.crm.people(portal, 300)
    for (const { id: contact } of changed) vendor.crm.changePerson(portal, contact, { firstName: 'Robin' }, Date.now())
    vendor.faults.add({ kind: 'odd_shape', path: '/objects/deals' })
    vendor.faults.add({ kind: 'slow', ms: 100, path: '/objects/contacts' })
    await askForRun(priya, id)
    await workOff(stage.world, priya)
    vendor.faults.clear()
    const run = await newest(id)
    expect(run).toMatchObject({ status: 'failed', error_kind: 'bad_answer', changed: 300 })
    expect(run?.phases.find(({ name }) => name === 'contacts')).toMatchObject({ state: 'done' })
  })

  it('stops all streams when one is cut off, and resumes each at its own cursor [SYNC-10]', async () => {
    const vendor = stage.play('salesforce')
    const org = vendor.newAccount('Harbor org', { people: 6500, deals: 4500 })
    const { id } = await connectToRead(priya, 'salesforce', vendor.toConnect(org))
    await workOff(stage.world, priya)
    const whole = await newest(id)
    expect(whole).toMatchObject({ status: 'done', created: 11_000 })

    await askForRun(priya, id, 'full')
    vendor.faults.add({ kind: 'throttle', after: 12 })
    await workOff(stage.world, priya)
    const aside = await newest(id)
    expect(aside).toMatchObject({ status: 'partial', error_kind: 'rate_limited' })
    expect(aside?.phases.filter(({ state }) => state === 'running').map(({ name }) => name)).toEqual([
      'contacts',
      'opportunities',
    ])
    expect(aside?.phase).toBe('contacts')
    vendor.faults.clear()
    await workOff(stage.world, priya)
    const done = await newest(id)
    expect(done).toMatchObject({ id: aside?.id, status: 'done', created: 0, changed: 0, deleted: 0, records: whole?.records })
    expect(done?.phases.map(({ name, read }) => [name, read])).toEqual(whole?.phases.map(({ name, read }) => [name, read]))
  })
})
