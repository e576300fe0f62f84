// Keeps the demo changing: at intervals a lead comes, or an opportunity moves. Vendors with webhooks send them.
import type { Installed } from '../kit/admin.ts'
import { createRandom, type Random } from '../kit/random.ts'
import type { Store } from '../kit/store.ts'
import type { CrmAdmin, PlainStage } from '../kit/vendor.ts'
import { demoCompanies, type DemoCompany } from './companies.ts'
import { marketingSourceOf, pickBy } from './marketing-source.ts'
import { contactOf } from './contacts.ts'
import { amountOf } from './ways.ts'

interface Parts {
  store: Store
  installed: readonly Installed[]
}

/** Seconds between two events. */
const shortest = 20
const longest = 90
const newest = 50

const nextStage = (random: Random, { steps }: DemoCompany): PlainStage => {
  if (random.chance(0.3)) return random.chance(0.4) ? 'won' : 'lost'
  return 1 + random.below(steps.length - 1)
}

const addLead = (random: Random, crm: CrmAdmin, company: DemoCompany, at: number): void => {
  const number = crm.counts(company.id).people
  const { truth: _truth, ...origin } = marketingSourceOf(random)
  const person = { ...contactOf(random, company, { number, at, firm: '' }), ...origin }
  const id = crm.addPerson(company.id, person)
  if (!random.chance(company.becomes)) return
  crm.addDeal(company.id, {
    name: `${person.firstName} ${person.lastName}`,
    amount: amountOf(random, company.amount),
    currency: random.pick(company.currencies ?? ['USD']),
    personIds: [id],
    pipeline: 0,
    path: [{ stage: 0, at }],
    source: person.source,
    createdAt: at,
    modifiedAt: at,
  })
}

/** Companies with many leads change more often. */
const lively = demoCompanies.filter(({ isQuiet }) => isQuiet !== true).map((company) => ({ ...company, share: company.leads }))

/** One change in one of the companies. */
export const tick = ({ store, installed }: Parts, random: Random, at = Date.now()): void => {
  const company = pickBy(random, lively)
  const crm = installed.find(({ vendor }) => vendor.prefix === company.vendor)?.admin.crm
  if (!crm || !store.account({ vendor: company.vendor, account: company.id })) return
  store.transaction(() => {
    const open = crm.deals(company.id, newest).filter(({ detail }) => !/won|lost/i.test(detail))
    if (open.length === 0 || random.chance(0.6)) addLead(random, crm, company, at)
    else crm.changeDeal(company.id, random.pick(open).id, { stage: nextStage(random, company) }, at)
  })
}

export const startTicker = (parts: Parts): { stop(): void } => {
  const random = createRandom(Date.now())
  let timer: NodeJS.Timeout | undefined
  const wait = (): void => {
    timer = setTimeout(
      () => {
        try {
          tick(parts, random)
        } catch (error) {
          process.emitWarning(error as Error)
        }
        wait()
      },
      (shortest + random.next() * (longest - shortest)) * 1000,
    ).unref()
  }
  wait()
  return { stop: () => clearTimeout(timer) }
}
