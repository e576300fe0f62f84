// One account at each of the nine vendors, and what happens at them before and while they are read.
import { contactOf } from '#sandbox/kit/fill.ts'
import { createRandom } from '#sandbox/kit/random.ts'
import type { Sandbox } from '#sandbox/start.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import { addDays } from '#server/connectors/kit/day-windows.ts'
import { connectAdAccount, openAdAccount, playAds, yesterday, type AdVendor } from '#server/modules/syncs/testing/ad-account.ts'
import { connectToRead } from '../vendors/sources.ts'
import { playerOf } from '../vendors/stage.ts'
import type { TestUser } from '../world.ts'

export interface Size {
  people: number
  deals: number
  /** For each of three campaigns. */
  days: number
}

export interface PlayedAccount {
  type: ProviderType
  /** Returns the id of the source, whose first run is under way. */
  connect: (user: TestUser) => Promise<string>
  /** Adds new contacts, which every reader finds sooner or later. */
  grow: () => void
  /** Edits, moves and deletions of records that were not changed since the last `settle`. */
  change: () => void
  /**
   * Two contacts are merged, and a contact with opportunities is deleted. Not while they are read: a reader in between
   * sees a deletion and learns of the merge later, and vendors do not report that an opportunity lost its contact.
   */
  removeContacts: () => void
  /** All readers have read everything: records may be changed again. */
  settle: () => void
}

const campaigns = 3

const openAds = (sandbox: Sandbox, type: AdVendor, { days }: Size): PlayedAccount => {
  const { ads } = playAds({ sandbox }, type)
  const opened = openAdAccount({ sandbox }, { type, campaigns, days })
  let rounds = 0
  let corrections = 0
  const spend = (campaign: string, count: number): void =>
    ads.addSpend(
      opened.account,
      opened.adaccount,
      Array.from({ length: count }, (_, index) => ({
        campaign,
        day: addDays(yesterday, -index),
        spend: 100 + rounds,
        impressions: 2000 + rounds,
        clicks: 30,
        conversions: 3,
      })),
    )
  return {
    type,
    connect: (user) => connectAdAccount(user, opened),
    grow: () => spend(`Newcomer ${(rounds += 1)}`, 2),
    change: () => {
      rounds += 1
      spend(`Campaign ${corrections % campaigns}`, 5)
      corrections += 1
    },
    removeContacts: () => {},
    settle: () => {},
  }
}

const openCrm = (sandbox: Sandbox, type: ProviderType, { people, deals }: Size): PlayedAccount => {
  const vendor = playerOf(sandbox)(type)
  const { crm } = vendor
  const account = vendor.newAccount(`Harbor ${type}`, { people, deals })
  const random = createRandom(people)
  const touched = new Set<string>()
  /** Contacts without opportunities, which all readers have read. */
  const known: string[] = []
  let newcomers: string[] = []
  let rounds = 0

  /** A row of a table is a contact and a deal at once, under one id. */
  const untouched = (list: readonly { id: string }[], count: number): string[] => {
    const ids = list.map(({ id }) => id).filter((id) => !touched.has(id))
    for (const id of ids.slice(0, count)) touched.add(id)
    return ids.slice(0, count)
  }

  const changeContacts = (now: number): void => {
    const gone = known.shift()
    if (gone !== undefined) crm.removePerson(account, gone, now)
    for (const id of untouched(crm.people(account, 120), 12)) crm.changePerson(account, id, { lastName: `Round ${rounds}` }, now)
  }
  const changeDeals = (now: number): void => {
    const [gone, ...moved] = untouched(crm.deals(account, 120), 7)
    for (const [index, id] of moved.entries())
      crm.changeDeal(account, id, { stage: index % 3 === 0 ? 'won' : rounds % 3, amount: 1000 + rounds }, now)
    if (gone !== undefined) crm.removeDeal(account, gone, now)
  }
  const together = (change: (now: number) => void) => (): void => {
    rounds += 1
    sandbox.store.transaction(() => change(Date.now()))
  }
  const grow = together((now) => {
    const ids = [0, 1, 2].map((count) => crm.addPerson(account, contactOf(random, 1000 + rounds * 10 + count, now)))
    newcomers.push(...ids)
    for (const id of ids) touched.add(id)
  })
  const settle = (): void => {
    known.push(...newcomers)
    newcomers = []
    touched.clear()
    for (const id of known) touched.add(id)
  }
  grow()
  settle()
  return {
    type,
    connect: async (user) => (await connectToRead(user, type, vendor.toConnect(account))).id,
    grow,
    change: together((now) => {
      changeContacts(now)
      changeDeals(now)
    }),
    removeContacts: together((now) => {
      const [from, into, gone] = untouched(crm.people(account, 120), 3)
      if (from !== undefined && into !== undefined) crm.mergePeople?.(account, { from, into }, now)
      if (gone !== undefined) crm.removePerson(account, gone, now)
    }),
    settle,
  }
}

const isAds = (type: ProviderType): type is AdVendor => type === 'facebook' || type === 'google'

export const openAccount = (sandbox: Sandbox, type: ProviderType, size: Size): PlayedAccount =>
  isAds(type) ? openAds(sandbox, type, size) : openCrm(sandbox, type, size)
