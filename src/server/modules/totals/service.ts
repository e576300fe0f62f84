// How many records a data source has, by channel, month, stage and outcome.
import {
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
import { isShown, recount, type ShownGroup } from './recount.ts'

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

/** Everything that a data source has, counted without any protection: for the account that it belongs to. */
export const countCells = async (tx: Tx, source: DataSourceRef) => ({
  contacts: await countContacts(tx, source),
  opportunities: await countOpportunities(tx, source),
})

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
export type GroupedTotals = Record<Counted, ShownGroup[]>

/** As they were stored: what is not there is too little to tell. */
type StoredTotals = Partial<Record<Counted, (Group & Partial<ShownGroup>)[] | null>>

export const groupedFrom = (stored: unknown): GroupedTotals => {
  const of = (counted: Counted): ShownGroup[] =>
    ((stored as StoredTotals | null)?.[counted] ?? []).map((group) => ({ ...group, real: group.real ?? group.count }))
  return { contacts: of('contacts'), opportunities: of('opportunities') }
}

export const recountTotals = async (tx: Tx, source: DataSourceRef, before: GroupedTotals, at: Date): Promise<GroupedTotals> => {
  const again = async (of: Counted): Promise<ShownGroup[]> => {
    const dimensions: readonly Dimension[] = totalDimensions[of]
    const months = { dimension: dimensions.indexOf('month'), current: at.toISOString().slice(0, 7) }
    return recount(before[of], await cellsOf(tx, source, of), months)
  }
  return { contacts: await again('contacts'), opportunities: await again('opportunities') }
}

/** Of a connection that ended: only what was told. */
export const keptTotals = (grouped: GroupedTotals): Record<Counted, Group[]> => {
  const of = (counted: Counted): Group[] => grouped[counted].filter(isShown).map(({ values, count }) => ({ values, count }))
  return { contacts: of('contacts'), opportunities: of('opportunities') }
}

/** Several months together are in no part of all time: where the answer begins to include them would tell of single records. */
const isWithin = ({ values }: Group, { of, from, to }: Wanted): boolean => {
  const dimensions: readonly Dimension[] = totalDimensions[of]
  return (from === undefined && to === undefined) || values[dimensions.indexOf('month')]?.length === 1
}

/**
 * Nothing found looks the same as too little, and a value that is hidden the same as one that does not exist. No answer is
 * exact, and none says so: it would tell whether there are hidden records.
 */
export const readTotals = (grouped: GroupedTotals, wanted: Wanted): Answer => {
  const groups = grouped[wanted.of].filter((group) => isShown(group) && isWithin(group, wanted))
  const found = { ...answer(groups, wanted), isExact: false }
  return found.total === 0 ? hidden : found
}
