// The records that a full read has found so far, and what is missing at its end.
import { sql, type RawBuilder } from 'kysely'
import { textArray } from '#server/platform/db/statements/rows.ts'
import { forManyRows } from '#server/platform/db/statements/planning.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { DataSourceRef, RecordObject } from '../model.ts'
import { active } from './count-queries.ts'

export const insertSeen = async (
  tx: Tx,
  { clientId, dataSourceId }: DataSourceRef,
  object: RecordObject,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  await sql`
    insert into sync_seen (client_id, data_source_id, object, external_ids)
    values (${clientId}, ${dataSourceId}, ${object}, ${textArray(ids)}::text[])`.execute(tx)
}

export const deleteSeen = async (
  tx: Tx,
  { clientId, dataSourceId }: DataSourceRef,
  objects: readonly (RecordObject | 'member')[],
): Promise<void> => {
  await sql`delete from sync_seen where client_id = ${clientId} and data_source_id = ${dataSourceId}
    and object = any(${objects}::text[])`.execute(tx)
}

const seen = ({ clientId, dataSourceId }: DataSourceRef, object: RecordObject | 'member') => sql`
  (select list_external_id, unnest(external_ids) as external_id from sync_seen
   where client_id = ${clientId} and data_source_id = ${dataSourceId} and object = ${object})`

/** Both sides are large and have no statistics yet. */
const sideBySide = async <Row>(tx: Tx, statement: RawBuilder<Row>): Promise<Row[]> =>
  (await forManyRows(tx, () => statement.execute(tx))).rows

/** Stored records that were not found. */
export const selectUnseen = async (tx: Tx, source: DataSourceRef, object: RecordObject, limit: number): Promise<string[]> => {
  const rows = await sideBySide(
    tx,
    sql<{ external_id: string }>`
      select external_id from ${sql.table(object)} as held
      where client_id = ${source.clientId} and data_source_id = ${source.dataSourceId} and ${active(object)}
        and not exists (select from ${seen(source, object)} as met where met.external_id = held.external_id)
      limit ${limit}`,
  )
  return rows.map((row) => row.external_id)
}

/** Which of these were not found. */
export const selectUnseenOf = async (
  tx: Tx,
  source: DataSourceRef,
  object: RecordObject,
  ids: readonly string[],
): Promise<string[]> => {
  const rows = await sideBySide(
    tx,
    sql<{ external_id: string }>`
      select external_id from unnest(${textArray(ids)}::text[]) as asked(external_id)
      where not exists (select from ${seen(source, object)} as met where met.external_id = asked.external_id)`,
  )
  return rows.map((row) => row.external_id)
}

/** Records that the vendor has and we do not. */
export const selectMissing = async (tx: Tx, source: DataSourceRef, object: RecordObject, limit: number): Promise<string[]> => {
  const rows = await sideBySide(
    tx,
    sql<{ external_id: string }>`
      select distinct met.external_id from ${seen(source, object)} as met
      where not exists (select from ${sql.table(object)} held where held.client_id = ${source.clientId}
        and held.data_source_id = ${source.dataSourceId} and held.external_id = met.external_id and held.deleted_at is null)
      order by met.external_id limit ${limit}`,
  )
  return rows.map((row) => row.external_id)
}

/** After the members of all lists were read: deletes memberships that were not found. Returns their contacts, by the data source's own ids. */
export const deleteUnseenMembers = async (tx: Tx, source: DataSourceRef): Promise<string[]> => {
  const dropped = await sideBySide(
    tx,
    sql<{ contact: string }>`
      delete from crm_list_member as held
      where client_id = ${source.clientId} and data_source_id = ${source.dataSourceId}
        and not exists (select from ${seen(source, 'member')} as met
          where met.list_external_id = held.list_external_id and met.external_id = held.contact_external_id)
      returning held.contact_external_id as contact`,
  )
  return [...new Set(dropped.map(({ contact }) => contact))]
}
