// Totals over time. Once told, a group keeps its records: whatever has its values is counted in it for good, and no group
// is divided, added to another one or counted differently. Its number stays until at least `smallestTotal` records more
// or fewer have its values than when the number was set, and then moves by a multiple of that. So the difference of two
// answers, of whatever days, is a sum of whole groups and of such steps, and fewer records change nothing.
import { smallestTotal } from '#contract/connections/totals.ts'
import { groupsOf, type Cell, type Group } from './model.ts'

export interface ShownGroup extends Group {
  /** How many records it had when its number was set. */
  real: number
}

interface Months {
  /** Which dimension the month is. */
  dimension: number
  /** The current one. */
  current: string
}

const inSteps = (count: number): number => Math.round(count / smallestTotal) * smallestTotal

const sizeOf = (cells: readonly Cell[]): number => cells.reduce((sum, { count }) => sum + count, 0)

const includes = ({ values }: Group, cell: Cell): boolean =>
  values.every((own, dimension) => own.includes(cell.values[dimension] ?? ''))

const moved = (group: ShownGroup, real: number): ShownGroup =>
  Math.abs(real - group.real) < smallestTotal ? group : { ...group, count: group.count + inSteps(real - group.count), real }

const asCounted = (groups: readonly Group[]): ShownGroup[] => groups.map((group) => ({ ...group, real: group.count }))

/**
 * Groups of records that have values of no group yet. Those of which there are enough are told at once. Of the others,
 * months that are over and stages are put together, so that a new month is not told coarsely for good after its first day.
 */
const added = (waiting: readonly Cell[], dimensions: number, { dimension, current }: Months): ShownGroup[] => {
  const isOver = ({ values }: Cell): boolean => (values[dimension] ?? '') < current
  const large = waiting.filter(({ count }) => count >= smallestTotal).map((cell) => [cell])
  const small = waiting.filter((cell) => cell.count < smallestTotal && isOver(cell))
  const alike = Map.groupBy(small, ({ values }) => JSON.stringify(values.slice(0, dimension)))
  return asCounted([...large, ...alike.values()].flatMap((cells) => groupsOf(cells, dimensions, smallestTotal))).map((group) => ({
    ...group,
    count: inSteps(group.count),
  }))
}

/** The groups to tell from now on. Those of before come first: a record belongs to the first one that has its values. */
export const recount = (before: readonly ShownGroup[], cells: readonly Cell[], months: Months): ShownGroup[] => {
  const dimensions = cells[0]?.values.length ?? 0
  if (before.length === 0) return asCounted(groupsOf(cells, dimensions, smallestTotal))
  const owned = Map.groupBy(cells, (cell) => before.findIndex((group) => includes(group, cell)))
  return [
    ...before.map((group, index) => moved(group, sizeOf(owned.get(index) ?? []))),
    ...added(owned.get(-1) ?? [], dimensions, months),
  ]
}

/** A group that had too few records when its number was set is told again once it has grown by enough. */
export const isShown = ({ count, real }: ShownGroup): boolean => Math.min(count, real) >= smallestTotal
