import { sql } from 'kysely'
import type { Tx } from './scope.ts'

/** Rows of a source, so many at once that nobody waits for it. Says how many there were. */
export const deleteSome = async (
  tx: Tx,
  table: string,
  { clientId, integrationId }: { clientId: string; integrationId: string },
  limit: number,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where client_id = ${clientId} and integration_id = ${integrationId} limit ${limit}))
      and client_id = ${clientId}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Of the first table that has any. 0: nothing is left in any of them. */
export const deleteSomeOf = async (
  tx: Tx,
  tables: readonly string[],
  source: { clientId: string; integrationId: string },
  limit: number,
): Promise<number> => {
  for (const table of tables) {
    const deleted = await deleteSome(tx, table, source, limit)
    if (deleted > 0) return deleted
  }
  return 0
}
