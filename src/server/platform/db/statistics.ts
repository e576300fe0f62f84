import { sql } from 'kysely'
import type { Tx } from './scope.ts'

const pageBytes = 8192

/**
 * What the planner believes of a table that has grown to many times its size is wrong, and costs several times the work until the
 * database looks again by itself. Looks now at those of the named tables that have.
 */
export const analyzeGrown = async (tx: Tx, tables: readonly string[]): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where oid = any(${tables}::text[]::regclass[]) and pg_relation_size(oid) > 5 * ${pageBytes} * greatest(relpages, 10)`.execute(
    tx,
  )
  for (const { name } of rows) await sql`analyze (skip_locked) ${sql.table(name)}`.execute(tx)
}
