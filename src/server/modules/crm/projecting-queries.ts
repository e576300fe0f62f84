// Rows of one client, written into another client's partition. The two may be on different machines, so no statement
// joins their tables: each side is read separately, and the results are joined.
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { DataSourceRef } from './model.ts'

export interface Projection {
  /** Unique by client, data source and external id. */
  table: 'contact' | 'opportunity' | 'crm_owner' | 'crm_list' | 'pipeline'
  /** The data source that the rows will belong to. */
  into: DataSourceRef
  /** All rows that should exist: a select from rows of one other client, with `external_id` and these columns. */
  rows: RawBuilder<unknown>
  columns: readonly string[]
}

/** Our ids of the rows where the table has some, otherwise the external ones. */
export interface ProjectedIds {
  created: string[]
  changed: string[]
  deleted: string[]
}

const idOf = (table: Projection['table']) =>
  sql.ref(table === 'contact' || table === 'opportunity' ? `${table}.id` : `${table}.external_id`)

const sides = ({ table, into: { clientId, dataSourceId }, rows, columns }: Projection) => sql`
  wanted as materialized (${rows}),
  present as materialized (
    select external_id, ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where client_id = ${clientId} and data_source_id = ${dataSourceId})`

const qualified = (side: string, columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(`${side}.${column}`)))

/**
 * Makes the rows of a data source equal to the wanted ones: writes what is new or different and deletes what is not wanted any more. Runs in a scope of
 * the system, because no client may see both sides; the whole transaction stays in that scope.
 */
export const projectRows = async (tx: Tx, projection: Projection): Promise<ProjectedIds> => {
  const { table, into, columns } = projection
  const { clientId, dataSourceId } = into
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const updates = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))
  const written = await sql<{ id: string; is_new: boolean }>`
    insert into ${sql.table(table)} (client_id, data_source_id, external_id, ${names})
    with ${sides(projection)}
    select ${clientId}::uuid, ${dataSourceId}::uuid, wanted.external_id, ${qualified('wanted', columns)}
    from wanted left join present on present.external_id = wanted.external_id
    where present.external_id is null or (${qualified('present', columns)}) is distinct from (${qualified('wanted', columns)})
    on conflict (client_id, data_source_id, external_id) do update set ${updates}
    returning ${idOf(table)} as id, xmax = 0 as is_new`.execute(tx)
  const deleted = await sql<{ id: string }>`
    with ${sides(projection)}, unwanted as materialized (
      select present.external_id from present left join wanted on wanted.external_id = present.external_id
      where wanted.external_id is null)
    delete from ${sql.table(table)} where client_id = ${clientId} and data_source_id = ${dataSourceId}
      and external_id in (select external_id from unwanted)
    returning ${idOf(table)} as id`.execute(tx)
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  return {
    created: idsOf(written.rows.filter((row) => row.is_new)),
    changed: idsOf(written.rows.filter((row) => !row.is_new)),
    deleted: idsOf(deleted.rows),
  }
}
