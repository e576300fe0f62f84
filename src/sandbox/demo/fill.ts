// Adds the demo's companies to the vendors, once. An account and everything in it are added together or not at all.
import { setImmediate as breathe } from 'node:timers/promises'
import type { Installed } from '../kit/admin.ts'
import { createRandom } from '../kit/random.ts'
import type { Store } from '../kit/store.ts'
import type { VendorAdmin } from '../kit/vendor.ts'
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

/** The last event of each account is between three and forty minutes ago. */
const endOf = (now: number, number: number): number => now - Math.round((3 + createRandom(seed + number).next() * 37) * minute)

interface Made {
  seed: number
  until: number
}
/** Writes an account. Its content was generated before: that is half of the work, and needs no transaction. */
type Write = (admin: VendorAdmin) => void

const prepareCompany = (store: Store, company: DemoCompany, of: Made): Write => {
  const { id, name, pipelines, currencies } = company
  const story = storyOf(createRandom(of.seed), company, of.until)
  return (admin) => {
    const { account } = admin.createAccount({
      id,
      name,
      pipelines: pipelines.map(({ name: title, stages }) => ({ name: title, stages })),
      ...(currencies ? { currency: currencies[0] } : {}),
    })
    if (admin.crm) writeStory(admin.crm, account, story)
    if (company.isUntidy) untidy(store, account)
  }
}

/** Yields in between, so that no request waits for all of it. */
export const fillDemo = async ({ store, installed, now, signal }: Parts): Promise<void> => {
  const work = [
    ...demoAds.map((ads) => ({
      ...ads,
      prepare:
        (of: Made): Write =>
        (admin) =>
          fillAds(admin, ads, of),
    })),
    ...demoCompanies.map((company) => ({ ...company, prepare: (of: Made) => prepareCompany(store, company, of) })),
  ]
  for (const [number, { vendor, id, prepare }] of work.entries()) {
    const admin = installed.find((one) => one.vendor.prefix === vendor)?.admin
    if (!admin || store.account({ vendor, account: id })) continue
    await breathe()
    const write = prepare({ seed: seed + number, until: endOf(now, number) })
    await breathe()
    if (signal.aborted) return
    store.transaction(() => write(admin))
  }
}
