// Accounts that are larger than what a vendor lists in one answer: the caps of searches, offsets and tables.
import { contactOf } from '#sandbox/kit/fill.ts'
import { createRandom } from '#sandbox/kit/random.ts'
import { activeCampaign } from '../active-campaign/index.ts'
import { ghl } from '../ghl/index.ts'
import { hubspot } from '../hubspot/index.ts'
import type { Connector } from '../kit/connector.ts'
import { microsoftDynamics } from '../microsoft-dynamics/index.ts'
import { salesforce } from '../salesforce/index.ts'
import { readStream, startBench, type Bench, type Connected } from './bench.ts'
import { all } from './conformance/reading.ts'
import { crmOf } from './conformance/source.ts'

const day = 86_400_000

export const crms: readonly (readonly [string, Connector])[] = [
  ['HubSpot', hubspot],
  ['Salesforce', salesforce],
  ['Microsoft Dynamics', microsoftDynamics],
  ['ActiveCampaign', activeCampaign],
  ['GoHighLevel', ghl],
]

interface LargeAccount extends Connected {
  id: string
}

export const openLargeAccount = async (bench: Bench): Promise<LargeAccount> => {
  const { account } = bench.vendor.admin.createAccount({ name: 'Harbor Group' })
  return { ...(await bench.connect(account)), id: account }
}

/** Created over two years, many of them in one second, as by imports. */
export const fill = (bench: Bench, { id }: LargeAccount, contacts: number): string[] => {
  const random = createRandom(11)
  const crm = crmOf(bench)
  const from = Date.now() - 730 * day
  return bench.sandbox.store.transaction(() =>
    Array.from({ length: contacts }, (_, number) => {
      const at = from + Math.floor(number / 500) * 3_600_000
      return crm.addPerson(id, { ...contactOf(random, number, at), tags: [] })
    }),
  )
}

/** Changes this many of them at one moment, as an import or a workflow does. */
const change = (bench: Bench, { id }: LargeAccount, contacts: readonly string[]): void => {
  const now = Date.now()
  bench.sandbox.store.transaction(() => {
    for (const contact of contacts) crmOf(bench).changePerson(id, contact, { city: 'Leeds' }, now)
  })
}

/** Only the ids are kept, because the account is large. */
export const readIds = async (
  connector: Connector,
  { session }: LargeAccount,
  since: Awaited<ReturnType<typeof readStream>>['watermark'],
) => {
  const { pages, watermark } = await readStream(connector, session, { name: 'contacts', since })
  return { ids: all(pages, 'contacts').map(({ externalId }) => externalId), rejected: all(pages, 'rejected'), watermark }
}

/** On the day after a full read some vendors have a longer overlap than later. */
const inTwoDays = ({ session, ...large }: LargeAccount): LargeAccount => ({
  ...large,
  session: { ...session, now: () => new Date(Date.now() + 2 * day) },
})

interface LargeSize {
  contacts: number
  changed: number
  /** How many results of a search the vendor lists; absent: as many as in production. */
  searchReach?: number
}

interface LargeRead {
  read: number
  distinct: number
  rejected: number
  /** Contacts that changed and did not come with the second read. */
  missed: number
  /** Unchanged contacts that the second read brought. */
  needless: number
}

/** Reads everything once, and two days later what changed at one moment. */
export const readLargeAccount = async (connector: Connector, size: LargeSize): Promise<LargeRead> => {
  const bench = await startBench(connector)
  if (size.searchReach !== undefined) bench.vendor.faults.searchReach = size.searchReach
  try {
    const large = await openLargeAccount(bench)
    const contacts = fill(bench, large, size.contacts)
    const first = await readIds(connector, large, null)
    const step = size.contacts / size.changed
    const changed = Array.from({ length: size.changed }, (_, index) => contacts[Math.floor(index * step)] ?? '')
    change(bench, large, changed)
    const second = new Set((await readIds(connector, inTwoDays(large), first.watermark)).ids)
    const missed = changed.filter((id) => !second.has(id)).length
    return {
      read: first.ids.length,
      distinct: new Set(first.ids).size,
      rejected: first.rejected.length,
      missed,
      needless: second.size - (changed.length - missed),
    }
  } finally {
    await bench.close()
  }
}
