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

/** What is counted, and which records. */
type Wanted = Pick<TotalsQuery, 'of' | 'by'> & Partial<TotalsQuery>

const checkDimensions = (wanted: Wanted): readonly Dimension[] => {
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

const filterOf = (wanted: Wanted, dimensions: readonly Dimension[]): Filter =>
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
const groupsIn = (cells: readonly Cell[], of: Counted): Group[] | null => {
  const groups = groupsOf(cells, totalDimensions[of].length, smallestTotal)
  return groups.length === 0 && cells.length > 0 ? null : groups
}

const hidden = { total: null, isExact: false, items: [], notShown: 0 }

type Answer = Omit<SharedTotals, 'isProtected' | 'countedAt'>

const answer = (groups: readonly Group[], wanted: Wanted): Answer => {
  const dimensions = checkDimensions(wanted)
  const filter = filterOf(wanted, dimensions)
  const { count, isExact } = totalOf(groups, filter)
  const items = itemsOf(groups, filter, dimensions.indexOf(wanted.by))
  const notShown = count - items.reduce((sum, item) => sum + item.count, 0)
  return { total: count, isExact: isExact && notShown === 0, items, notShown }
}

export const countTotals = async (tx: Tx, source: DataSourceRef, wanted: TotalsQuery): Promise<Answer> =>
  answer(groupsOf(await cellsOf(tx, source, wanted.of), totalDimensions[wanted.of].length, 1), wanted)

/** Totals of which no answer tells of fewer records than may be told. */
export type GroupedTotals = Record<Counted, Group[] | null>

export const groupTotals = async (tx: Tx, source: DataSourceRef): Promise<GroupedTotals> => ({
  contacts: groupsIn(await cellsOf(tx, source, 'contacts'), 'contacts'),
  opportunities: groupsIn(await cellsOf(tx, source, 'opportunities'), 'opportunities'),
})

/** Nothing found looks the same as too little, and a value that is hidden the same as one that does not exist. */
export const readTotals = (grouped: GroupedTotals, wanted: Wanted): Answer => {
  const groups = grouped[wanted.of]
  const found = answer(groups ?? [], wanted)
  const isHidden = groups === null || (groups.length > 0 && found.total === 0)
  return isHidden ? hidden : found
}
