// All records of data sources of one client, as rows of a data source of another client: with their history and their times.
import { sql, type RawBuilder } from 'kysely'
import type { DataSourceRef } from '../model.ts'
import type { Projection } from './queries.ts'

export interface CopiedSources {
  clientId: string
  /** The first one keeps its ids of records, pipelines and owners; those of the others begin with their number. */
  ids: readonly string[]
}

type Rows = Omit<Projection, 'into'>

/** Another id, always the same for the same record, that the client it comes from cannot recognize. In the form of a UUID. */
const renewed = ({ dataSourceId }: DataSourceRef, column: string) =>
  sql`overlay(overlay(md5(${dataSourceId}::text || ${sql.ref(column)}::text) placing '4' from 13) placing '8' from 17)::uuid`

/** Two data sources may name different records alike. */
const ofSource = ({ ids }: CopiedSources, column: string, source = 'data_source_id') => {
  const place = sql`array_position(${ids}::uuid[], ${sql.ref(source)})`
  return sql`case when ${place} = 1 then '' else ${place}::text || ':' end || ${sql.ref(column)}`
}

const isIn = ({ clientId, ids }: CopiedSources, table: string) =>
  sql`${sql.ref(`${table}.client_id`)} = ${clientId} and ${sql.ref(`${table}.data_source_id`)} = any(${ids}::uuid[])`

const activeContact = sql`contact.deleted_at is null and contact.merged_into is null`

const selected = (columns: readonly string[], of: string, more: Readonly<Record<string, RawBuilder<unknown>>>) => ({
  names: [...columns, ...Object.keys(more)],
  list: sql.join([
    ...columns.map((column) => sql.ref(`${of}.${column}`)),
    ...Object.entries(more).map(([name, value]) => sql`${value} as ${sql.ref(name)}`),
  ]),
})

const pipelines = (from: CopiedSources): Rows => ({
  table: 'pipeline',
  columns: ['name', 'order_index', 'deleted_at'],
  rows: sql`select ${ofSource(from, 'external_id')} as external_id, name, order_index, deleted_at
    from pipeline where ${isIn(from, 'pipeline')}`,
})

const stages = (from: CopiedSources): Rows => ({
  table: 'pipeline_stage',
  columns: ['name', 'order_index', 'outcome', 'deleted_at'],
  rows: sql`select ${ofSource(from, 'pipeline_external_id')} as pipeline_external_id, external_id, name, order_index, outcome,
      deleted_at
    from pipeline_stage where ${isIn(from, 'pipeline_stage')}`,
})

const owners = (from: CopiedSources): Rows => ({
  table: 'crm_owner',
  columns: ['name', 'email'],
  rows: sql`select ${ofSource(from, 'external_id')} as external_id, name, email from crm_owner where ${isIn(from, 'crm_owner')}`,
})

const runOf = ({ dataSourceId }: DataSourceRef) => ({ run_id: sql`${dataSourceId}::uuid` })

const contacts = (into: DataSourceRef, from: CopiedSources): Rows => {
  const { names, list } = selected(
    [
      'first_name',
      'last_name',
      'email',
      'email_norm',
      'phone',
      'phone_norm',
      'company',
      'city',
      'region',
      'postal_code',
      'country',
      'source',
      'tags',
      'fields',
      'created_at',
      'updated_at',
      'content_hash',
    ],
    'contact',
    {
      external_id: ofSource(from, 'external_id'),
      owner_external_id: ofSource(from, 'owner_external_id'),
      ...runOf(into),
    },
  )
  return {
    table: 'contact',
    columns: names,
    rows: sql`select ${renewed(into, 'contact.id')} as id, ${list} from contact where ${isIn(from, 'contact')} and ${activeContact}`,
  }
}

/** Those that are copied. */
const known = (from: CopiedSources) => sql`select contact.id from contact where ${isIn(from, 'contact')} and ${activeContact}`

const opportunities = (into: DataSourceRef, from: CopiedSources): Rows => {
  const { names, list } = selected(
    [
      'name',
      'amount',
      'currency',
      'raw_stage',
      'provider_outcome',
      'outcome_reason',
      'source',
      'fields',
      'created_at',
      'updated_at',
      'closed_at',
      'content_hash',
    ],
    'opportunity',
    {
      external_id: ofSource(from, 'external_id'),
      pipeline_external_id: ofSource(from, 'pipeline_external_id'),
      owner_external_id: ofSource(from, 'owner_external_id'),
      contact_id: sql`case when opportunity.contact_id in (${known(from)}) then ${renewed(into, 'opportunity.contact_id')} end`,
      ...runOf(into),
    },
  )
  return {
    table: 'opportunity',
    columns: names,
    rows: sql`select ${renewed(into, 'opportunity.id')} as id, ${list}
      from opportunity where ${isIn(from, 'opportunity')} and opportunity.deleted_at is null`,
  }
}

/** Who an opportunity is about, also those whose contacts have not arrived yet. */
const parties = (into: DataSourceRef, from: CopiedSources): Rows => ({
  table: 'opportunity_contact',
  columns: ['contact_id', 'is_primary'],
  rows: sql`select ${renewed(into, 'party.opportunity_id')} as opportunity_id,
      ${ofSource(from, 'party.contact_external_id', 'party.data_source_id')} as contact_external_id,
      case when party.contact_id in (${known(from)}) then ${renewed(into, 'party.contact_id')} end as contact_id, party.is_primary
    from opportunity_contact as party
    join opportunity on opportunity.client_id = ${from.clientId} and opportunity.id = party.opportunity_id
      and opportunity.deleted_at is null
    where ${isIn(from, 'party')}`,
})

const stageEvents = (into: DataSourceRef, from: CopiedSources): Rows => ({
  table: 'stage_event',
  columns: ['seq', 'pipeline_external_id', 'provenance', 'learned_at', 'run_id'],
  rows: sql`select ${renewed(into, 'event.opportunity_id')} as opportunity_id, event.at, event.raw_stage, event.seq,
      ${ofSource(from, 'event.pipeline_external_id', 'opportunity.data_source_id')} as pipeline_external_id, event.provenance,
      event.learned_at, ${into.dataSourceId}::uuid as run_id
    from stage_event as event
    join opportunity on opportunity.client_id = ${from.clientId} and opportunity.id = event.opportunity_id
      and opportunity.deleted_at is null
    where event.client_id = ${from.clientId} and event.deleted_at is null and ${isIn(from, 'opportunity')}`,
})

const touchColumns = [
  'at',
  'channel',
  'kind',
  'source',
  'medium',
  'campaign',
  'click_id',
  'landing_url',
  'referrer',
  'session_key',
  'cost',
] as const

const touches = (into: DataSourceRef, from: CopiedSources): Rows => {
  const { names, list } = selected(touchColumns, 'touch', runOf(into))
  return {
    table: 'touch',
    columns: names,
    rows: sql`select ${renewed(into, 'touch.contact_id')} as contact_id, touch.key, ${list}
      from touch join contact on contact.client_id = ${from.clientId} and contact.id = touch.contact_id
      where touch.client_id = ${from.clientId} and ${isIn(from, 'contact')} and ${activeContact}`,
  }
}

/** In the order of the tables. */
export const copiedRows = (into: DataSourceRef, from: CopiedSources): Rows[] => [
  pipelines(from),
  stages(from),
  owners(from),
  contacts(into, from),
  opportunities(into, from),
  parties(into, from),
  stageEvents(into, from),
  touches(into, from),
]
