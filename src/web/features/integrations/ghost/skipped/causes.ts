// The problems of a sheet, grouped by what causes them.
import type { GhostSheet } from '#contract/ghost-companies/sheets.ts'
import { rejectCodes } from '#contract/syncs/runs.ts'

type Problem = GhostSheet['problems'][number]
type Cause = (typeof rejectCodes)[number] | 'other'

export interface CauseGroup {
  cause: Cause
  /** The column that the problem is in, where that says more than the cause. */
  column: string | null
  rows: Problem[]
}

const causeOf = ({ code }: Problem): Cause => rejectCodes.find((known) => known === code) ?? 'other'

/** These are about several columns, or the whole row. */
const withoutColumn = new Set<Cause>(['missing_identifier', 'missing_id', 'duplicate_key', 'bad_shape'])

/** The largest group first; within it by row number, as the server sorts them. */
export const groupByCause = (problems: readonly Problem[]): CauseGroup[] => {
  const keyOf = (problem: Problem) => {
    const cause = causeOf(problem)
    return withoutColumn.has(cause) ? cause : `${cause} ${problem.column ?? ''}`
  }
  return [...Map.groupBy(problems, keyOf).values()]
    .map((rows): CauseGroup => {
      const [first] = rows
      const cause = first ? causeOf(first) : 'other'
      return { cause, column: withoutColumn.has(cause) ? null : (first?.column ?? null), rows }
    })
    .toSorted((one, other) => other.rows.length - one.rows.length)
}

/** The value of the cell, which the server quotes. */
export const valueIn = (text: string): string | null => /“([^“”]*)”/.exec(text)?.[1] ?? null
