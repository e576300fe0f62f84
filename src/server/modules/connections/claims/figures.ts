// What an agency keeps for a company, in numbers.
import type { Claim, ClaimCounts, ClaimSource } from '#contract/connections/claims.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { countRows } from '../../crm/stored/service.ts'
import type { findGhost } from '../../ghost-companies/claiming/service.ts'
import { countCells } from '../../totals/service.ts'
import { iso } from '../model.ts'

export type Ghost = NonNullable<Awaited<ReturnType<typeof findGhost>>>

export type Figures = Pick<Claim, 'sources'> &
  Record<'people' | 'opportunities' | 'won', number> &
  Record<'since' | 'until', string | null>

export const idsOf = ({ sources }: Ghost): string[] => sources.map(({ id }) => id)

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

const datesOf = (dates: readonly (Date | null)[]): Date[] =>
  dates.filter((date) => date !== null).toSorted((one, other) => one.getTime() - other.getTime())

export const readFigures = async (tx: Tx, agencyId: string, ghost: Ghost): Promise<Figures> => {
  const counted = await countRows(tx, { clientId: agencyId, ids: idsOf(ghost) })
  const all = [...counted.values()]
  const sources = ghost.sources.map(({ id, kind, name }): ClaimSource => {
    const { contacts: people = 0, opportunities = 0 } = counted.get(id) ?? {}
    return { kind, name, people, opportunities }
  })
  return {
    people: sum(all.map(({ contacts }) => contacts)),
    opportunities: sum(all.map(({ opportunities }) => opportunities)),
    won: sum(all.map(({ won }) => won)),
    since: iso(datesOf(all.map(({ since }) => since))[0] ?? null),
    until: iso(datesOf(all.map(({ until }) => until)).at(-1) ?? null),
    sources,
  }
}

/** Equal cells of several data sources are one. */
const added = <T extends { count: number }>(cells: readonly T[]): T[] => {
  const keyOf = (cell: T): string => {
    const values = Object.entries({ ...cell, count: 0 }).map(([name, value]) => `${name} ${value}`)
    return values.toSorted((one, other) => (one < other ? -1 : 1)).join('\n')
  }
  const alike = [...Map.groupBy(cells, keyOf)].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return alike.flatMap(([, [first, ...others]]) =>
    first ? [{ ...first, count: first.count + sum(others.map(({ count }) => count)) }] : [],
  )
}

/** By month, channel, stage and outcome. */
export const readCounts = async (tx: Tx, agencyId: string, ghost: Ghost): Promise<ClaimCounts> => {
  const cells: Awaited<ReturnType<typeof countCells>>[] = []
  for (const dataSourceId of idsOf(ghost)) cells.push(await countCells(tx, { clientId: agencyId, dataSourceId }))
  return {
    contacts: added(cells.flatMap(({ contacts }) => contacts)),
    opportunities: added(cells.flatMap(({ opportunities }) => opportunities)) as ClaimCounts['opportunities'],
  }
}
