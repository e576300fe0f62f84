// Invented contacts and deals, the same for the same seed.
import { createRandom, type Random } from './random.ts'
import type { CrmAdmin, PlainOpportunity, PlainContact, PlainStage } from './vendor.ts'

const firstNames =
  'Ada Ben Cleo Dario Elif Femi Gala Hugo Ines Jonas Kaya Liam Mina Nils Olga Pia Quinn Rosa Sami Tara Uma Viggo Wren Xenia Yara Zeno'.split(
    ' ',
  )
const lastNames =
  'Abbot Berg Castle Dunn Engel Farrow Grant Holm Imani Jansen Keller Lund Moss North Okafor Pryce Quist Reyes Stone Tamm Ueda Vale Winter Xu York Zane'.split(
    ' ',
  )
const cities = [
  ['Austin', 'TX', '78701', 'US'],
  ['Denver', 'CO', '80202', 'US'],
  ['Portland', 'OR', '97201', 'US'],
  ['Raleigh', 'NC', '27601', 'US'],
  ['Leeds', 'ENG', 'LS1 4AP', 'GB'],
] as const
const origins = [
  { word: 'Google Ads', source: 'google', medium: 'cpc', click: 'gclid', weight: 27 },
  { word: 'Meta', source: 'facebook', medium: 'paid_social', click: 'fbclid', weight: 24 },
  { word: 'Organic search', source: 'google', medium: 'organic', click: '', weight: 18 },
  { word: 'Referral', source: 'partner.example.org', medium: 'referral', click: '', weight: 8 },
  { word: 'Newsletter', source: 'newsletter', medium: 'email', click: '', weight: 6 },
  { word: 'Direct', source: '', medium: '', click: '', weight: 2 },
] as const
const campaigns = ['spring', 'brand', 'retargeting', 'lookalike', 'local']
const tags = ['northlight', 'web', 'intake', 'newsletter', 'vip', 'do-not-share']

const pickWeighted = <T extends { weight: number }>(random: Random, list: readonly T[]): T => {
  let rest = random.next() * list.reduce((sum, { weight }) => sum + weight, 0)
  return list.find(({ weight }) => (rest -= weight) < 0) ?? (list[0] as T)
}

const utmOf = (random: Random, origin: (typeof origins)[number]): PlainContact['utm'] => {
  if (origin.source === '') return null
  const campaign = random.pick(campaigns)
  const clickId = origin.click === '' ? '' : `${origin.click}-${random.below(1e9).toString(36)}`
  const query = new URLSearchParams({ utm_source: origin.source, utm_medium: origin.medium, utm_campaign: campaign })
  if (origin.click !== '') query.set(origin.click, clickId)
  const landingUrl = `https://www.example.com/landing?${query.toString()}`
  return {
    source: origin.source,
    medium: origin.medium,
    campaign,
    clickId,
    landingUrl,
    referrer: `https://${origin.source.includes('.') ? origin.source : `${origin.source}.example`}/`,
  }
}

export const contactOf = (random: Random, number: number, at: number): PlainContact => {
  const firstName = random.pick(firstNames)
  const lastName = random.pick(lastNames)
  const [city, region, postalCode, country] = random.pick(cities)
  const origin = pickWeighted(random, origins)
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}.${number}@example.com`.toLowerCase(),
    phone: `+1 202 555 01${String(number % 100).padStart(2, '0')}`,
    company: random.chance(0.3) ? `${lastName} & Co` : '',
    city,
    region,
    postalCode,
    country,
    source: origin.word,
    utm: utmOf(random, origin),
    tags: tags.filter(() => random.chance(0.25)),
    createdAt: at,
    modifiedAt: at,
  }
}

const day = 86_400_000

/** A stage history that ends before `until`. */
const pathOf = (random: Random, from: number, until: number, stages: number): PlainOpportunity['path'] => {
  const path: { stage: PlainStage; at: number }[] = [{ stage: 0, at: from }]
  let at = from
  for (let stage = 0; stage < stages; stage += 1) {
    at += Math.round(random.logNormal(4, 0.8) * day)
    if (at >= until) return path
    if (!random.chance(0.7)) return [...path, { stage: 'lost', at }]
    path.push({ stage: stage + 1 < stages ? stage + 1 : 'won', at })
  }
  return path
}

interface Filling {
  people: number
  deals: number
  seed: number
  /** Everything is within this many days before `until`. */
  days?: number | undefined
  until?: number | undefined
  /** Open stages of the first pipeline. */
  stages?: number | undefined
}

interface Someone {
  id: string
  at: number
  source: string
}

const addPeople = (
  admin: CrmAdmin,
  account: string,
  random: Random,
  { people, from, until }: { people: number; from: number; until: number },
) => {
  const step = (until - from) / Math.max(1, people)
  return Array.from({ length: people }, (_one, number): Someone => {
    const at = Math.round(from + number * step)
    const person = contactOf(random, number, at)
    return { id: admin.addPerson(account, person), at, source: person.source }
  })
}

/** Some deals have two contacts. */
const partiesOf = (random: Random, primary: Someone, people: readonly Someone[]): string[] =>
  random.chance(0.1) ? [...new Set([primary.id, random.pick(people).id])] : [primary.id]

interface DealParts {
  number: number
  people: readonly Someone[]
  primary: Someone
  until: number
  stages: number
}

const dealOf = (random: Random, { number, people, primary, until, stages }: DealParts): PlainOpportunity => {
  const createdAt = Math.min(until, primary.at + Math.round(random.next() * 3 * day))
  const path = pathOf(random, createdAt, until, stages)
  return {
    name: `Deal ${number + 1}`,
    amount: random.chance(0.02) ? null : Math.round(random.logNormal(5000, 0.5)),
    currency: 'USD',
    personIds: partiesOf(random, primary, people),
    pipeline: 0,
    path,
    source: primary.source,
    createdAt,
    modifiedAt: path.at(-1)?.at ?? createdAt,
  }
}

/** Fills an account; fast inside one transaction of the store. */
export const fillAccount = (admin: CrmAdmin, account: string, filling: Filling): void => {
  const { people: wanted, deals, seed, days = 365, until = Date.now() - 3_600_000, stages = 3 } = filling
  const random = createRandom(seed)
  const people = addPeople(admin, account, random, { people: wanted, from: until - days * day, until })
  for (let number = 0; number < deals; number += 1) {
    const primary = people[Math.floor((number / deals) * people.length)]
    if (!primary) return
    admin.addDeal(account, dealOf(random, { number, people, primary, until, stages }))
  }
}

/** Changes a share of the contacts, as users of the vendor would. */
export const touchAccount = (admin: CrmAdmin, account: string, { share, seed }: { share: number; seed: number }): number => {
  const random = createRandom(seed)
  const chosen = admin.people(account, admin.counts(account).people).filter(() => random.chance(share))
  const now = Date.now()
  for (const [index, { id }] of chosen.entries())
    admin.changePerson(
      account,
      id,
      { phone: `+1 202 555 01${String(index % 100).padStart(2, '0')}`, company: `Changed ${index}` },
      now,
    )
  return chosen.length
}
