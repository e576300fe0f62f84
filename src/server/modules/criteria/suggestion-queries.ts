import { sql, type RawBuilder } from 'kysely'
import type { SuggestedField } from '#contract/criteria/suggestions.ts'
import { comparable } from '#contract/criteria/text.ts'
import { storable } from '#server/platform/db/statements/storable.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { DataSourceRef } from '../crm/model.ts'

const suggestedMax = 50

interface Wanted extends DataSourceRef {
  field: SuggestedField
  /** Of a source field. */
  name: string
  search: string
}

interface Found {
  value: string
  label: string
  count: number
}

const liveContacts = ({ clientId, dataSourceId }: DataSourceRef) => sql`contact.client_id = ${clientId}
  and contact.data_source_id = ${dataSourceId} and contact.deleted_at is null and contact.merged_into is null`
const liveOpportunities = ({ clientId, dataSourceId }: DataSourceRef) => sql`opportunity.client_id = ${clientId}
  and opportunity.data_source_id = ${dataSourceId} and opportunity.deleted_at is null`

/** Texts that are compared as one, in their most frequent spelling. Each spelling is normalized once. */
const texts = (raw: RawBuilder<unknown>) => sql`
  select spelling as value, spelling as label, count from (
    select btrim((array_agg(value order by count desc, value))[1]) as spelling, sum(count)::bigint as count
    from (select value, count(*) as count from (${raw}) as raw(value) group by value) as grouped
    where comparable(value) <> ''
    group by comparable(value)) as spelled`

/** Values by their ids, with their names. */
const ids = (counted: RawBuilder<unknown>, names: RawBuilder<unknown>) => sql`
  select counted.value, coalesce(named.label, counted.value) as label, counted.count
  from (${counted}) as counted(value, count) left join (${names}) as named(value, label) on named.value = counted.value
  where comparable(counted.value) <> ''`

const ofSource = ({ name, ...source }: Wanted) => {
  const value = name === 'source' ? sql`contact.source` : sql`contact.fields ->> ${storable(name)}::text`
  return texts(sql`select ${value} from contact where ${liveContacts(source)}`)
}

const selects: Record<SuggestedField, (wanted: Wanted) => RawBuilder<unknown>> = {
  // A contact that has a tag in two spellings counts twice.
  tag: (wanted) => texts(sql`select unnest(contact.tags) from contact where ${liveContacts(wanted)}`),
  source_field: ofSource,
  pipeline: (wanted) =>
    ids(
      sql`select opportunity.pipeline_external_id, count(*) from opportunity where ${liveOpportunities(wanted)} group by 1`,
      sql`select external_id, name from pipeline
        where client_id = ${wanted.clientId} and data_source_id = ${wanted.dataSourceId}`,
    ),
  // A stage may be part of several pipelines, under the same id.
  stage: (wanted) =>
    ids(
      sql`select opportunity.raw_stage, count(*) from opportunity where ${liveOpportunities(wanted)} group by 1`,
      sql`select external_id, min(name) from pipeline_stage
        where client_id = ${wanted.clientId} and data_source_id = ${wanted.dataSourceId} group by 1`,
    ),
  list: ({ clientId, dataSourceId }) => sql`
    select list.external_id as value, list.name as label, coalesce(counted.count, 0) as count
    from crm_list as list left join (
      select member.list_external_id, count(*) as count from crm_list_member as member
      where member.client_id = ${clientId} and member.data_source_id = ${dataSourceId} group by 1
    ) as counted on counted.list_external_id = list.external_id
    where list.client_id = ${clientId} and list.data_source_id = ${dataSourceId} and list.deleted_at is null`,
  owner: (wanted) =>
    ids(
      sql`select contact.owner_external_id, count(*) from contact where ${liveContacts(wanted)} group by 1`,
      sql`select external_id, coalesce(name, email) from crm_owner
        where client_id = ${wanted.clientId} and data_source_id = ${wanted.dataSourceId}`,
    ),
}

/** Values with the number of records that have them, the most frequent first. */
export const selectValues = async (tx: Tx, wanted: Wanted): Promise<Found[]> => {
  const part = comparable(wanted.search)
  const { rows } = await sql<Found>`
    select value, label, count from (${selects[wanted.field](wanted)}) as found
    where strpos(comparable(label), ${part}::text) > 0 or value = ${storable(wanted.search)}
    order by count desc, label limit ${suggestedMax}`.execute(tx)
  return rows
}

/** So many contacts say which fields a source has. */
export const sampledMax = 5000

interface FoundField {
  name: string
  filled: number
  sampled: number
  values: number
  examples: string[]
}

/** Fields with few different values among the newest contacts, the most filled first. */
export const selectSourceFields = async (tx: Tx, source: DataSourceRef, valuesMax: number): Promise<FoundField[]> => {
  const { rows } = await sql<FoundField>`
    with sampled as materialized (
      select contact.fields, contact.source from contact where ${liveContacts(source)}
      order by contact.created_at desc, contact.id desc limit ${sampledMax}),
    spelled as (
      select field.key as name, field.value, count(*) as count
      from sampled cross join lateral (
        select key, value from jsonb_each_text(sampled.fields) where key <> 'source'
        union all select 'source', sampled.source) as field
      where length(field.value) between 1 and 200
      group by field.key, field.value),
    counted as (
      select name, (array_agg(value order by count desc, value))[1] as value, sum(count) as count from spelled
      where comparable(value) <> ''
      group by name, comparable(value))
    select name, sum(count)::bigint as filled, (select count(*) from sampled) as sampled, count(*) as values,
      (array_agg(value order by count desc, value))[1:3] as examples
    from counted group by name
    having count(*) <= ${valuesMax} and (count(*) < sum(count) or count(*) = 1)
    order by filled desc, name limit ${suggestedMax}`.execute(tx)
  return rows
}
