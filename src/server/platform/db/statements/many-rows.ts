import { sql } from 'kysely'
import type { Tx } from '../scope.ts'

/**
 * For statements that compare all rows of two sides: enough memory to read each side once, and no nested loops. Of an
 * account that the statistics do not know yet, the planner expects few rows, and would compare each with each.
 */
export const forManyRows = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  await sql`set local work_mem = '64MB'`.execute(tx)
  await sql`set local enable_nestloop = off`.execute(tx)
  const result = await work()
  await sql`set local enable_nestloop to default`.execute(tx)
  await sql`set local work_mem to default`.execute(tx)
  return result
}
