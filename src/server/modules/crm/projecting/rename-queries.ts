// Records that get other ids, with all rows that belong to them. The rows stay as they are otherwise.
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { DataSourceRef, RecordObject } from '../model.ts'

export interface NewId {
  from: string
  to: string
}

const renamed = (ids: readonly NewId[]) => sql`unnest(${ids.map(({ from }) => from)}::uuid[], ${ids.map(({ to }) => to)}::uuid[])
  as renamed(from_id, to_id)`

const copied = (column: string): RawBuilder<unknown> =>
  column === 'external_id' ? sql`renamed.to_id::text` : sql.ref(`record.${column}`)

/** Returns the new ids of records that exist. */
export const copyRecords = async (
  tx: Tx,
  { clientId, dataSourceId }: DataSourceRef,
  { object, columns }: { object: 'contact' | 'opportunity'; columns: readonly string[] },
  ids: readonly NewId[],
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(object)} (client_id, data_source_id, id, ${sql.join(columns.map((column) => sql.ref(column)))})
    select record.client_id, record.data_source_id, renamed.to_id, ${sql.join(columns.map(copied))}
    from ${sql.table(object)} as record join ${renamed(ids)} on record.id = renamed.from_id
    where record.client_id = ${clientId} and record.data_source_id = ${dataSourceId}
    order by renamed.to_id
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

const belongingTo: Readonly<Record<RecordObject, readonly { table: string; set: RawBuilder<unknown>; by: string }[]>> = {
  contact: [
    { table: 'touch', by: 'contact_id', set: sql`contact_id = renamed.to_id` },
    { table: 'opportunity', by: 'contact_id', set: sql`contact_id = renamed.to_id` },
    {
      table: 'opportunity_contact',
      by: 'contact_id',
      set: sql`contact_id = renamed.to_id, contact_external_id = renamed.to_id::text`,
    },
  ],
  opportunity: [
    { table: 'opportunity_contact', by: 'opportunity_id', set: sql`opportunity_id = renamed.to_id` },
    { table: 'stage_event', by: 'opportunity_id', set: sql`opportunity_id = renamed.to_id` },
  ],
}

export const moveBelongings = async (
  tx: Tx,
  { clientId }: DataSourceRef,
  object: 'contact' | 'opportunity',
  ids: readonly NewId[],
): Promise<void> => {
  for (const { table, set, by } of belongingTo[object])
    await sql`update ${sql.table(table)} as row set ${set} from ${renamed(ids)}
      where row.client_id = ${clientId} and ${sql.ref(`row.${by}`)} = renamed.from_id`.execute(tx)
}

export const deleteRecords = async (
  tx: Tx,
  { clientId, dataSourceId }: DataSourceRef,
  object: 'contact' | 'opportunity',
  ids: readonly NewId[],
): Promise<void> => {
  await sql`delete from ${sql.table(object)} where client_id = ${clientId} and data_source_id = ${dataSourceId}
    and id = any(${ids.map(({ from }) => from)}::uuid[])`.execute(tx)
}

/** Those in which one of these contacts takes part. */
export const selectOpportunitiesOf = async (
  tx: Tx,
  { clientId, dataSourceId }: DataSourceRef,
  contactIds: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from opportunity
    where client_id = ${clientId} and data_source_id = ${dataSourceId} and contact_id = any(${contactIds}::uuid[])
    union select opportunity_id from opportunity_contact
    where client_id = ${clientId} and data_source_id = ${dataSourceId} and contact_id = any(${contactIds}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}

/** These opportunities no longer name these contacts. */
export const deleteLinks = async (
  tx: Tx,
  { clientId, dataSourceId }: DataSourceRef,
  { contactIds, opportunityIds }: { contactIds: readonly string[]; opportunityIds: readonly string[] },
): Promise<void> => {
  await sql`update opportunity set contact_id = null where client_id = ${clientId} and data_source_id = ${dataSourceId}
    and id = any(${opportunityIds}::uuid[]) and contact_id = any(${contactIds}::uuid[])`.execute(tx)
  await sql`delete from opportunity_contact where client_id = ${clientId} and data_source_id = ${dataSourceId}
    and opportunity_id = any(${opportunityIds}::uuid[]) and contact_id = any(${contactIds}::uuid[])`.execute(tx)
}
