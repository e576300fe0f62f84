import { sql } from 'kysely'
import type { Tx } from '../scope.ts'

/** The owner of the rows: an integration, or a data source. */
type Owner = { clientId: string; integrationId: string } | { clientId: string; dataSourceId: string }

const isOwned = (owner: Owner) =>
  'integrationId' in owner ? sql`integration_id = ${owner.integrationId}` : sql`data_source_id = ${owner.dataSourceId}`

const deletion = (table: string, owner: Owner, limit: number) => sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where client_id = ${owner.clientId} and ${isOwned(owner)} limit ${limit}))
      and client_id = ${owner.clientId}`

/** Deletes up to `limit` rows of one owner, so that no transaction takes long. Returns their number. */
export const deleteSome = async (tx: Tx, table: string, owner: Owner, limit: number): Promise<number> => {
  const { numAffectedRows } = await deletion(table, owner, limit).execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** The same, returning the ids. */
export const deleteSomeIds = async (tx: Tx, table: string, owner: Owner, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`${deletion(table, owner, limit)} returning id`.execute(tx)
  return rows.map((row) => row.id)
}

/** From the first table that has any. 0: nothing is left in any of them. */
export const deleteSomeOf = async (tx: Tx, tables: readonly string[], owner: Owner, limit: number): Promise<number> => {
  for (const table of tables) {
    const deleted = await deleteSome(tx, table, owner, limit)
    if (deleted > 0) return deleted
  }
  return 0
}
