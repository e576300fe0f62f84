// Pipelines, owners, lists and spend: small tables, written as they come.
import { sql } from 'kysely'
import { jsonText } from '#server/platform/db/json.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { DataSourceRef, ListRecord, OwnerRecord, PipelineRecord, SpendRecord, WriteContext } from './model.ts'
import { lastOfEach } from './saving/content.ts'

interface Upserted {
  is_changed: boolean
}

const hasChanged = (...answers: readonly { rows: readonly Upserted[] }[]): boolean =>
  answers.some(({ rows }) => rows.some((row) => row.is_changed))

/** Returns whether any row has changed. */
export const upsertPipelines = async (
  tx: Tx,
  { clientId, dataSourceId }: WriteContext,
  pipelines: readonly PipelineRecord[],
): Promise<boolean> => {
  if (pipelines.length === 0) return false
  const unique = lastOfEach(pipelines, ({ externalId }) => externalId)
  const rows = unique.map(({ externalId, name, order }) => ({ external_id: externalId, name, order_index: order }))
  const upserted = await sql<Upserted>`
    insert into pipeline (client_id, data_source_id, synced_at, external_id, name, order_index)
    select ${clientId}, ${dataSourceId}, now(), external_id, name, order_index
    from json_to_recordset(${jsonText(rows)}::json) as r(external_id text, name text, order_index integer)
    on conflict (client_id, data_source_id, external_id)
    do update set name = excluded.name, order_index = excluded.order_index, synced_at = excluded.synced_at, deleted_at = null
    returning (old.name, old.order_index, old.deleted_at) is distinct from (new.name, new.order_index, new.deleted_at)
      as is_changed`.execute(tx)
  const stages = unique.flatMap((pipeline) =>
    lastOfEach(pipeline.stages, ({ externalId }) => externalId).map(({ externalId, name, order, outcome }) => ({
      pipeline: pipeline.externalId,
      external_id: externalId,
      name,
      order_index: order,
      outcome,
    })),
  )
  const upsertedStages = await sql<Upserted>`
    insert into pipeline_stage (client_id, data_source_id, synced_at, pipeline_external_id, external_id, name, order_index, outcome)
    select ${clientId}, ${dataSourceId}, now(), pipeline, external_id, name, order_index, outcome
    from json_to_recordset(${jsonText(stages)}::json) as
      r(pipeline text, external_id text, name text, order_index integer, outcome text)
    on conflict (client_id, data_source_id, pipeline_external_id, external_id)
    do update set name = excluded.name, order_index = excluded.order_index, outcome = excluded.outcome,
      synced_at = excluded.synced_at, deleted_at = null
    returning (old.name, old.order_index, old.outcome, old.deleted_at)
      is distinct from (new.name, new.order_index, new.outcome, new.deleted_at) as is_changed`.execute(tx)
  return hasChanged(upserted, upsertedStages)
}

/** Returns whether any row has changed. */
export const upsertOwners = async (
  tx: Tx,
  { clientId, dataSourceId }: WriteContext,
  owners: readonly OwnerRecord[],
): Promise<boolean> => {
  if (owners.length === 0) return false
  const rows = lastOfEach(owners, ({ externalId }) => externalId).map(({ externalId, name, email }) => ({
    external_id: externalId,
    name,
    email,
  }))
  const upserted = await sql<Upserted>`
    insert into crm_owner (client_id, data_source_id, external_id, name, email)
    select ${clientId}, ${dataSourceId}, external_id, name, email
    from json_to_recordset(${jsonText(rows)}::json) as r(external_id text, name text, email text)
    on conflict (client_id, data_source_id, external_id) do update set name = excluded.name, email = excluded.email
    returning (old.external_id, old.name, old.email) is distinct from (new.external_id, new.name, new.email) as is_changed`.execute(
    tx,
  )
  return hasChanged(upserted)
}

/** Says what is different, if anything: `created` if a list that was deleted is back. */
export const upsertLists = async (
  tx: Tx,
  { clientId, dataSourceId }: WriteContext,
  lists: readonly ListRecord[],
): Promise<'created' | 'changed' | undefined> => {
  if (lists.length === 0) return undefined
  const rows = lastOfEach(lists, ({ externalId }) => externalId).map(({ externalId, kind, name, size, updatedAt }) => ({
    external_id: externalId,
    kind,
    name,
    size,
    updated_at: updatedAt,
  }))
  const upserted = await sql<Upserted & { is_back: boolean }>`
    insert into crm_list (client_id, data_source_id, synced_at, external_id, kind, name, size, updated_at)
    select ${clientId}, ${dataSourceId}, now(), external_id, kind, name, size, updated_at
    from json_to_recordset(${jsonText(rows)}::json) as
      r(external_id text, kind text, name text, size integer, updated_at timestamptz)
    on conflict (client_id, data_source_id, external_id)
    do update set kind = excluded.kind, name = excluded.name, size = excluded.size, updated_at = excluded.updated_at,
      synced_at = excluded.synced_at, deleted_at = null
    returning (old.kind, old.name, old.size, old.deleted_at) is distinct from (new.kind, new.name, new.size, new.deleted_at)
      as is_changed, old.deleted_at is not null as is_back`.execute(tx)
  if (upserted.rows.some((row) => row.is_back)) return 'created'
  return hasChanged(upserted) ? 'changed' : undefined
}

/** Vendors correct spend for weeks: the newest value counts. */
export const upsertSpend = async (
  tx: Tx,
  { clientId, dataSourceId }: WriteContext,
  spend: readonly SpendRecord[],
): Promise<{ created: number; changed: number }> => {
  if (spend.length === 0) return { created: 0, changed: 0 }
  const unique = [...new Map(spend.map((row) => [`${row.campaignId} ${row.day}`, row])).values()]
  const { rows } = await sql<{ is_new: boolean }>`
    insert into ad_spend (client_id, data_source_id, campaign_external_id, day, campaign, spend, currency, impressions, clicks, conversions)
    select ${clientId}, ${dataSourceId}, "campaignId", day, campaign, spend, currency, impressions, clicks, conversions
    from json_to_recordset(${jsonText(unique)}::json) as
      r("campaignId" text, day date, campaign text, spend numeric, currency text, impressions bigint, clicks bigint, conversions numeric)
    on conflict (client_id, data_source_id, campaign_external_id, day)
    do update set campaign = excluded.campaign, spend = excluded.spend, currency = excluded.currency,
      impressions = excluded.impressions, clicks = excluded.clicks, conversions = excluded.conversions
    where (ad_spend.spend, ad_spend.currency, ad_spend.impressions, ad_spend.clicks, ad_spend.conversions, ad_spend.campaign)
      is distinct from
        (excluded.spend, excluded.currency, excluded.impressions, excluded.clicks, excluded.conversions, excluded.campaign)
    returning xmax = 0 as is_new`.execute(tx)
  const created = rows.filter((row) => row.is_new).length
  return { created, changed: rows.length - created }
}

/** After all lists were read: deletes those that this run did not find. Returns their number. */
export const deleteUnseenLists = async (tx: Tx, { clientId, dataSourceId }: DataSourceRef, since: Date): Promise<bigint> => {
  const { numAffectedRows = 0n } = await sql`
    update crm_list set deleted_at = now() where client_id = ${clientId} and data_source_id = ${dataSourceId}
      and synced_at < ${since} and deleted_at is null`.execute(tx)
  return numAffectedRows
}

/** After all pipelines were read: deletes the pipelines and stages that this run did not find. Returns their number. */
export const deleteUnseenPipelines = async (
  tx: Tx,
  { clientId, dataSourceId, at }: WriteContext,
  since: Date,
): Promise<bigint> => {
  let deleted = 0n
  for (const table of ['pipeline', 'pipeline_stage']) {
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(table)} set deleted_at = ${at} where client_id = ${clientId} and data_source_id = ${dataSourceId}
        and (synced_at is null or synced_at < ${since}) and deleted_at is null`.execute(tx)
    deleted += numAffectedRows
  }
  return deleted
}
