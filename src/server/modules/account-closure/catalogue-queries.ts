// The client tables, read from the database's catalog: a new table is erased without a change here.
import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { ClientTable } from './client-tables.ts'

export const selectClientTables = async (tx: Tx): Promise<ClientTable[]> => {
  const { rows } = await sql<ClientTable>`
    select n.nspname || '.' || c.relname as name,
      array(select a.attname::text from pg_index i, unnest(i.indkey) as place, pg_attribute a
            where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = place) as key,
      array(select tn.nspname || '.' || t.relname from pg_constraint k
            join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
            where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as "refersTo",
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      has_table_privilege(current_user, c.oid, 'select') as "isReadable"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'registry') and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select 1 from pg_attribute where attrelid = c.oid and attname = 'client_id' and not attisdropped)
    order by 1`.execute(tx)
  return rows
}

/** Rows of contacts of which only totals are shared: not even their number is told. */
const isHidden = ({ columns }: ClientTable, clientId: string) => {
  const hidden = sql`select id from data_source where client_id = ${clientId} and not is_readable`
  const ofHidden = (table: 'contact' | 'opportunity') =>
    sql`counted.${sql.ref(`${table}_id`)} in (select id from ${sql.table(table)} where client_id = ${clientId} and data_source_id in (${hidden}))`
  if (columns.includes('data_source_id')) return sql`counted.data_source_id in (${hidden})`
  if (columns.includes('contact_id')) return ofHidden('contact')
  return columns.includes('opportunity_id') ? ofHidden('opportunity') : sql`false`
}

export const countRows = async (tx: Tx, table: ClientTable, clientId: string): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${sql.table(table.name)} as counted
    where client_id = ${clientId} and ${isHidden(table, clientId)} is not true`.execute(tx)
  return rows[0]?.total ?? 0
}

/**
 * Deletes some rows and returns their number. In the order of the key, so that every copy of a registry chooses the
 * same rows.
 */
export const deleteSome = async (tx: Tx, table: ClientTable, which: { clientId: string; most: number }): Promise<number> => {
  const key = sql.join(table.key.map((column) => sql.ref(column)))
  const isSame = sql.join(
    table.key.map((column) => sql`chosen.${sql.ref(column)} = target.${sql.ref(column)}`),
    sql` and `,
  )
  const name = sql.table(table.name)
  const { numAffectedRows } = await sql`
    delete from ${name} as target where target.client_id = ${which.clientId} and exists (
      select 1 from (select ${key} from ${name} where client_id = ${which.clientId} order by ${key} limit ${which.most}) as chosen
      where ${isSame})`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
