// Counting both sides, and asking for every id where they differ. Nobody works here by themselves, so that each sitting can be looked at.
import { sql } from 'kysely'
import { getEventListeners } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getReconciliation } from '#contract/runs.ts'
import { askForRun, runsOf } from '#server/testing/runs.ts'
import { connectToRead } from '#server/testing/sources.ts'
import { startStage, type PlayedVendor, type Stage } from '#server/testing/stage.ts'
import type { Person } from '#server/testing/world.ts'
import { workOff } from './testing/work-off.ts'

let stage: Stage
let maya: Person
let vendor: PlayedVendor
let id: string
beforeAll(async () => {
  stage = await startStage({ withWorker: false })
  maya = await stage.signUp({ company: 'Harbor Light', name: 'Maya' })
  vendor = stage.play('hubspot')
  const portal = vendor.newAccount('Harbor portal', { people: 1000, deals: 10 })
  id = (await connectToRead(maya, 'hubspot', vendor.toConnect(portal))).id
  await workOff(stage.world, maya)
})
afterAll(() => stage.close())

const newest = async () => (await runsOf(maya, id))[0]
const pagesOfIds = (from: number): number =>
  vendor.faults.log.slice(from).filter(({ url }) => url.includes('/objects/contacts?') && !url.includes('archived=true')).length

/** As if it had been set aside: the vendor has somebody whom we have not. */
const loseSomebody = () =>
  stage.world.database.asSystem('test: somebody is not here', (tx) =>
    sql`delete from contact where id = (select id from contact where integration_id = ${id} limit 1)`.execute(tx),
  )

const run = async (): Promise<number> => {
  const from = vendor.faults.log.length
  await askForRun(maya, id)
  await workOff(stage.world, maya)
  expect(await newest()).toMatchObject({ status: 'done' })
  return pagesOfIds(from)
}

describe('where both sides differ', () => {
  it('every id is asked for once, not in every run that finds the same', async () => {
    expect(await run()).toBe(0)
    await loseSomebody()
    expect(await run()).toBe(10)
    expect(await run()).toBe(0)
    const { body } = await maya.call(getReconciliation, { params: { integration_id: id } })
    expect(body.items[0]).toMatchObject({ object: 'contact', vendor_count: 1000, own_count: 999, missing: [expect.any(String)] })
    await loseSomebody()
    expect(await run()).toBe(10)
  })

  it('a list that is longer than a sitting goes on where it was', async () => {
    await loseSomebody()
    vendor.faults.add({ kind: 'slow', ms: 150, path: '/objects/contacts?' })
    await askForRun(maya, id)
    const from = vendor.faults.log.length
    let sittings = 0
    do {
      await workOff(stage.world, maya, { sittingMs: 1200 })
      sittings += 1
    } while ((await newest())?.status === 'partial' && sittings < 12)
    vendor.faults.clear()
    expect(await newest()).toMatchObject({ status: 'done' })
    expect(sittings).toBeGreaterThan(1)
    expect(pagesOfIds(from)).toBeLessThan(10 + 2 * sittings)
  })
})

describe('a sitting', () => {
  it('leaves nobody behind who waits for the worker to stop', async () => {
    const { stopping } = stage.world.vendors
    const before = getEventListeners(stopping, 'abort').length
    await run()
    expect(getEventListeners(stopping, 'abort')).toHaveLength(before)
  })
})
