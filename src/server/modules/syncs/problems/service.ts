// What cannot be read of a table, row by row.
import type { Tx } from '#server/platform/db/scope.ts'
import type { IntegrationRef } from '../../integrations/model.ts'
import { selectRejects } from '../queries.ts'
import { placeOf, withoutValues } from '../row-keys.ts'
import { countSkippedRows, selectColumnNames } from './queries.ts'

interface RowProblem {
  row: number
  column: string | null
  code: string
  text: string
}

/** Of so many, the first rows are found. */
const readAtMost = 1000

/** The first rows that cannot be read completely, and the number of those that were not saved. */
export const listProblems = async (
  tx: Tx,
  ref: IntegrationRef,
  { limit, showsValues }: { limit: number; showsValues: boolean },
): Promise<{ items: RowProblem[]; skipped: number }> => {
  const { items } = await selectRejects(tx, ref, { skip: 0, limit: readAtMost })
  const names = await selectColumnNames(tx, ref)
  const problems = items.map(({ external_id: key, payload, code, reason }) => {
    const { row, columns } = placeOf(key, payload)
    const [column] = columns
    const name = column === undefined ? null : (names[column] ?? column)
    return { row: row ?? 0, column: name, code, text: showsValues ? reason : withoutValues(reason) }
  })
  return {
    items: problems.toSorted((one, other) => one.row - other.row).slice(0, limit),
    skipped: await countSkippedRows(tx, ref),
  }
}
