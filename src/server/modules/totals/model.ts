// Totals that reveal no small group of records. All records are divided once into groups of at least `smallest`, and
// each answer adds up whole groups only. So the difference of any two answers is a sum of whole groups too, and no
// choice of filters leads to a smaller one.
import { smallestTotal } from '#contract/connections/totals.ts'

/** Records that are alike in every dimension: one value for each, in the order of the dimensions. */
export interface Cell {
  values: readonly string[]
  count: number
}

export interface Group {
  /** The values of its records in each dimension. More than one: they cannot be told apart. */
  values: readonly (readonly string[])[]
  count: number
}

const sizeOf = (cells: readonly Cell[]): number => cells.reduce((sum, { count }) => sum + count, 0)

/** Values that have enough records stand alone, the others together, with as many more as hide them. */
const divide = (cells: readonly Cell[], dimension: number, smallest: number): Cell[][] => {
  const parts = [...Map.groupBy(cells, ({ values }) => values[dimension] ?? '')]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, part]) => part)
    .toSorted((one, other) => sizeOf(one) - sizeOf(other))
  const small = parts.filter((part) => sizeOf(part) < smallest)
  const large = parts.slice(small.length)
  if (small.length > 0 && sizeOf(small.flat()) < smallest) small.push(...large.splice(0, 1))
  return small.length === 0 ? large : [small.flat(), ...large]
}

/** None, if there are too few records altogether. */
export const groupsOf = (cells: readonly Cell[], dimensions: number, smallest: number): Group[] => {
  if (cells.length === 0 || sizeOf(cells) < smallest) return []
  let parts: Cell[][] = [[...cells]]
  for (let dimension = 0; dimension < dimensions; dimension += 1)
    parts = parts.flatMap((part) => divide(part, dimension, smallest))
  return parts.map((part) => ({
    values: Array.from({ length: dimensions }, (_, dimension) => [...new Set(part.map(({ values }) => values[dimension] ?? ''))]),
    count: sizeOf(part),
  }))
}

/** For each dimension, whether a value is asked for. */
export type Filter = readonly ((value: string) => boolean)[]

/** Whether all records of a group match, some may, or none. */
const matchOf = ({ values }: Group, filter: Filter): 'all' | 'some' | 'none' => {
  const counts = values.map((all, dimension) => {
    const matching = all.filter((value) => filter[dimension]?.(value) ?? true)
    return { matching: matching.length, all: all.length }
  })
  if (counts.some(({ matching }) => matching === 0)) return 'none'
  return counts.every(({ matching, all }) => matching === all) ? 'all' : 'some'
}

interface Total {
  /** Of the groups all of whose records match. */
  count: number
  /** Whether no other record can match. */
  isExact: boolean
}

export const totalOf = (groups: readonly Group[], filter: Filter): Total => {
  const matches = groups.map((group) => ({ group, match: matchOf(group, filter) }))
  return {
    count: matches.reduce((sum, { group, match }) => sum + (match === 'all' ? group.count : 0), 0),
    isExact: !matches.some(({ match }) => match === 'some'),
  }
}

interface Item {
  value: string
  count: number
}

/**
 * By the values of one dimension that have groups of their own, in their order. Others are not named: of five names and
 * five records each would be one.
 */
export const itemsOf = (groups: readonly Group[], filter: Filter, dimension: number): Item[] => {
  const own = groups.flatMap(({ values }) => (values[dimension]?.length === 1 ? values[dimension] : []))
  return [...new Set(own)]
    .toSorted()
    .map((value) => ({ value, count: totalOf(groups, filterBy(filter, dimension, value)).count }))
    .filter(({ count }) => count > 0)
}

const filterBy = (filter: Filter, dimension: number, wanted: string): Filter =>
  filter.with(dimension, (value) => value === wanted && (filter[dimension]?.(value) ?? true))

/** A number that may be told where only totals are shared: in steps, so that few records more or less look alike. Null: too few. */
const roughly = (count: number): number | null => (count > 0 && count < smallestTotal ? null : count - (count % smallestTotal))

/** Numbers one after the other: a number stays as it was told until it differs by as many as may be told. */
export const roughlyInTurn = (counts: readonly number[]): (number | null)[] => {
  let last: number | undefined
  return counts.map((count) => {
    if (last === undefined || Math.abs(count - last) >= smallestTotal) last = count
    return roughly(last)
  })
}

/** Of at least one record. */
export const roundedUp = (count: number): number => Math.max(1, Math.ceil(count / smallestTotal)) * smallestTotal
