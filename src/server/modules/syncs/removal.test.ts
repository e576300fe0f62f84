// Very many contacts are gone at the vendor. Nothing is removed until an admin of the account decides.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listEvents } from '#contract/events/events.ts'
import { listNotifications } from '#contract/notifications.ts'
import { listContacts } from '#contract/crm/records.ts'
import { getReconciliation, rejectRemoval, type Tile } from '#contract/syncs/runs.ts'
import { teammateOf } from '#server/testing/team.ts'
import { emailTo, signUpStaff } from '#server/testing/users.ts'
import { approveRemoval, runToEnd, settled } from '#server/testing/vendors/runs.ts'
import { connectToRead, integrationOf } from '#server/testing/vendors/sources.ts'
import { startStage, type Stage } from '#server/testing/vendors/stage.ts'
import type { TestUser } from '#server/testing/world.ts'

let stage: Stage
let priya: TestUser
beforeAll(async () => {
  stage = await startStage()
  priya = await stage.signUp({ company: 'Brightsmile', name: 'Priya' })
})
afterAll(() => stage.close())

/** A source of sixty contacts, of whom thirty are gone by its next sync. */
const heldBack = async (type: 'googlesheet' | 'ghl', deals = 0) => {
  const vendor = stage.play(type)
  const account = vendor.newAccount('Brightsmile', { people: 60, deals })
  const { id } = await connectToRead(priya, type, vendor.toConnect(account))
  await settled(priya, id)
  const leave = (count: number) => {
    for (const contact of vendor.crm.people(account, count)) vendor.crm.removePerson(account, contact.id, Date.now())
  }
  const arrive = (count: number) => vendor.addPeople(account, count)
  leave(30)
  const run = await runToEnd(priya, id)
  return { id, run, leave, arrive, vendor, account, params: { integration_id: id } }
}

const countedOf = async (id: string, expected: Tile['object'] = 'contact') => {
  const { items } = (await priya.call(getReconciliation, { params: { integration_id: id } })).body
  return items.find(({ object }) => object === expected)
}

const heldOf = async (id: string) => (await countedOf(id))?.held

/** The contacts that would be removed, or are kept. */
const listed = async (id: string) => {
  const { items } = (await priya.call(listContacts, { query: { integration_id: id, held: 'true', size: 100 } })).body
  return items.map((one) => one.external_id).toSorted()
}

const contactsOf = async (id: string) => (await priya.call(listContacts, { query: { integration_id: id } })).body.total

describe.each(['googlesheet', 'ghl'] as const)('A sync of %s that would remove very many contacts', (type) => {
  it('waits for approval and lists exactly the contacts that would be removed', async () => {
    const { id, run } = await heldBack(type)
    expect(run).toMatchObject({ status: 'failed', error_kind: 'held' })
    expect(await integrationOf(priya, id)).toMatchObject({ is_failing: false, removal: { contacts: 30, opportunities: 0 } })
    const query = { integration_id: id, held: 'true', size: 100 } as const
    const { items, total } = (await priya.call(listContacts, { query })).body
    expect([items.length, total]).toEqual([30, 30])
    await approveRemoval(priya, id)
    await settled(priya, id)
    const left = (await priya.call(listContacts, { query: { integration_id: id, size: 100 } })).body.items
    expect(left).toHaveLength(30)
    expect(left.filter((one) => items.some((other) => other.id === one.id))).toEqual([])
    expect((await priya.call(listContacts, { query })).body).toEqual({ items: [], total: 0 })
  })

  it('keeps them once Priya decides so, also in later syncs, and asks again when many more are gone', async () => {
    const { id, leave, params } = await heldBack(type)
    const kept = await priya.call(rejectRemoval, { params })
    expect(kept.body.items.find(({ object }) => object === 'contact')?.held).toMatchObject({ vanished: 30, kept: true })
    expect(await integrationOf(priya, id)).toMatchObject({ contacts: 60, is_failing: false, removal: null })
    for (const kind of ['incremental', 'sweep'] as const) {
      expect(await runToEnd(priya, id, kind)).toMatchObject({ status: 'done', deleted: 0 })
      expect(await heldOf(id)).toMatchObject({ vanished: 30, kept: true })
    }
    leave(25)
    expect(await runToEnd(priya, id, 'sweep')).toMatchObject({ error_kind: 'held', deleted: 0 })
    expect(await heldOf(id)).toMatchObject({ vanished: 25, own: 30, kept: false })
    expect(await contactsOf(id)).toBe(60)
  })

  it('keeps them even if the source grows, and removes other contacts that are deleted one by one', async () => {
    const { id, leave, arrive, params } = await heldBack(type)
    await priya.call(rejectRemoval, { params })
    const kept = await listed(id)
    arrive(60)
    expect(await runToEnd(priya, id, 'sweep')).toMatchObject({ status: 'done', created: 60, deleted: 0 })
    expect(await contactsOf(id)).toBe(120)
    leave(2)
    expect(await runToEnd(priya, id)).toMatchObject({ status: 'done', deleted: 2 })
    expect(await contactsOf(id)).toBe(118)
    expect(await listed(id)).toEqual(kept)
    expect(await countedOf(id)).toMatchObject({ own_count: 118, held: { vanished: 30, own: 118, kept: true } })
  })

  it('removes the kept contacts when Priya changes her mind', async () => {
    const { id, params } = await heldBack(type)
    await priya.call(rejectRemoval, { params })
    await approveRemoval(priya, id)
    expect(await settled(priya, id)).toMatchObject({ status: 'done' })
    expect(await heldOf(id)).toBeNull()
    expect(await contactsOf(id)).toBe(30)
  })
})

describe('The decision', () => {
  it('is described in the same words by the run, the notification, the email and the activity, and is settled by keeping them', async () => {
    const { id, run, params } = await heldBack('googlesheet')
    const words =
      'The last sync would remove 30 contacts. Nothing has been removed yet. An admin has to approve the removal or keep them.'
    expect(run.error_text).toBe(words)
    expect((await emailTo(stage.world, priya.email, /a removal needs your approval$/)).text).toContain(words)
    const newest = async () => {
      const { items } = (await priya.call(listNotifications, { query: {} })).body
      return items.find(({ kind, data }) => kind === 'sync.held' && data.integrationId === id)
    }
    await expect.poll(newest).toMatchObject({ data: { reason: words }, readAt: null })
    const events = (await priya.call(listEvents, { query: { event: 'sync_held' } })).body.items
    expect(events[0]).toMatchObject({ error: words })
    expect((await priya.call(rejectRemoval, { params })).status).toBe(200)
    expect(await newest()).toMatchObject({ readAt: expect.any(String) })
    const audit = (await priya.call(listAudit, { query: { action: 'sync.removal_kept', limit: 1 } })).body.items
    expect(audit).toMatchObject([{ actorId: priya.user.id, objectId: id, diff: { kept_contact: [null, 30] } }])
  })

  it('is for admins of the account alone, and only while a removal is pending', async () => {
    const { params } = await heldBack('googlesheet')
    const uma = await teammateOf(stage.world, priya, { name: 'Uma' })
    const jonah = await stage.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
    const noor = await signUpStaff(stage.world)
    const refused = await Promise.all([uma, jonah, noor].map((user) => user.call(rejectRemoval, { params })))
    expect(refused.map(({ status }) => status)).toEqual([403, 404, 404])
    await approveRemoval(priya, params.integration_id)
    await settled(priya, params.integration_id)
    expect((await priya.call(rejectRemoval, { params })).status).toBe(409)
    expect((await priya.call(listContacts, { query: { held: 'true' } })).status).toBe(400)
  })

  it('to remove opportunities leaves the contacts that Priya keeps', async () => {
    const { id, vendor, account, params } = await heldBack('ghl', 60)
    await priya.call(rejectRemoval, { params })
    await runToEnd(priya, id)
    const deals = await countedOf(id, 'opportunity')
    for (const deal of vendor.crm.deals(account, 30)) vendor.crm.removeDeal(account, deal.id, Date.now())
    expect(await runToEnd(priya, id, 'sweep')).toMatchObject({ error_kind: 'held', deleted: 0 })
    expect(await integrationOf(priya, id)).toMatchObject({ removal: { contacts: 0, opportunities: 30 } })
    await approveRemoval(priya, id)
    expect(await settled(priya, id)).toMatchObject({ status: 'done', deleted: 30 })
    expect(await countedOf(id)).toMatchObject({ own_count: 60, held: { vanished: 30, kept: true } })
    expect(await countedOf(id, 'opportunity')).toMatchObject({ own_count: (deals?.own_count ?? 0) - 30, held: null })
    const [audit] = (await priya.call(listAudit, { query: { action: 'sync.started', limit: 1 } })).body.items
    expect(audit).toMatchObject({ objectId: id, diff: { kind: [null, 'sweep'], agreed_removal_opportunity: [null, 30] } })
    expect(audit?.diff).not.toHaveProperty('agreed_removal_contact')
  })
})
