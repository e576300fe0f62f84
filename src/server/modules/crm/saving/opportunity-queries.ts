import { sql } from 'kysely'
import type { Provenance } from '#contract/crm/records.ts'
import type { Statement } from '#server/platform/db/statements/in-turn.ts'
import { rowset } from '#server/platform/db/statements/rows.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { WriteContext } from '../model.ts'

export interface OpportunityRow {
  id: string
  external_id: string
  name: string | null
  contact_id: string | null
  amount: string | null
  currency: string | null
  pipeline_external_id: string | null
  raw_stage: string | null
  provider_outcome: string
  outcome_reason: string | null
  owner_external_id: string | null
  source: string | null
  /** As JSON. */
  fields: string
  created_at: string
  updated_at: string | null
  closed_at: string | null
  content_hash: string
}

export const selectOpportunityIds = async (tx: Tx, { clientId, dataSourceId }: WriteContext, externalIds: readonly string[]) => {
  const { rows } = await sql<{ external_id: string; id: string }>`
    select external_id, id from opportunity
    where client_id = ${clientId} and data_source_id = ${dataSourceId} and external_id = any(${externalIds}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.external_id, row.id]))
}

/** The vendor's ids of contacts to ours; a merged contact has the id of the contact that it was merged into. */
export const selectContactIds = async (tx: Tx, { clientId, dataSourceId }: WriteContext, externalIds: readonly string[]) => {
  if (externalIds.length === 0) return new Map<string, string>()
  const { rows } = await sql<{ external_id: string; id: string }>`
    select external_id, coalesce(merged_into, id) as id from contact
    where client_id = ${clientId} and data_source_id = ${dataSourceId} and external_id = any(${externalIds}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.external_id, row.id]))
}

const columns = sql`external_id, name, contact_id, amount, currency, pipeline_external_id, raw_stage, provider_outcome, outcome_reason,
  owner_external_id, source, fields, created_at, updated_at, closed_at`

const types = {
  id: 'uuid',
  external_id: 'text',
  name: 'text',
  contact_id: 'uuid',
  amount: 'numeric',
  currency: 'text',
  pipeline_external_id: 'text',
  raw_stage: 'text',
  provider_outcome: 'text',
  outcome_reason: 'text',
  owner_external_id: 'text',
  source: 'text',
  fields: 'jsonb',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  closed_at: 'timestamptz',
  content_hash: 'text',
} as const satisfies Record<keyof OpportunityRow, string>

export const opportunityInserts = (
  { clientId, dataSourceId, runId }: WriteContext,
  rows: readonly OpportunityRow[],
): Statement => {
  if (rows.length === 0) return null
  return sql`
    insert into opportunity (client_id, data_source_id, run_id, id, content_hash, ${columns})
    select ${clientId}, ${dataSourceId}, ${runId}, id, decode(content_hash, 'hex'), ${columns}
    from ${rowset(rows, types)} as r
    returning 1`
}

export const opportunityUpdates = ({ clientId, runId }: WriteContext, rows: readonly OpportunityRow[]): Statement => {
  if (rows.length === 0) return null
  return sql`
    update opportunity set
      run_id = ${runId}, content_hash = decode(r.content_hash, 'hex'), name = r.name, contact_id = r.contact_id, amount = r.amount,
      currency = r.currency, pipeline_external_id = r.pipeline_external_id, raw_stage = r.raw_stage,
      provider_outcome = r.provider_outcome, outcome_reason = r.outcome_reason, owner_external_id = r.owner_external_id,
      source = r.source, fields = r.fields, created_at = r.created_at, updated_at = r.updated_at, closed_at = r.closed_at,
      deleted_at = null
    from ${rowset(rows, types)} as r
    where opportunity.client_id = ${clientId} and opportunity.id = r.id`
}

export interface PartyRow {
  opportunity_id: string
  contact_external_id: string
  contact_id: string | null
  is_primary: boolean
}

const partyTypes = { opportunity_id: 'uuid', contact_external_id: 'text', contact_id: 'uuid', is_primary: 'boolean' } as const

/** Contacts that these opportunities have, and will not have with these rows. */
export const selectUnlinked = async (
  tx: Tx,
  { clientId }: WriteContext,
  opportunityIds: readonly string[],
  rows: readonly PartyRow[],
): Promise<string[]> => {
  if (opportunityIds.length === 0) return []
  const known = await sql<{ opportunity_id: string; contact_id: string }>`
    select opportunity_id, contact_id from opportunity_contact
    where client_id = ${clientId} and opportunity_id = any(${opportunityIds}::uuid[]) and contact_id is not null`.execute(tx)
  const kept = new Set(rows.map((row) => `${row.opportunity_id} ${row.contact_id}`))
  return known.rows.filter((row) => !kept.has(`${row.opportunity_id} ${row.contact_id}`)).map((row) => row.contact_id)
}

/** Deletes the contacts of changed opportunities, which are then inserted again. */
export const partyDeletes = ({ clientId }: WriteContext, opportunityIds: readonly string[]): Statement => {
  if (opportunityIds.length === 0) return null
  return sql`delete from opportunity_contact
    where client_id = ${clientId} and opportunity_id = any(${opportunityIds}::uuid[])`
}

export const partyInserts = ({ clientId, dataSourceId }: WriteContext, rows: readonly PartyRow[]): Statement => {
  if (rows.length === 0) return null
  return sql`
    insert into opportunity_contact (client_id, data_source_id, opportunity_id, contact_external_id, contact_id, is_primary)
    select ${clientId}, ${dataSourceId}, opportunity_id, contact_external_id, contact_id, is_primary
    from ${rowset(rows, partyTypes)} as r
    on conflict do nothing`
}

export interface StageEventRow {
  opportunity_id: string
  at: string
  raw_stage: string
  seq: number
  pipeline_external_id: string | null
  provenance: Provenance
}

const eventTypes = {
  opportunity_id: 'uuid',
  at: 'timestamptz',
  raw_stage: 'text',
  seq: 'smallint',
  pipeline_external_id: 'text',
  provenance: 'text',
} as const satisfies Record<keyof StageEventRow, string>

const eventInsert = ({ clientId, runId, at }: WriteContext, rows: readonly StageEventRow[]) => sql`
    insert into stage_event (client_id, run_id, learned_at, opportunity_id, at, raw_stage, seq, pipeline_external_id, provenance)
    select ${clientId}, ${runId}, ${at}, opportunity_id, at, raw_stage, seq, pipeline_external_id, provenance
    from ${rowset(rows, eventTypes)} as r
    on conflict do nothing`

/** Appends new events. A repeated event is the same event. */
export const stageEventInserts = (origin: WriteContext, rows: readonly StageEventRow[]): Statement =>
  rows.length === 0 ? null : eventInsert(origin, rows)

/** The stored events, by opportunity. */
export const selectStageEvents = async (
  tx: Tx,
  { clientId }: Pick<WriteContext, 'clientId'>,
  opportunityIds: readonly string[],
): Promise<Map<string, StageEventRow[]>> => {
  if (opportunityIds.length === 0) return new Map()
  const { rows } = await sql<Omit<StageEventRow, 'at'> & { at: Date }>`
    select opportunity_id, at, raw_stage, seq, pipeline_external_id, provenance from stage_event
    where client_id = ${clientId} and opportunity_id = any(${opportunityIds}::uuid[])`.execute(tx)
  return Map.groupBy(
    rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    (row) => row.opportunity_id,
  )
}

export const stageEventDeletes = ({ clientId }: Pick<WriteContext, 'clientId'>, rows: readonly StageEventRow[]): Statement => {
  if (rows.length === 0) return null
  return sql`
    delete from stage_event using ${rowset(rows, eventTypes)} as r
    where stage_event.client_id = ${clientId} and stage_event.opportunity_id = r.opportunity_id
      and stage_event.at = r.at and stage_event.raw_stage = r.raw_stage`
}

/** Returns the opportunity of each new event. */
export const insertStageEvents = async (tx: Tx, origin: WriteContext, events: readonly StageEventRow[]): Promise<string[]> => {
  if (events.length === 0) return []
  const { rows } = await sql<{ opportunity_id: string }>`${eventInsert(origin, events)} returning opportunity_id`.execute(tx)
  return rows.map((row) => row.opportunity_id)
}
