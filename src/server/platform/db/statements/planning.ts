// How single statements are planned, where what the planner expects is known to be wrong.
import { sql } from 'kysely'
import type { Tx } from '../scope.ts'

export type Planning = Partial<
  Record<
    | 'work_mem'
    | 'enable_nestloop'
    | 'enable_seqscan'
    | 'max_parallel_workers_per_gather'
    | 'random_page_cost'
    | 'parallel_setup_cost'
    | 'parallel_tuple_cost'
    | 'statement_timeout',
    string
  >
>

/** Statements of `work` are planned with these settings; later ones as before. */
export const planned = async <T>(tx: Tx, planning: Planning, work: () => Promise<T>): Promise<T> => {
  for (const [name, value] of Object.entries(planning)) await sql`set local ${sql.ref(name)} = ${sql.lit(value)}`.execute(tx)
  const result = await work()
  for (const name of Object.keys(planning)) await sql`set local ${sql.ref(name)} to default`.execute(tx)
  return result
}

/**
 * For statements that compare all rows of two sides: enough memory to read each side once, and no nested loops. Of an
 * account that the statistics do not know yet, the planner expects few rows, and would compare each with each.
 */
export const forManyRows = <T>(tx: Tx, work: () => Promise<T>): Promise<T> =>
  planned(tx, { work_mem: '64MB', enable_nestloop: 'off' }, work)
