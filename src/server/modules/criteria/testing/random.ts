// Random records and criteria over a small vocabulary, so that they meet often, with the texts that are easily compared wrongly.
import {
  criteriaLimits,
  leafFields,
  leafOperators,
  matchModes,
  type Criteria,
  type Filter,
  type Leaf,
  type LeafField,
} from '#contract/criteria/criteria.ts'
import { contact, day, opportunity } from '../../crm/testing/records.ts'
import type { ContactRecord, OpportunityRecord } from '../../crm/model.ts'

export interface Dice {
  /** From 0 up to, but not including. */
  below(limit: number): number
  of<T>(list: readonly T[]): T
  some<T>(list: readonly T[], atMost: number): T[]
  /** Once in so many. */
  once(times: number): boolean
}

export const diceOf = (seed: number): Dice => {
  let state = seed
  const below = (limit: number): number => {
    state = (state * 48271) % 2147483647
    return state % limit
  }
  const of = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const some = <T>(list: readonly T[], atMost: number): T[] => Array.from({ length: below(atMost + 1) }, () => of(list))
  return { below, of, some, once: (times) => below(times) === 0 }
}

/** Several ways to write a few texts, and texts that only look alike. */
export const texts = [
  'vip',
  ' VIP',
  'ＶＩＰ ',
  'v_p',
  'v%p',
  "o'hara",
  "O'HARA\t",
  '"quoted"',
  'back\\slash',
  'ﬁne print',
  'Fine Print',
  'ΟΔΟΣ',
  'οδος',
  'İzmir',
  '\u00a0spaced\u3000',
  'spaced',
  '100%',
  '100',
  'true',
  '{a,b}',
  '',
  '  ',
] as const

export const ids = ['a', 'A', 'b', 'ｂ', "c'", ' ', ''] as const
const fieldNames = ['source', 'lead_source', 'Größe', "it's", 'absent'] as const
const days = Array.from({ length: 12 }, (_, index) => day(index + 1))

const fieldsOf = (dice: Dice): ContactRecord['fields'] => ({
  lead_source: dice.of([...texts, null, null]),
  Größe: dice.of([100, true, false, 0, null, ...texts]),
  source: 'not this one',
  ...(dice.once(2) ? { "it's": dice.of(texts) } : {}),
})

const shared = (dice: Dice) => ({
  source: dice.of([...texts, null, null]),
  ownerId: dice.of([...ids, null]),
  fields: fieldsOf(dice),
  createdAt: dice.of(days),
})

/** More than are stored in a form for comparisons. */
const manyTags = Array.from({ length: 60 }, (_, index) => `tag ${index}`)

export const randomContact = (dice: Dice, externalId: string): ContactRecord =>
  contact(externalId, {
    ...shared(dice),
    tags: [...dice.some([...texts, 'Do-Not-Share'], 3), ...(dice.once(5) ? manyTags : dice.once(9) ? ['long '.repeat(200)] : [])],
  })

export const randomOpportunity = (dice: Dice, externalId: string, contactIds: readonly string[]): OpportunityRecord =>
  opportunity(externalId, {
    ...shared(dice),
    pipelineId: dice.of([...ids, null]),
    stageId: dice.of([...ids, null]),
    contactIds: dice.some(contactIds, 3),
  })

export interface Known {
  integrationIds: readonly string[]
  recordIds: readonly string[]
  listIds: readonly string[]
}

const valuesOf = (dice: Dice, { field, op }: Leaf, known: Known): string[] => {
  const lists: Record<LeafField, readonly string[]> = {
    tag: texts,
    source_field: op === 'contains' ? ['fine', 'v_', '%', '\\', 'VIP', ' SPA', "'h"] : texts,
    pipeline: ids,
    stage: ids,
    owner: ids,
    list: [...known.listIds, 'no such list'],
    integration: known.integrationIds,
    record_id: [...known.recordIds, 'not an id'],
    created_since: days.map((at) => at.slice(0, 10)),
  }
  if (field === 'created_since') return [dice.of(lists[field])]
  return op === 'is_set' || op === 'is_not_set' ? [] : [dice.of(lists[field]), ...dice.some(lists[field], 3)]
}

const randomLeaf = (dice: Dice, known: Known): Leaf => {
  const field = dice.of(leafFields)
  const op = dice.of(leafOperators[field])
  const leaf: Leaf = { field, op, ...(field === 'source_field' ? { name: dice.of(fieldNames) } : {}) }
  return { ...leaf, values: valuesOf(dice, leaf, known) }
}

const randomFilter = (dice: Dice, known: Known, depth: number = criteriaLimits.depth): Filter => {
  const kind = depth === 0 ? 0 : dice.below(6)
  const parts = () => Array.from({ length: dice.below(4) }, () => randomFilter(dice, known, depth - 1))
  if (kind === 1 || kind === 2) return { all: parts() }
  if (kind === 3 || kind === 4) return { any: parts() }
  return kind === 5 ? { not: randomFilter(dice, known, depth - 1) } : randomLeaf(dice, known)
}

export const randomCriteria = (dice: Dice, criteria: Criteria, known: Known): Criteria => ({
  ...criteria,
  match_on: dice.of(matchModes),
  filter: randomFilter(dice, known),
  since: dice.once(4) ? dice.of(days).slice(0, 10) : null,
  future_only: dice.once(6),
})
