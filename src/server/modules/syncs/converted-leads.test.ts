// Leads that were converted or merged at the vendor before the first read. No worker runs here.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getReconciliation } from '#contract/syncs/runs.ts'
import { berg } from '#server/connectors/testing/contacts.ts'
import { askForRun, runsOf } from '#server/testing/vendors/runs.ts'
import { connectToRead, integrationOf } from '#server/testing/vendors/sources.ts'
import { startStage, type Stage } from '#server/testing/vendors/stage.ts'
import type { TestUser } from '#server/testing/world.ts'
import { workOff } from './testing/work-off.ts'

let stage: Stage
let priya: TestUser
beforeAll(async () => {
  stage = await startStage({ withWorker: false })
  priya = await stage.signUp({ company: 'Brightsmile', name: 'Priya' })
})
afterAll(() => stage.close())

const day = 86_400_000
const click = {
  source: 'google',
  medium: 'cpc',
  campaign: 'spring',
  clickId: 'click-1',
  landingUrl: 'https://www.example.com/',
  referrer: '',
}

/** The vendor's ids of contacts with stored touches. */
const touchesOf = async (integrationId: string) => {
  const { clientId } = priya.user
  const { rows } = await stage.world.database.inClient(clientId, (tx) =>
    sql<{ external_id: string; source: string; click_id: string }>`
      select contact.external_id, touch.source, touch.click_id from touch
      join contact on contact.client_id = touch.client_id and contact.id = touch.contact_id
      where touch.client_id = ${clientId} and contact.client_id = ${clientId} and contact.data_source_id = ${integrationId}`.execute(
      tx,
    ),
  )
  return rows
}

it('microsoft_dynamics: the clicks of Lena and Mia move to the lead that they were merged into, before the first read and after it [SYNC-06]', async () => {
  const vendor = stage.play('microsoft_dynamics')
  const account = vendor.newAccount('Harbor merged')
  const at = Date.now() - 5 * day
  const asLead = (name: string, utm: typeof click | null) =>
    vendor.crm.addPerson(account, berg(name, at, { tags: ['lead'], source: '', utm }))
  const [lena, mia, leo] = [asLead('Lena', click), asLead('Mia', { ...click, clickId: 'click-2' }), asLead('Leo', null)]
  vendor.crm.mergePeople?.(account, { from: lena, into: leo }, at + day)
  const { id } = await connectToRead(priya, 'microsoft_dynamics', vendor.toConnect(account))
  await workOff(stage.world, priya)
  expect((await integrationOf(priya, id)).contacts).toBe(2)
  vendor.crm.mergePeople?.(account, { from: mia, into: leo }, Date.now())
  await askForRun(priya, id, 'incremental')
  await workOff(stage.world, priya)
  expect((await integrationOf(priya, id)).contacts).toBe(1)
  expect((await touchesOf(id)).map((touch) => `${touch.external_id} ${touch.click_id}`).toSorted()).toEqual([
    `${leo} click-1`,
    `${leo} click-2`,
  ])
  await askForRun(priya, id, 'sweep')
  await workOff(stage.world, priya)
  expect((await runsOf(priya, id))[0]).toMatchObject({ status: 'done', created: 0, changed: 0, deleted: 0 })
})

it.each(['salesforce', 'microsoft_dynamics'] as const)(
  "%s: Lena's click stays with the contact that she became before the first read, and both sides count the same [SYNC-06]",
  async (type) => {
    const vendor = stage.play(type)
    const account = vendor.newAccount(`Harbor ${type}`)
    const at = Date.now() - 5 * day
    const lead = vendor.crm.addPerson(account, berg('Lena', at, { tags: ['lead'], source: '', utm: click }))
    const contact = vendor.crm.addPerson(account, berg('Lena', at, { tags: [], source: '' }))
    vendor.crm.mergePeople?.(account, { from: lead, into: contact }, at + day)
    const { id } = await connectToRead(priya, type, vendor.toConnect(account))
    await workOff(stage.world, priya)

    const held = [{ external_id: contact, source: 'google', click_id: 'click-1' }]
    expect((await runsOf(priya, id))[0]).toMatchObject({ status: 'done', deleted: 0, rejected: 0 })
    expect(await touchesOf(id)).toEqual(held)
    expect((await integrationOf(priya, id)).contacts).toBe(1)
    const { body } = await priya.call(getReconciliation, { params: { integration_id: id } })
    const counted = body.items.find(({ object }) => object === 'contact')
    expect(counted).toMatchObject({ vendor_count: 1, own_count: 1, missing: [] })

    // A sweep finds her again, and neither restores nor removes her.
    for (const kind of ['full', 'sweep'] as const) {
      await askForRun(priya, id, kind)
      await workOff(stage.world, priya)
      expect((await runsOf(priya, id))[0]).toMatchObject({ status: 'done', created: 0, changed: 0, deleted: 0 })
      expect(await touchesOf(id)).toEqual(held)
    }
  },
)
