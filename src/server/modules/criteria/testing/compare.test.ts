// Comparing criteria by their form must never call something narrow that matches more: then it would be shared without a review.
import { describe, expect, it } from 'vitest'
import { changeText } from '#contract/criteria/compare/change-text.ts'
import { compareCriteria } from '#contract/criteria/compare/compare.ts'
import { isLeaf, matchModes, type Criteria, type Filter, type Leaf } from '#contract/criteria/criteria.ts'
import {
  createRandom,
  randomCriteria,
  randomDays,
  randomFilter,
  randomLeaf,
  randomNames,
  type Random,
} from '#contract/criteria/testing/random-criteria.ts'
import { evaluate } from './evaluate.ts'
import { randomData } from './random-data.ts'

const pairs = 2000

/** Most often about the same field: other pairs are never narrower. */
const otherLeaf = (random: Random, leaf: Leaf): Leaf => {
  const leaves = Array.from({ length: 20 }, () => randomLeaf(random))
  return leaves.find(({ field }) => field === leaf.field) ?? randomLeaf(random)
}

const editLeaf = (random: Random, leaf: Leaf): Filter => {
  const values = leaf.values ?? []
  const other = otherLeaf(random, leaf)
  const edits: (() => Filter)[] = [
    () => ({ ...leaf, values: values.length > 1 ? values.slice(1) : values }),
    () => (other.field === leaf.field && other.values ? { ...leaf, values: [...values, ...other.values] } : leaf),
    () => ({ all: [leaf, other] }),
    () => ({ any: [leaf, other] }),
    () => (other.field === leaf.field ? { ...leaf, op: other.op, values: other.values } : leaf),
    () => ({ not: leaf }),
    () => other,
  ]
  return random.pick(edits)()
}

const editGroup = (random: Random, children: readonly Filter[]): Filter[] => {
  const at = random.below(children.length)
  const edits: (() => Filter[])[] = [
    () => (children.length > 1 ? children.filter((_, index) => index !== at) : [...children, randomLeaf(random)]),
    () => [...children, randomFilter(random, 1)],
    () => children.map((child, index) => (index === at ? editFilter(random, child) : child)),
    () => children.toReversed(),
  ]
  return random.pick(edits)()
}

const editFilter = (random: Random, filter: Filter): Filter => {
  if (isLeaf(filter)) return editLeaf(random, filter)
  if ('not' in filter) return random.isTrue(0.2) ? filter.not : { not: editFilter(random, filter.not) }
  if ('all' in filter)
    return filter.all.length > 0 && random.isTrue(0.1) ? { any: filter.all } : { all: editGroup(random, filter.all) }
  return random.isTrue(0.1) ? { all: filter.any } : { any: editGroup(random, filter.any) }
}

const edit = (random: Random, criteria: Criteria): Criteria => {
  const edited = { ...criteria, filter: editFilter(random, criteria.filter) }
  if (random.isTrue(0.1)) edited.since = random.isTrue(0.5) ? null : random.pick(randomDays)
  if (random.isTrue(0.1)) edited.future_only = !criteria.future_only
  if (random.isTrue(0.1)) edited.match_on = random.pick(matchModes)
  return random.isTrue(0.3) ? edit(random, edited) : edited
}

interface Compared {
  direction: 'same' | 'narrow' | 'wide'
  /** How many records only the new or only the old criteria share. */
  added: number
  removed: number
  /** What people read about the changes. */
  words: string[]
  about: string
}

const countWithout = (ids: readonly string[], others: readonly string[]): number =>
  ids.filter((id) => !others.includes(id)).length

const compareAtRandom = (seed: number): Compared => {
  const random = createRandom(seed)
  const old: Criteria = { ...randomCriteria(random), integration_id: 'i1' }
  const next = edit(random, old)
  const data = randomData(random, 25)
  const sharing = { acceptedAt: '2025-12-31T12:00:00.000Z', exclusionTag: 'no' }
  const [before, after] = [evaluate(old, data, sharing), evaluate(next, data, sharing)]
  const { direction, changes } = compareCriteria(old, next)
  return {
    direction,
    words: changes.map((change) =>
      changeText(change, randomNames)
        .map(({ text }) => text)
        .join(''),
    ),
    added: countWithout(after.contacts, before.contacts) + countWithout(after.opportunities, before.opportunities),
    removed: countWithout(before.contacts, after.contacts) + countWithout(before.opportunities, after.opportunities),
    about: `seed ${seed}: ${JSON.stringify(old.filter)} -> ${JSON.stringify(next.filter)}`,
  }
}

describe('Criteria that are compared by their form', () => {
  const compared = Array.from({ length: pairs }, (_, index) => compareAtRandom(index + 1))

  it(`share no more if they are narrower, for ${pairs} pairs at random`, () => {
    const wrong = compared.filter(({ direction, added }) => direction !== 'wide' && added > 0)
    expect(wrong.map(({ about }) => about)).toEqual([])
  })

  it('share no less if they are the same', () => {
    const wrong = compared.filter(({ direction, removed }) => direction === 'same' && removed > 0)
    expect(wrong.map(({ about }) => about)).toEqual([])
  })

  it('say what changed, unless they are the same', () => {
    const silent = compared.filter(({ direction, words }) => direction !== 'same' && words.length === 0)
    expect(silent.map(({ about }) => about)).toEqual([])
    expect(compared.filter(({ words }) => words.some((text) => text.trim() !== text || text.includes('  ')))).toEqual([])
  })

  it('are of each direction, and share less if they are narrower', () => {
    const less = compared.filter(({ direction, removed }) => direction === 'narrow' && removed > 0)
    const more = compared.filter(({ direction, added }) => direction === 'wide' && added > 0)
    expect(Math.min(less.length, more.length)).toBeGreaterThan(pairs / 20)
  })
})
