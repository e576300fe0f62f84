// Rows of one client, written into another client's partition. The two may be on different machines, so no statement
// joins their tables: each side is read separately, and the results are joined.
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { DataSourceRef, NamedIds } from '../model.ts'
import { ownTables, rulesOf } from './tables.ts'

export interface Projection {
  table: 'pipeline' | 'pipeline_stage' | 'crm_owner' | 'contact' | 'opportunity' | 'opportunity_contact' | 'stage_event' | 'touch'
  /** The data source that the rows will belong to. */
  into: DataSourceRef
  /** All rows that should exist: a select from rows of one other client, with the key and these columns. */
  rows: RawBuilder<unknown>
  columns: readonly string[]
  /** Only the rows of these records, or by these external ids. Absent: all rows of the data source. */
  among?: readonly string[] | undefined
  /** Rows of these records stay as they are: a select of ids from rows of another client. */
  except?: RawBuilder<unknown> | undefined
  /** Whether a row that changes from `old` to `new` loses what it may no longer have. */
  loses?: RawBuilder<boolean> | undefined
}

const refs = (columns: readonly string[], of?: string) =>
  sql.join(columns.map((column) => sql.ref(of === undefined ? column : `${of}.${column}`)))

/** Rows of the data source, which some have by way of the record they belong to. */
const isOfSource = ({ table, into: { clientId, dataSourceId } }: Projection): RawBuilder<boolean> => {
  const { hasDataSource, by, of } = rulesOf(table)
  if (hasDataSource) return sql`data_source_id = ${dataSourceId}`
  return sql`${sql.ref(by)} in (select id from ${sql.table(of)} where client_id = ${clientId} and data_source_id = ${dataSourceId})`
}

/** Ids of ours belong to one data source; those of vendors may be in several. */
const present = (projection: Projection) => {
  const { table, into, columns, among } = projection
  const { key, by, type } = rulesOf(table)
  const conditions = [
    ...(among === undefined || type === 'text' ? [isOfSource(projection)] : []),
    ...(among === undefined ? [] : [sql`${sql.ref(by)} = any(${among}::${sql.raw(type)}[])`]),
  ]
  return sql`present as materialized (
    select ${refs([...key, ...columns])} from ${sql.table(table)}
    where client_id = ${into.clientId} and ${sql.join(conditions, sql` and `)})`
}

const sides = (projection: Projection) => sql`
  wanted as materialized (${projection.rows}),
  ${projection.except ? sql`kept as materialized (${projection.except}),` : sql``}
  ${present(projection)}`

const onKey = (key: readonly string[]) =>
  sql.join(
    key.map((column) => sql`${sql.ref(`unwanted.${column}`)} = ${sql.ref(`row.${column}`)}`),
    sql` and `,
  )

/** The record that each row belongs to. */
export interface WrittenRow {
  id: string
  is_new: boolean
  has_lost: boolean
}

/** Whether the data source has any row that belongs to it directly; the others belong to one of these. */
export const hasRows = async (tx: Tx, { clientId, dataSourceId }: DataSourceRef): Promise<boolean> => {
  const found = ownTables.map(
    (table) => sql`exists (select from ${sql.table(table)} where client_id = ${clientId} and data_source_id = ${dataSourceId})`,
  )
  const { rows } = await sql<{ found: boolean }>`select ${sql.join(found, sql` or `)} as found`.execute(tx)
  return rows[0]?.found === true
}

const targetOf = ({ table, into, columns }: Projection) => {
  const { key, hasDataSource } = rulesOf(table)
  const owner = hasDataSource ? ['client_id', 'data_source_id'] : ['client_id']
  const ids = hasDataSource ? sql`${into.clientId}::uuid, ${into.dataSourceId}::uuid` : sql`${into.clientId}::uuid`
  return { names: refs([...owner, ...key, ...columns]), values: sql`${ids}, ${refs([...key, ...columns])}` }
}

/** Writes rows of which none exists. Returns how many, and if asked, the records that they belong to. */
export const insertRows = async (
  tx: Tx,
  projection: Projection,
  { withIds }: { withIds: boolean },
): Promise<{ count: number; ids: string[] }> => {
  const { table, rows: wanted } = projection
  const { key, by } = rulesOf(table)
  const { names, values } = targetOf(projection)
  const { rows, numAffectedRows } = await sql<{ id: string }>`
    insert into ${sql.table(table)} (${names})
    with wanted as materialized (${wanted})
    select ${values} from wanted
    order by ${refs(key)}
    on conflict do nothing
    ${withIds ? sql`returning ${sql.ref(by)}::text as id` : sql``}`.execute(tx)
  return { count: Number(numAffectedRows ?? 0), ids: rows.map(({ id }) => id) }
}

/** Writes what is new or different. */
export const writeRows = async (tx: Tx, projection: Projection): Promise<WrittenRow[]> => {
  const { table, columns } = projection
  const { key, by, hasDataSource } = rulesOf(table)
  const [first = ''] = key
  const { names, values } = targetOf(projection)
  const hasOwnKey = hasDataSource && key[0] !== 'id' && table !== 'opportunity_contact'
  const conflict = ['client_id', ...(hasOwnKey ? ['data_source_id'] : []), ...key]
  const updates = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))
  const { rows } = await sql<WrittenRow>`
    insert into ${sql.table(table)} (${names})
    with ${sides({ ...projection, except: undefined })},
    different as (select ${refs([...key, ...columns])} from wanted except select ${refs([...key, ...columns])} from present)
    select ${values} from different
    order by ${refs(key)}
    on conflict (${refs(conflict)}) do update set ${updates}
    returning ${sql.ref(by)}::text as id, ${sql.ref(`old.${first}`)} is null as is_new,
      ${sql.ref(`old.${first}`)} is not null and ${projection.loses ?? sql`false`} as has_lost`.execute(tx)
  return rows
}

/** Deletes what should not exist. Returns the record that each row belonged to. */
export const deleteRows = async (tx: Tx, projection: Projection): Promise<string[]> => {
  const { table, into, except } = projection
  const { key, by, hasDataSource } = rulesOf(table)
  const isKept = except ? sql`where ${sql.ref(by)} not in (select id from kept)` : sql``
  const { rows } = await sql<{ id: string }>`
    with ${sides(projection)}, unwanted as materialized (
      select ${refs(key)} from present ${isKept} except select ${refs(key)} from wanted)
    delete from ${sql.table(table)} as row where row.client_id = ${into.clientId}
      ${hasDataSource ? sql`and row.data_source_id = ${into.dataSourceId}` : sql``}
      and exists (select from unwanted where ${onKey(key)})
    returning ${sql.ref(`row.${by}`)}::text as id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** What tells who somebody is, or could. */
const personal = {
  contact: sql`first_name = null, last_name = null, email = null, email_norm = null, phone = null, phone_norm = null,
    company = null, city = null, region = null, postal_code = null, country = null, owner_external_id = null, tags = '{}', fields = '{}'`,
  opportunity: sql`name = null, owner_external_id = null, fields = '{}'`,
}

/** Deletes everything from these records but their outcome. */
export const clearPersonal = async (
  tx: Tx,
  { clientId }: DataSourceRef,
  object: 'contact' | 'opportunity',
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  await sql`update ${sql.table(object)} set ${personal[object]}
    where client_id = ${clientId} and id = any(${ids}::uuid[])`.execute(tx)
}

/** Those that rows of the data source name: of these records, or all. */
export const selectNamed = async (
  tx: Tx,
  { clientId, dataSourceId }: DataSourceRef,
  among?: Record<'contactIds' | 'opportunityIds', readonly string[]>,
): Promise<NamedIds> => {
  const named = (table: 'contact' | 'opportunity', column: string) => {
    const ids = table === 'contact' ? among?.contactIds : among?.opportunityIds
    return sql`select ${sql.ref(column)} from ${sql.table(table)}
      where client_id = ${clientId} and data_source_id = ${dataSourceId} and ${sql.ref(column)} is not null
        ${ids ? sql`and id = any(${ids}::uuid[])` : sql``}`
  }
  const { rows } = await sql<NamedIds>`select
    array(${named('contact', 'owner_external_id')} union ${named('opportunity', 'owner_external_id')}) as "ownerIds",
    array(select distinct id from (${named('opportunity', 'pipeline_external_id')}) as pipeline(id)) as "pipelineIds"`.execute(tx)
  return rows[0] ?? { ownerIds: [], pipelineIds: [] }
}

/** Of these, those that any row of the data source names. */
export const selectStillNamed = async (
  tx: Tx,
  { clientId, dataSourceId }: DataSourceRef,
  { ownerIds, pipelineIds }: NamedIds,
): Promise<NamedIds> => {
  const isNamed = (table: 'contact' | 'opportunity', column: string) => sql`exists (select from ${sql.table(table)} as record
    where record.client_id = ${clientId} and record.data_source_id = ${dataSourceId} and ${sql.ref(`record.${column}`)} = asked.id)`
  const { rows } = await sql<NamedIds>`select
    array(select id from unnest(${ownerIds}::text[]) as asked(id)
      where ${isNamed('contact', 'owner_external_id')} or ${isNamed('opportunity', 'owner_external_id')}) as "ownerIds",
    array(select id from unnest(${pipelineIds}::text[]) as asked(id)
      where ${isNamed('opportunity', 'pipeline_external_id')}) as "pipelineIds"`.execute(tx)
  return rows[0] ?? { ownerIds: [], pipelineIds: [] }
}
