// A source with filters. No worker runs here, so that each session can be examined.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateIntegrationModel } from '#contract/integrations/integrations.ts'
import { listCrmLists } from '#contract/crm/records.ts'
import { getReconciliation, startRun } from '#contract/syncs/runs.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { teammateOf } from '#server/testing/team.ts'
import { approveRemoval, askForRun, runsOf } from '#server/testing/vendors/runs.ts'
import { connectToRead } from '#server/testing/vendors/sources.ts'
import { startStage, type PlayedVendor, type Stage } from '#server/testing/vendors/stage.ts'
import type { TestUser } from '#server/testing/world.ts'
import { workOff } from './testing/work-off.ts'

let stage: Stage
let priya: TestUser
let omar: TestUser
let vendor: PlayedVendor
let account: string
let id: string
beforeAll(async () => {
  stage = await startStage({ withWorker: false })
  priya = await stage.signUp({ company: 'Brightsmile', name: 'Priya' })
  omar = await teammateOf({ ...stage.world, signUp: stage.signUp }, priya, { name: 'Omar' })
  vendor = stage.play('active_campaign')
  vendor.sender.faults.areLost = true
  account = vendor.newAccount('Harbor', { people: 60, deals: 10 })
  id = (await connectToRead(priya, 'active_campaign', vendor.toConnect(account))).id
  await workOff(stage.world, priya)
})
afterAll(() => stage.close())

const newest = async () => (await runsOf(priya, id))[0]
const waiting = async () =>
  (await priya.call(getReconciliation, { params: { integration_id: id } })).body.items.find(({ object }) => object === 'contact')
    ?.held
const choose = (settings: SyncSettings) => priya.call(updateIntegrationModel, { params: { id }, body: { settings } })

/** How many contacts are stored, and how many of their visits can be traced to a browser. */
const storedCounts = async () => {
  const { rows } = await stage.world.database.asSystem('test: who is here', (tx) =>
    sql<{ people: number; traced: number }>`
      select count(distinct contact.id) as people,
        count(touch.key) filter (where coalesce(click_id, landing_url, referrer) is not null) as traced
      from contact left join touch on touch.client_id = contact.client_id and touch.contact_id = contact.id
      where contact.data_source_id = ${id} and contact.deleted_at is null`.execute(tx),
  )
  return rows[0] ?? { people: 0, traced: 0 }
}

describe('Filters that match almost no contact', () => {
  it("need Priya's approval, and bring everything back when undone, clicks included [API-14]", async () => {
    const before = await storedCounts()
    expect(before.people).toBe(60)
    expect((await choose({ tags: ['mistyped'] })).status).toBe(200)
    await workOff(stage.world, priya)
    expect(await newest()).toMatchObject({ kind: 'full', status: 'failed', error_kind: 'held' })
    expect(await storedCounts()).toEqual(before)

    // Omar is not an admin: he may start a sync but not approve a removal.
    expect((await askForRun(omar, id, 'sweep')).error).toMatchObject({ code: 'FORBIDDEN' })
    expect((await askForRun(omar, id, 'full')).status).toBe(202)
    await workOff(stage.world, priya)
    expect(await newest()).toMatchObject({ actor: omar.email, status: 'failed', error_kind: 'held' })
    expect(await storedCounts()).toEqual(before)

    // An admin's full resync is not an approval either, and a scheduled run does not forget the pending removal.
    for (const kind of ['sweep', 'full'] as const) {
      await askForRun(priya, id, kind)
      await workOff(stage.world, priya)
      expect(await newest()).toMatchObject({ kind, actor: priya.email, status: 'failed', error_kind: 'held' })
    }
    await askForRun(priya, id)
    await workOff(stage.world, priya)
    expect(await waiting()).toMatchObject({ vanished: 60, own: 60, cause: 'choice' })
    expect(await storedCounts()).toEqual(before)

    expect((await approveRemoval(omar, id)).error).toMatchObject({ code: 'FORBIDDEN' })
    expect((await approveRemoval(priya, id)).status).toBe(202)
    await workOff(stage.world, priya)
    expect(await newest()).toMatchObject({ status: 'done', deleted: 60 })
    expect(await waiting()).toBe(null)
    expect(await storedCounts()).toEqual({ people: 0, traced: 0 })

    await choose({})
    await workOff(stage.world, priya)
    expect(await newest()).toMatchObject({ kind: 'full', status: 'done' })
    expect(await storedCounts()).toEqual(before)
  })
})

describe('An approval of a removal', () => {
  it('is for pending removals, and comes with a full read', async () => {
    expect((await approveRemoval(priya, id)).error).toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
    const full = { kind: 'full', agrees_to_removal: true } as const
    const refused = await priya.call(startRun, { params: { integration_id: id }, body: full })
    expect(refused.error).toMatchObject({ code: 'VALIDATION_FAILED', field: 'agrees_to_removal' })
  })

  it('is no longer needed when the filter is undone [API-14]', async () => {
    const before = await storedCounts()
    await choose({ tags: ['mistyped'] })
    await workOff(stage.world, priya)
    expect(await waiting()).toMatchObject({ vanished: 60, own: 60 })
    await choose({})
    await workOff(stage.world, priya)
    expect(await newest()).toMatchObject({ status: 'done' })
    expect(await waiting()).toBe(null)
    expect(await storedCounts()).toEqual(before)
  })
})

describe('A filter that changes while a run is under way', () => {
  it('is applied as soon as that run has ended [API-14]', async () => {
    await askForRun(priya, id)
    expect((await choose({ lists: ['Newsletter'] })).status).toBe(200)
    await workOff(stage.world, priya)
    expect((await runsOf(priya, id)).slice(0, 2).map(({ kind, status }) => [kind, status])).toEqual([
      ['full', 'queued'],
      ['incremental', 'done'],
    ])
    await workOff(stage.world, priya)
    await workOff(stage.world, priya)
    expect((await runsOf(priya, id)).slice(0, 2).map(({ kind, status }) => [kind, status])).toEqual([
      ['full', 'done'],
      ['incremental', 'done'],
    ])
  })

  it('leaves members of the chosen lists alone, although contacts come with all of their lists [API-14]', async () => {
    const { body } = await priya.call(listCrmLists, { query: { integration_id: id } })
    const filled = body.items.filter(({ contacts_count: count }) => count > 0)
    expect(new Set(filled.map(({ name }) => name.toLowerCase()))).toEqual(new Set(['newsletter']))
    expect(body.items.length).toBeGreaterThan(1)
  })
})

describe('A contact that is deleted at the vendor', () => {
  it('is deleted here too although filters apply: ids are compared once a week [SYNC-06]', async () => {
    await choose({ tags: ['northlight', 'web', 'intake', 'newsletter', 'vip'] })
    await workOff(stage.world, priya)
    await approveRemoval(priya, id)
    await workOff(stage.world, priya)
    const { people } = await storedCounts()
    const { rows } = await stage.world.database.asSystem('test: somebody who is here', (tx) =>
      sql<{ external_id: string }>`
        select external_id from contact where data_source_id = ${id} and deleted_at is null limit 1`.execute(tx),
    )
    vendor.crm.removePerson(account, rows[0]?.external_id ?? '', Date.now())
    await stage.world.database.asSystem('test: a week has gone by', (tx) =>
      sql`update sync_stream set swept_at = now() - interval '8 days' where integration_id = ${id}`.execute(tx),
    )
    await askForRun(priya, id)
    await workOff(stage.world, priya)
    expect(await newest()).toMatchObject({ kind: 'incremental', status: 'done', deleted: 1 })
    expect((await storedCounts()).people).toBe(people - 1)
  })
})
