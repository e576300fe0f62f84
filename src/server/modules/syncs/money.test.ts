// Amounts from the vendor to the call of the screen, with the decimals of their currency. No worker runs here.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getLineage, listContacts } from '#contract/crm/records.ts'
import { berg } from '#server/connectors/testing/contacts.ts'
import { runsOf } from '#server/testing/vendors/runs.ts'
import { connectToRead } from '#server/testing/vendors/sources.ts'
import { startStage, type Stage } from '#server/testing/vendors/stage.ts'
import type { TestUser } from '#server/testing/world.ts'
import { workOff } from './testing/work-off.ts'

let stage: Stage
let noor: TestUser
beforeAll(async () => {
  stage = await startStage({ withWorker: false })
  noor = await stage.signUp({ company: 'Kuwait Dental', name: 'Noor' })
})
afterAll(() => stage.close())

const at = Date.now() - 3_600_000

it.each(['hubspot', 'salesforce', 'microsoft_dynamics', 'ghl', 'googlesheet', 'airtable'] as const)(
  '%s: KWD 1234.567 keeps its thousandth [SYNC-06]',
  async (type) => {
    const vendor = stage.play(type)
    const { account } = vendor.admin.createAccount({ name: 'Kuwait Dental', currency: 'KWD' })
    const ada = vendor.crm.addPerson(account, berg('Ada', at))
    const times = { path: [{ stage: 0, at }], createdAt: at, modifiedAt: at }
    const deal = { name: 'Implant', currency: 'KWD', personIds: [ada], pipeline: 0, source: '', ...times }
    vendor.crm.addDeal(account, { ...deal, amount: 1234.567 })
    const { id } = await connectToRead(noor, type, vendor.toConnect(account))
    await workOff(stage.world, noor)
    expect((await runsOf(noor, id))[0]).toMatchObject({ status: 'done' })
    const { body: people } = await noor.call(listContacts, { query: { integration_id: id } })
    const { body } = await noor.call(getLineage, { params: { id: people.items[0]?.id ?? '' } })
    expect(body.opportunities.map(({ amount }) => amount)).toEqual(['1234.567'])
  },
)
