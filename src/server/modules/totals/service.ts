// How many records a data source has, by channel, month, stage and outcome.
import {
  smallestTotal,
  totalDimensions,
  type Counted,
  type Dimension,
  type SharedTotals,
  type TotalsQuery,
} from '#contract/connections/totals.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { DataSourceRef } from '../crm/model.ts'
import { groupsOf, itemsOf, totalOf, type Cell, type Filter, type Group } from './model.ts'
import { countContacts, countOpportunities } from './queries.ts'

const checkDimensions = (wanted: TotalsQuery): readonly Dimension[] => {
  const dimensions: readonly Dimension[] = totalDimensions[wanted.of]
  const asked = [wanted.by, ...(['outcome', 'stage'] as const).filter((name) => wanted[name] !== undefined)]
  const unknown = asked.find((name) => !dimensions.includes(name))
  if (unknown)
    throw new AppError('VALIDATION_FAILED', {
      field: unknown,
      detail: `Contacts are not counted by ${unknown}. Count opportunities.`,
    })
  return dimensions
}

const filterOf = (wanted: TotalsQuery, dimensions: readonly Dimension[]): Filter =>
  dimensions.map((dimension) => (value) => {
    if (dimension === 'month') return (wanted.from ?? '') <= value && value <= (wanted.to ?? '9999-12')
    return wanted[dimension] === undefined || wanted[dimension] === value
  })

const cellsOf = async (tx: Tx, source: DataSourceRef, of: TotalsQuery['of']): Promise<Cell[]> => {
  if (of === 'contacts')
    return (await countContacts(tx, source)).map(({ channel, month, count }) => ({ values: [channel, month], count }))
  return (await countOpportunities(tx, source)).map(({ outcome, channel, month, stage, count }) => ({
    values: [outcome, channel, month, stage],
    count,
  }))
}

/** Groups of which only sums are told. Null: there are records, but too few to tell of any. */
const groupsIn = (cells: readonly Cell[], of: Counted, smallest: number): Group[] | null => {
  const groups = groupsOf(cells, totalDimensions[of].length, smallest)
  return groups.length === 0 && cells.length > 0 ? null : groups
}

const hidden = { total: null, isTotalExact: false, items: [], notShown: 0 }

/** A total of which nothing may be told is null. */
const tell = ({ count, isExact }: { count: number; isExact: boolean }) => (count === 0 && !isExact ? null : count)

const answer = (groups: readonly Group[] | null, wanted: TotalsQuery): Omit<SharedTotals, 'isProtected'> => {
  const dimensions = checkDimensions(wanted)
  if (groups === null) return hidden
  const filter = filterOf(wanted, dimensions)
  const total = totalOf(groups, filter)
  const items = itemsOf(groups, filter, dimensions.indexOf(wanted.by))
  return {
    total: tell(total),
    isTotalExact: total.isExact,
    items: items.map((item) => ({ value: item.value, count: tell(item), isExact: item.isExact })),
    notShown: total.count - items.reduce((sum, { count }) => sum + count, 0),
  }
}

/** Protected: no answer tells of fewer records than may be told. */
export const countTotals = async (
  tx: Tx,
  source: DataSourceRef,
  wanted: TotalsQuery,
  isProtected: boolean,
): Promise<SharedTotals> => {
  const cells = await cellsOf(tx, source, wanted.of)
  return { isProtected, ...answer(groupsIn(cells, wanted.of, isProtected ? smallestTotal : 1), wanted) }
}

/** Totals that stay when the records are erased. */
export type KeptTotals = Record<Counted, Group[] | null>

export const keepTotals = async (tx: Tx, source: DataSourceRef): Promise<KeptTotals> => ({
  contacts: groupsIn(await cellsOf(tx, source, 'contacts'), 'contacts', smallestTotal),
  opportunities: groupsIn(await cellsOf(tx, source, 'opportunities'), 'opportunities', smallestTotal),
})

export const readKeptTotals = (kept: KeptTotals, wanted: TotalsQuery): SharedTotals => ({
  isProtected: true,
  ...answer(kept[wanted.of], wanted),
})
