// Contacts of vendors with hostile names: they are saved as they were sent, or the row is rejected.
import { deleteIntegration } from '#contract/integrations/integrations.ts'
import { listContacts } from '#contract/crm/records.ts'
import { contactOf } from '#sandbox/kit/fill.ts'
import type { Random } from '#sandbox/kit/random.ts'
import { slugOf } from '#server/connectors/kit/app.ts'
import { allConnectors } from '#server/connectors/registry.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { connectToRead } from '#server/testing/vendors/sources.ts'
import type { TestUser } from '#server/testing/world.ts'
import type { Stage } from './campaign.ts'
import { textsIn, type Texts } from './hostile-texts.ts'
import { report, type Tally } from './tally.ts'

const perVendor = 30
/** Longer texts are cut to this length, which the run reports. */
const cellMax = 1900

interface SentTexts {
  type: string
  id: string
}

/** One account at every vendor with contacts, connected by `owner`. */
export const connectHostile = async (
  { world }: Stage,
  owner: TestUser,
  how: { texts: Texts; random: Random },
): Promise<SentTexts[]> => {
  const connected: SentTexts[] = []
  for (const { manifest } of allConnectors()) {
    const { type } = manifest
    const vendor = world.sandbox?.installed.find((one) => one.vendor.prefix === slugOf(type))
    const { crm } = vendor?.admin ?? {}
    if (!vendor || !crm) continue
    vendor.faults.limitsAreOn = false
    const { account } = vendor.admin.createAccount({ name: `Hostile at ${type}` })
    for (let number = 0; number < perVendor; number += 1) {
      const contact = contactOf(how.random, number, Date.now() - 60_000)
      const [firstName, lastName, company, city] = Array.from({ length: 4 }, () => how.texts.next(how.random, cellMax))
      crm.addPerson(account, Object.assign(contact, { firstName, lastName, company, city }))
    }
    const known = world.sandbox?.store.account({ vendor: vendor.vendor.prefix, account })
    if (!known) throw new Error(`There is no such account at ${type}`)
    const toConnect = { id: account, name: known.name, connect: vendor.admin.howToConnect(known) }
    connected.push({ type, id: (await connectToRead(owner, type, toConnect)).id })
  }
  return connected
}

/** After workers have synced them. */
export const inspectStored = async (
  owner: TestUser,
  told: readonly SentTexts[],
  { texts, tally }: { texts: Texts; tally: Tally },
) => {
  for (const { type, id } of told) {
    const run = await settled(owner, id)
    if (run.status !== 'done') report(tally, { kind: 'failure', what: `the run of ${type} is ${run.status}` })
    const { body } = await owner.call(listContacts, { query: { integration_id: id, page: 1, size: 100 } })
    const saved = textsIn(body)
    for (const text of saved) {
      const what = texts.altered(text)
      if (what !== undefined) report(tally, { kind: 'unsafe', what: `${type}: ${what}` })
    }
    if (!saved.some((text) => texts.isWhole(text)))
      report(tally, { kind: 'unsafe', what: `nothing arrived from ${type} as it was told` })
    await owner.call(deleteIntegration, { params: { id }, query: { erase: 'now' } })
  }
}
