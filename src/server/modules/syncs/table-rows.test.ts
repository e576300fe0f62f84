// Rows of tables that users maintain by hand, in which not every cell can be read. No worker runs here.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listContacts } from '#contract/crm/records.ts'
import { listRejects } from '#contract/syncs/runs.ts'
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

const at = Date.now() - 3_600_000

describe.each(['airtable', 'googlesheet'] as const)('%s', (type) => {
  it('saves the contact of a row whose amount cannot be read, reports the amount, and forgets that once the row is fixed [SYNC-06]', async () => {
    const vendor = stage.play(type)
    const account = vendor.newAccount('Harbor Dental', { people: 5, deals: 2 })
    const ada = vendor.crm.addPerson(account, berg('Ada', at, { email: 'ask Ada', phone: 'after 6 pm' }))
    const deal = vendor.crm.addDeal(account, {
      name: 'Whitening',
      amount: 900,
      currency: 'USD',
      personIds: [ada],
      pipeline: 0,
      path: [{ stage: 0, at }],
      source: '',
      createdAt: at,
      modifiedAt: at,
    })
    const { id } = await connectToRead(priya, type, vendor.toConnect(account))
    vendor.crm.changeDeal(account, deal, { amount: 'a lot' as never }, Date.now())
    await workOff(stage.world, priya)
    expect((await runsOf(priya, id))[0]).toMatchObject({ status: 'done_with_rejects', rejected: 1 })
    expect(await integrationOf(priya, id)).toMatchObject({ contacts: 6, opportunities: 3, skipped: 1 })
    const { body: skipped } = await priya.call(listRejects, { params: { integration_id: id }, query: {} })
    expect(skipped.items).toMatchObject([
      {
        object: 'opportunity',
        code: 'bad_amount',
        reason: "Amount isn't an amount: “a lot”. We left it empty. Enter a plain number, such as 1234.50.",
        row: type === 'googlesheet' ? 7 : null,
      },
    ])
    const { body: people } = await priya.call(listContacts, { query: { integration_id: id } })
    expect(people.items.find(({ name }) => name === 'Ada Berg')).toMatchObject({ email: 'ask Ada', phone: 'after 6 pm' })

    vendor.crm.changeDeal(account, deal, { amount: 1200 }, Date.now())
    await askForRun(priya, id)
    await workOff(stage.world, priya)
    expect((await runsOf(priya, id))[0]).toMatchObject({ status: 'done', rejected: 0 })
    const { body: fixed } = await priya.call(listRejects, { params: { integration_id: id }, query: {} })
    expect(fixed.items).toEqual([])
    expect(await integrationOf(priya, id)).toMatchObject({ skipped: 0 })
  })
})
