// How many records a data source has, by channel, month, stage and outcome.
import {
  smallestTotal,
  totalDimensions,
  type Dimension,
  type SharedTotals,
  type TotalsQuery,
} from '#contract/connections/totals.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { DataSourceRef } from '../crm/model.ts'
import { groupsOf, itemsOf, totalOf, type Cell, type Filter } from './model.ts'
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

/** Protected: no answer tells of fewer records than may be told. */
export const countTotals = async (
  tx: Tx,
  source: DataSourceRef,
  wanted: TotalsQuery,
  isProtected: boolean,
): Promise<SharedTotals> => {
  const dimensions = checkDimensions(wanted)
  const cells = await cellsOf(tx, source, wanted.of)
  const groups = groupsOf(cells, dimensions.length, isProtected ? smallestTotal : 1)
  const filter = filterOf(wanted, dimensions)
  const { count: total, isExact: isTotalExact } = totalOf(groups, filter)
  const items = itemsOf(groups, filter, dimensions.indexOf(wanted.by))
  const isHidden = groups.length === 0 && cells.length > 0
  const tell = ({ count, isExact }: { count: number; isExact: boolean }) => (count === 0 && !isExact ? null : count)
  return {
    isProtected,
    total: isHidden ? null : tell({ count: total, isExact: isTotalExact }),
    isTotalExact: isTotalExact && !isHidden,
    items: items.map((item) => ({ value: item.value, count: tell(item), isExact: item.isExact })),
    notShown: total - items.reduce((sum, { count }) => sum + count, 0),
  }
}
