// Moves the demo's companies into the vendors, once. An account and everything in it come together or not at all.
import { setImmediate as breathe } from 'node:timers/promises'
import type { Installed } from '../kit/admin.ts'
import { createRandom } from '../kit/random.ts'
import type { Store } from '../kit/store.ts'
import type { VendorHands } from '../kit/vendor.ts'
import { demoCompanies, type DemoCompany } from './companies.ts'
import { demoAds, fillAds } from './spend.ts'
import { storyOf } from './story.ts'
import { untidy } from './untidy.ts'
import { writeStory } from './write.ts'

const seed = 20_250
const minute = 60_000

interface Parts {
  store: Store
  installed: readonly Installed[]
  now: number
  signal: AbortSignal
}

/** The last thing that happened somewhere lies between three and forty minutes back. */
const endOf = (now: number, number: number): number => now - Math.round((3 + createRandom(seed + number).next() * 37) * minute)

const fillCompany = (store: Store, hands: VendorHands, company: DemoCompany, of: { seed: number; until: number }): void => {
  const { id, name, pipelines, currencies } = company
  const { account } = hands.createAccount({
    id,
    name,
    pipelines: pipelines.map(({ name: title, stages }) => ({ name: title, stages })),
    ...(currencies ? { currency: currencies[0] } : {}),
  })
  if (hands.crm) writeStory(hands.crm, account, storyOf(createRandom(of.seed), company, of.until))
  if (company.isUntidy) untidy(store, account)
}

/** Between two accounts others have their turn: nobody waits for all of it. */
export const fillDemo = async ({ store, installed, now, signal }: Parts): Promise<void> => {
  const work = [
    ...demoAds.map((ads) => ({
      ...ads,
      fill: (hands: VendorHands, of: { seed: number; until: number }) => fillAds(hands, ads, of),
    })),
    ...demoCompanies.map((company) => ({
      ...company,
      fill: (hands: VendorHands, of: { seed: number; until: number }) => fillCompany(store, hands, company, of),
    })),
  ]
  for (const [number, { vendor, id, fill }] of work.entries()) {
    await breathe()
    if (signal.aborted) return
    const hands = installed.find((one) => one.vendor.prefix === vendor)?.hands
    if (!hands || store.account({ vendor, account: id })) continue
    store.transaction(() => fill(hands, { seed: seed + number, until: endOf(now, number) }))
  }
}
