import type { Point, Series } from '#web/ui/charts/chart-types.ts'

const short = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** June 2025 to November 2026. */
export const months: Point[] = Array.from({ length: 18 }, (_, index) => {
  const month = Date.UTC(2025, 5 + index)
  return { key: String(month), short: short.format(month), long: long.format(month) }
})

export const funnel: Series[] = [
  {
    key: 'leads',
    name: 'Leads',
    color: 'Paid Search',
    values: [568, 506, 553, 640, 602, 592, 533, 529, 602, 665, 664, 725, 639, 591, 655, 735, 710, 323],
  },
  {
    key: 'opportunities',
    name: 'Opportunities',
    color: 'Call',
    values: [358, 330, 333, 394, 391, 347, 312, 347, 352, 409, 432, 398, 414, 404, 384, 454, 451, 188],
  },
  {
    key: 'won',
    name: 'Won',
    color: 'Organic Search',
    values: [83, 72, 82, 93, 87, 86, 77, 77, 86, 95, 97, 98, 92, 85, 94, 105, 100, 49],
  },
]

export const channels: Series[] = [
  { key: 'search', name: 'Paid Search', color: 'Paid Search', values: [12_400, 13_100, 9800, 15_200, 16_050, 14_900] },
  { key: 'social', name: 'Paid Social', color: 'Paid Social', values: [8200, 7400, 9100, 8800, 10_400, 11_200] },
  { key: 'display', name: 'Display', color: 'Display', values: [2100, 1900, 2600, 2450, 1800, 2900] },
  { key: 'email', name: 'Email', color: 'Email', values: [400, 520, 610, 480, 700, 640] },
]

export const stages: Point[] = [
  'New',
  'Contacted',
  'Qualified',
  'Proposal sent and waiting for an answer',
  'Negotiation',
  'Won',
].map((name) => ({ key: name, short: name, long: name }))

export interface Lead {
  id: string
  name: string
  stage: 'Won' | 'Proposal' | 'Qualified' | 'Lost'
  channel: string
  value: number
  updated: string
}

const first = ['Maya', 'Jonah', 'Theo', 'Inés', 'Ruth', 'Samir', 'Greta', 'Owen', 'Nia', 'Caleb', 'Dana']
const last = ['Ellison', 'Pratt', 'Marsh', 'Caldera', 'Okafor', 'Haddad', 'Lindqvist', 'Fairbairn-Whittington', 'Bello', 'Stroud']
const states = ['Won', 'Proposal', 'Qualified', 'Lost'] as const
const sources = ['Paid Search', 'Organic Search', 'Referral', 'Call', 'Paid Social', 'Email', 'Direct']

const pick = <T>(from: readonly [T, ...T[]] | readonly T[], index: number): T => from[index % from.length] as T

export const leads = (count: number): Lead[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    name: `${pick(first, index)} ${pick(last, index * 7)}`,
    stage: pick(states, index * 3),
    channel: pick(sources, index * 5),
    value: (index * 7919) % 52_000,
    updated: new Date(Date.UTC(2026, 10, 14) - index * 3_600_000).toISOString(),
  }))
