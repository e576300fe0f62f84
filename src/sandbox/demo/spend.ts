// What the agency spends for its companies, day by day.
import { createRandom, type Random } from '../kit/random.ts'
import type { AdsAdmin, PlainSpend, VendorAdmin } from '../kit/vendor.ts'
import { beginningOf, day, dayWeights } from './calendar.ts'

interface Campaign {
  name: string
  /** Leads in a month, and the cost of each. */
  leads: number
  cost: number
}

interface DemoAds {
  vendor: string
  id: string
  /** The login. */
  name: string
  businesses: readonly {
    name: string
    adAccounts: readonly { name: string; currency: string; campaigns: readonly Campaign[] }[]
  }[]
}

const campaign = (name: string, leads: number, cost: number): Campaign => ({ name, leads, cost })

export const demoAds: readonly DemoAds[] = [
  {
    vendor: 'facebook',
    id: '100000000020250',
    name: 'Ana Whitfield',
    businesses: [
      {
        name: 'Northlight Growth',
        adAccounts: [
          {
            name: 'Brightsmile Dental',
            currency: 'USD',
            campaigns: [campaign('lookalike', 60, 31), campaign('retargeting', 20, 24)],
          },
          { name: 'Helio Solar', currency: 'USD', campaigns: [campaign('spring', 25, 88), campaign('lookalike', 12, 95)] },
          { name: 'Lumen Law', currency: 'USD', campaigns: [campaign('local', 28, 64)] },
        ],
      },
      {
        name: 'Northlight Partners',
        adAccounts: [{ name: 'Cedar Home Care', currency: 'USD', campaigns: [campaign('local', 20, 47)] }],
      },
    ],
  },
  {
    vendor: 'google',
    id: '110020250',
    name: 'Northlight Growth',
    businesses: [
      {
        name: 'Northlight Growth',
        adAccounts: [
          { name: 'Brightsmile Dental', currency: 'USD', campaigns: [campaign('brand', 70, 38), campaign('Display', 15, 22)] },
          { name: 'Helio Solar', currency: 'USD', campaigns: [campaign('spring', 32, 104), campaign('Display', 7, 60)] },
          { name: 'Forge & Field', currency: 'GBP', campaigns: [campaign('brand', 10, 140)] },
        ],
      },
    ],
  },
]

/** One month with twice the spend and no additional customer: a finding for analytics. */
const isDoubled = (adAccount: string, at: number, until: number): boolean => {
  const [month, now] = [new Date(at), new Date(until)]
  const monthsAgo = (now.getUTCFullYear() - month.getUTCFullYear()) * 12 + now.getUTCMonth() - month.getUTCMonth()
  return adAccount === 'Helio Solar' && monthsAgo === 5
}

const spendOf = (random: Random, { name, leads, cost }: Campaign, of: { adAccount: string; until: number }): PlainSpend[] => {
  const from = beginningOf(of.until)
  return dayWeights(of.until, 1.1).map((weight, index) => {
    const at = from + index * day
    const people = (leads / 30) * weight * random.logNormal(1, 0.25)
    const spend = people * cost * random.logNormal(1, 0.15) * (isDoubled(of.adAccount, at, of.until) ? 2 : 1)
    const clicks = Math.round(spend / (cost / 22))
    return {
      campaign: name,
      day: new Date(at).toISOString().slice(0, 10),
      spend: Math.round(spend * 100) / 100,
      impressions: clicks * (30 + random.below(25)),
      clicks,
      conversions: Math.round(people),
    }
  })
}

const addAccounts = (ads: AdsAdmin, account: string, { businesses }: DemoAds, of: { random: Random; until: number }): void => {
  for (const { name, adAccounts } of businesses) {
    const made = ads.addBusiness(account, { name, adAccounts: adAccounts.map(({ name, currency }) => ({ name, currency })) })
    for (const [index, { name: adAccount, campaigns }] of adAccounts.entries())
      for (const one of campaigns)
        ads.addSpend(account, made.adAccounts[index] ?? '', spendOf(of.random, one, { adAccount, until: of.until }))
  }
}

export const fillAds = (admin: VendorAdmin, demo: DemoAds, { seed, until }: { seed: number; until: number }): void => {
  const { account } = admin.createAccount({ id: demo.id, name: demo.name })
  if (admin.ads) addAccounts(admin.ads, account, demo, { random: createRandom(seed), until })
}
