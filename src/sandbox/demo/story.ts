// Everything that happened to one company in eighteen months, generated before any of it is written.
import type { Random } from '../kit/random.ts'
import type { PlainOpportunity, PlainContact } from '../kit/vendor.ts'
import { day, instants } from './calendar.ts'
import type { DemoCompany } from './companies.ts'
import { marketingSourceOf, pickBy } from './marketing-source.ts'
import { firmOf, contactOf } from './contacts.ts'
import { amountOf, sleepingWay, wayOf } from './ways.ts'

interface StoryDeal extends Omit<PlainOpportunity, 'personIds'> {
  /** Indexes of the contacts in the list; the first is the primary one. */
  people: readonly number[]
  removedAt: number | null
}

export interface StoryContact extends PlainContact {
  newEmail: { email: string; at: number } | null
  /** It was entered twice, and merged at this time. */
  doubledUntil: number | null
}

export interface Story {
  people: StoryContact[]
  deals: StoryDeal[]
}

const sleeping = 0.06
const sleepingFor = 95 * day
const removed = 0.02
const newEmails = 0.03
const doubles = 0.01

/** Some time between then and now. */
const later = (random: Random, at: number, until: number): number => Math.round(at + (until - at) * (0.2 + 0.6 * random.next()))

interface Lead extends StoryContact {
  truth: number
}

const leadsOf = (random: Random, company: DemoCompany, until: number): { leads: Lead[]; groups: number[][] } => {
  const groups: number[][] = []
  const leads: Lead[] = []
  let firm = ''
  for (const [number, at] of instants(random, company.leads, { ...company, until }).entries()) {
    const group = groups.at(-1)
    if (!company.buysInGroups) firm = random.chance(0.15) ? firmOf(random) : ''
    else if (group && group.length < 4 && (group.length < 2 || random.chance(0.45))) group.push(number)
    else {
      groups.push([number])
      firm = firmOf(random)
    }
    const person = { ...contactOf(random, company, { number, at, firm }), ...marketingSourceOf(random) }
    const email = `${person.firstName}.${person.lastName}.${number}@mail.example.com`.toLowerCase()
    leads.push({
      ...person,
      newEmail: random.chance(newEmails) ? { email, at: later(random, at, until) } : null,
      doubledUntil: random.chance(doubles) ? later(random, at, until) : null,
    })
  }
  return { leads, groups }
}

/** The stage history of a lead's opportunity, or null if there never was one. */
const pathFor = (random: Random, { steps, becomes }: DemoCompany, lead: Lead, until: number): PlainOpportunity['path'] | null => {
  const from = Math.round(lead.createdAt + random.logNormal(0.15, 1) * day)
  if (random.chance(becomes)) return from < until ? wayOf(random, steps, { from, until, truth: lead.truth }) : null
  const isSleeping = random.chance((sleeping * becomes) / (1 - becomes)) && from < until - sleepingFor
  return isSleeping ? sleepingWay(random, from) : null
}

const dealOf = (
  random: Random,
  company: DemoCompany,
  lead: Lead,
  { people, path, until }: { people: number[]; path: PlainOpportunity['path']; until: number },
): StoryDeal => {
  const createdAt = path[0]?.at ?? lead.createdAt
  const modifiedAt = path.at(-1)?.at ?? createdAt
  return {
    name: lead.company === '' ? `${lead.firstName} ${lead.lastName}` : lead.company,
    amount: amountOf(random, company.amount),
    currency: random.pick(company.currencies ?? ['USD']),
    people,
    pipeline: company.pipelines.indexOf(pickBy(random, company.pipelines)),
    path,
    source: lead.source,
    createdAt,
    modifiedAt,
    removedAt: random.chance(removed) ? later(random, modifiedAt, until) : null,
  }
}

const dealsOf = (random: Random, company: DemoCompany, leads: readonly Lead[], of: { groups: number[][]; until: number }) => {
  const groupOf = new Map(of.groups.flatMap((group) => group.map((number) => [number, group] as const)))
  const deals: StoryDeal[] = []
  for (const [number, lead] of leads.entries()) {
    const path = pathFor(random, company, lead, of.until)
    const others = (groupOf.get(number) ?? []).filter((other) => other !== number)
    if (path) deals.push(dealOf(random, company, lead, { people: [number, ...others], path, until: of.until }))
  }
  return deals
}

/** The same for the same seed. */
export const storyOf = (random: Random, company: DemoCompany, until: number): Story => {
  const { leads, groups } = leadsOf(random, company, until)
  const deals = dealsOf(random, company, leads, { groups, until })
  const buyers = new Set(deals.flatMap(({ people }) => people))
  const people = leads.map(({ truth: _truth, ...person }, number) => {
    const isOnlyLead = company.buysInGroups === true && !buyers.has(number)
    return isOnlyLead ? { ...person, tags: [...person.tags, 'lead'] } : person
  })
  return { people, deals }
}
