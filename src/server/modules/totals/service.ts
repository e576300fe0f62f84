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

const hidden = { total: null, isExact: false, items: [], notShown: 0 }

/** Protected: nothing found looks the same as too little, and a value that is hidden the same as one that does not exist. */
const answer = (groups: readonly Group[] | null, wanted: TotalsQuery, isProtected: boolean): SharedTotals => {
  const dimensions = checkDimensions(wanted)
  if (groups === null) return { isProtected, ...hidden }
  const filter = filterOf(wanted, dimensions)
  const { count, isExact } = totalOf(groups, filter)
  if (isProtected && count === 0 && groups.length > 0) return { isProtected, ...hidden }
  const items = itemsOf(groups, filter, dimensions.indexOf(wanted.by))
  const notShown = count - items.reduce((sum, item) => sum + item.count, 0)
  return { isProtected, total: count, isExact: isExact && notShown === 0, items, notShown }
}

/** Protected: no answer tells of fewer records than may be told. */
export const countTotals = async (
  tx: Tx,
  source: DataSourceRef,
  wanted: TotalsQuery,
  isProtected: boolean,
): Promise<SharedTotals> => {
  const cells = await cellsOf(tx, source, wanted.of)
  return answer(groupsIn(cells, wanted.of, isProtected ? smallestTotal : 1), wanted, isProtected)
}

/** Totals that stay when the records are erased. */
export type KeptTotals = Record<Counted, Group[] | null>

export const keepTotals = async (tx: Tx, source: DataSourceRef): Promise<KeptTotals> => ({
  contacts: groupsIn(await cellsOf(tx, source, 'contacts'), 'contacts', smallestTotal),
  opportunities: groupsIn(await cellsOf(tx, source, 'opportunities'), 'opportunities', smallestTotal),
})

export const readKeptTotals = (kept: KeptTotals, wanted: TotalsQuery): SharedTotals => answer(kept[wanted.of], wanted, true)
