// Counting both sides, and listing all ids where the counts differ. No worker runs here, so that each session can be
// examined.
import { sql } from 'kysely'
import { getEventListeners } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getReconciliation } from '#contract/syncs/runs.ts'
import { approveRemoval, askForRun, runsOf } from '#server/testing/vendors/runs.ts'
import { connectToRead } from '#server/testing/vendors/sources.ts'
import { startStage, type PlayedVendor, type Stage } from '#server/testing/vendors/stage.ts'
import type { TestUser } from '#server/testing/world.ts'
import { workOff } from './testing/work-off.ts'

let stage: Stage
let maya: TestUser
let vendor: PlayedVendor
let portal: string
let id: string
beforeAll(async () => {
  stage = await startStage({ withWorker: false })
  maya = await stage.signUp({ company: 'Harbor Light', name: 'Maya' })
  vendor = stage.play('hubspot')
  portal = vendor.newAccount('Harbor portal', { people: 1000, deals: 10 })
  id = (await connectToRead(maya, 'hubspot', vendor.toConnect(portal))).id
  await workOff(stage.world, maya)
})
afterAll(() => stage.close())

const newest = async () => (await runsOf(maya, id))[0]
const pagesOfIds = (from: number): number =>
  vendor.faults.log.slice(from).filter(({ url }) => url.includes('/objects/contacts?') && !url.includes('archived=true')).length

/** As if it had been rejected: the vendor has a contact that we do not have. */
const loseContact = () =>
  stage.world.database.asSystem('test: somebody is not here', (tx) =>
    sql`delete from contact where id = (select id from contact where data_source_id = ${id} limit 1)`.execute(tx),
  )

/** The audit entries of approvals. */
const approvalsOf = async (source: string) => {
  const { rows } = await stage.world.database.asSystem('test: what was agreed to', (tx) =>
    sql<{ diff: unknown }>`select diff from audit_entry
      where object_id = ${source} and action = 'sync.started' and diff ? 'agreed_removal_contact' order by at`.execute(tx),
  )
  return rows.map(({ diff }) => diff)
}

const run = async (): Promise<number> => {
  const from = vendor.faults.log.length
  await askForRun(maya, id)
  await workOff(stage.world, maya)
  expect(await newest()).toMatchObject({ status: 'done' })
  return pagesOfIds(from)
}

describe('When the counts differ', () => {
  it('all ids are listed once, not in every run that finds the same difference', async () => {
    expect(await run()).toBe(0)
    await loseContact()
    expect(await run()).toBe(10)
    expect(await run()).toBe(0)
    const { body } = await maya.call(getReconciliation, { params: { integration_id: id } })
    expect(body.items[0]).toMatchObject({ object: 'contact', vendor_count: 1000, own_count: 999, missing: [expect.any(String)] })
    await loseContact()
    expect(await run()).toBe(10)
  })

  it('a list that takes longer than a session continues where it stopped', async () => {
    await loseContact()
    vendor.faults.add({ kind: 'slow', ms: 150, path: '/objects/contacts?' })
    await askForRun(maya, id)
    const from = vendor.faults.log.length
    let sittings = 0
    do {
      await workOff(stage.world, maya, { sessionMs: 1200 })
      sittings += 1
    } while ((await newest())?.status === 'partial' && sittings < 60)
    vendor.faults.clear()
    expect(await newest()).toMatchObject({ status: 'done' })
    expect(sittings).toBeGreaterThan(1)
    expect(pagesOfIds(from)).toBeLessThan(10 + 2 * sittings)
  })
})

describe('A rejected row', () => {
  it('does not hide deleted contacts, and is deleted once the vendor no longer has it [SYNC-06]', async () => {
    const mail = stage.play('active_campaign')
    const account = mail.newAccount('Harbor mail', { people: 20, deals: 0 })
    const { id: source } = await connectToRead(maya, 'active_campaign', mail.toConnect(account))
    await workOff(stage.world, maya)
    const ended = async () => {
      await askForRun(maya, source)
      await workOff(stage.world, maya)
      return (await runsOf(maya, source))[0]
    }
    const [contact] = mail.crm.people(account, 1)
    const odd = mail.addOdd(account)
    expect(await ended()).toMatchObject({ status: 'done_with_rejects', rejected: 1 })
    mail.crm.removePerson(account, contact?.id ?? '', Date.now())
    expect(await ended()).toMatchObject({ status: 'done_with_rejects', deleted: 1 })
    mail.crm.removePerson(account, odd, Date.now())
    expect(await ended()).toMatchObject({ status: 'done', deleted: 0 })
  })

  it('is not taken for deleted by a full read [SYNC-06]', async () => {
    const [contact] = vendor.crm.people(portal, 1)
    vendor.crm.changePerson(portal, contact?.id ?? '', { company: { legal: 'Odd & Co' } as never }, Date.now())
    await askForRun(maya, id, 'sweep')
    await workOff(stage.world, maya)
    expect(await newest()).toMatchObject({ status: 'done_with_rejects', rejected: 1, deleted: 0 })
    vendor.crm.changePerson(portal, contact?.id ?? '', { company: 'Even & Co' }, Date.now())
    await run()
  })
})

describe('A removal that waits for approval', () => {
  it('is reported by every run, and searched for again only when the counts have changed [SYNC-06]', async () => {
    const shop = stage.play('ghl')
    const location = shop.newAccount('Harbor shop', { people: 300, deals: 0 })
    const { id: source } = await connectToRead(maya, 'ghl', shop.toConnect(location))
    await workOff(stage.world, maya)
    const ended = async (asked = askForRun(maya, source)) => {
      expect((await asked).status).toBe(202)
      await workOff(stage.world, maya)
      return (await runsOf(maya, source))[0]
    }
    const leave = (count: number): void => {
      for (const contact of shop.crm.people(location, count)) shop.crm.removePerson(location, contact.id, Date.now())
    }
    leave(120)
    const held = {
      status: 'failed',
      error_kind: 'held',
      error_text: expect.stringMatching(/^The last sync would remove 120 contacts/),
    }
    const found = await ended()
    expect(found).toMatchObject(held)
    const remembered = await ended()
    expect(remembered).toMatchObject(held)
    expect(remembered?.requests).toBeLessThan(found?.requests ?? 0)
    leave(1)
    const changed = await ended()
    expect(changed).toMatchObject({
      error_text: expect.stringMatching(/^The last sync would remove 121 contacts/),
      requests: found?.requests,
    })
    // Records that vanished after her approval are not part of it.
    const agreed = approveRemoval(maya, source)
    await agreed
    leave(100)
    expect(await ended(agreed)).toMatchObject({
      error_kind: 'held',
      error_text: expect.stringMatching(/^The last sync would remove 221 contacts/),
      deleted: 0,
    })
    expect(await ended(approveRemoval(maya, source))).toMatchObject({ status: 'done', deleted: 221 })
    expect(await ended()).toMatchObject({ status: 'done', deleted: 0 })
    expect(await approvalsOf(source)).toEqual([
      { kind: [null, 'sweep'], agreed_removal_contact: [null, 121] },
      { kind: [null, 'sweep'], agreed_removal_contact: [null, 221] },
    ])
  })
})

describe('A session', () => {
  it('leaves no listener behind on the signal that stops the worker', async () => {
    const { stopping } = stage.world.vendors
    const before = getEventListeners(stopping, 'abort').length
    await run()
    expect(getEventListeners(stopping, 'abort')).toHaveLength(before)
  })
})
