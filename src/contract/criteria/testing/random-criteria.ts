// Criteria at random, the same for the same seed: values, names and ids that are hard to write and to compare come often.
import {
  leafFields,
  leafOperators,
  leaveModes,
  matchModes,
  recordTypes,
  typesOfData,
  type Criteria,
  type Filter,
  type Leaf,
  type LeafField,
} from '../criteria.ts'
import { catalogueFields } from '../fields.ts'
import type { Names } from '../sentence/words.ts'

export interface Random {
  /** From 0 to below the limit. */
  below: (limit: number) => number
  isTrue: (chance: number) => boolean
  pick: <T>(items: readonly [T, ...T[]] | readonly T[]) => T
  /** Some of the items, in any order, at least as many as asked. */
  some: <T>(items: readonly T[], atLeast: number) => T[]
}

/** mulberry32 */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T
  const some = <T>(items: readonly T[], atLeast: number): T[] => {
    const shuffled = items.map((item) => ({ item, rank: next() })).toSorted((one, other) => one.rank - other.rank)
    return shuffled.slice(0, atLeast + below(Math.min(4, items.length - atLeast + 1))).map(({ item }) => item)
  }
  return { below, isTrue: (chance) => next() < chance, pick, some }
}

export const integrationIds = ['i1', 'i2', 'i3'] as const

/** Some names are empty, missing, used twice, or read like a part of the sentence. */
export const randomNames: Names = {
  company: 'Brightsmile Dental, Inc.',
  pipeline: { p1: 'New patients', p2: 'Implants', p3: 'Implants', p4: 'stage Won', p5: 'Sales, and who', p6: '' },
  stage: { s1: 'New', s2: 'Won', s3: 'any stage', 's.4': 'New', 's 5': 'Lost (price)' },
  list: { l1: 'Newsletter', l2: 'VIP or press', l3: '#3' },
  owner: { o1: "Ana O'Neil", o2: 'Ben, Jr.', o3: 'Dr. Cho' },
  integration: { i1: 'GoHighLevel', i2: 'HubSpot', i3: 'HubSpot' },
}

export const randomTags = [
  'northlight',
  'VIP',
  'vip',
  ' new lead ',
  'a, b or c',
  '"quoted"',
  'no',
  'as seen on TV',
  'Ｖｉｐ',
  'back\\slash',
] as const
export const randomSources = [
  'Google Ads',
  'google ads',
  'Meta',
  'Partner',
  'set',
  'settled',
  'set.up',
  'not set',
  'U.S.',
  'example.com',
  '\u202Egnp',
  '5\n6',
  '39',
] as const
const crmFields = ['source', 'lead_source', 'Source', 'who is', 'contains ads', 'size', 'whose', '#1'] as const
export const randomDays = ['2024-02-29', '2025-07-01', '2025-12-31', '2026-03-01'] as const
const unknownIds = ['gone', 'x y', 'a"b.', ')'] as const
const customFields = [
  'field:Roof type',
  'field:Email',
  'field:no fields',
  'opportunity.field:Roof, type',
  'field:opportunity field x',
  'field:Opportunity field',
  'field:a and b',
] as const

const valuePool: Record<LeafField, readonly string[]> = {
  tag: randomTags,
  source_field: randomSources,
  pipeline: [...Object.keys(randomNames.pipeline), ...unknownIds],
  stage: [...Object.keys(randomNames.stage), ...unknownIds],
  list: [...Object.keys(randomNames.list), ...unknownIds],
  owner: [...Object.keys(randomNames.owner), ...unknownIds],
  integration: [...integrationIds, ...unknownIds],
  record_id: ['c1', 'c2', 'c3', 'd1', 'd2', ...unknownIds],
  created_since: randomDays,
}

export const randomLeaf = (random: Random): Leaf => {
  const field = random.pick(leafFields)
  const op = random.pick<Leaf['op']>(leafOperators[field])
  const name = field === 'source_field' ? { name: random.isTrue(0.5) ? 'source' : random.pick(crmFields) } : {}
  if (op === 'is_set' || op === 'is_not_set') return { field, ...name, op }
  if (op === 'contains') return { field, ...name, op, values: [random.pick(['ads', 'Google', 'example', 'not set'])] }
  const isSingle = field === 'created_since'
  return { field, ...name, op, values: isSingle ? [random.pick(valuePool[field])] : random.some(valuePool[field], 1) }
}

/** At most as deep as asked. */
export const randomFilter = (random: Random, depth: number): Filter => {
  if (depth === 0 || random.isTrue(0.35)) return randomLeaf(random)
  const kind = random.pick(['all', 'all', 'any', 'any', 'not'])
  if (kind === 'not') return { not: randomFilter(random, depth - 1) }
  const children = Array.from({ length: 1 + random.below(3) }, () => randomFilter(random, depth - 1))
  return kind === 'all' ? { all: children } : { any: children }
}

export const randomCriteria = (random: Random): Criteria => {
  const type_of_data = random.pick(typesOfData)
  return {
    integration_id: random.pick(integrationIds),
    sub_account: random.isTrue(0.5) ? null : random.pick(['loc_8f2', 'North, and South', 'a.']),
    match_on: random.pick(matchModes),
    filter: random.isTrue(0.1) ? { all: [] } : randomFilter(random, 3),
    since: random.isTrue(0.5) ? null : random.pick(randomDays),
    future_only: random.isTrue(0.3),
    type_of_data,
    record_types: random.some(recordTypes, 1),
    fields: type_of_data === 'FIELDS' ? random.some([...catalogueFields, ...customFields], 1) : [],
    purpose: random.pick(['marketing measurement', 'Measure ads, and report. Monthly.', 'as agreed']),
    allow_audiences: random.isTrue(0.5),
    allow_export: random.isTrue(0.5),
    on_leave: random.pick(leaveModes),
    retention_days_after_end: 0,
  }
}
