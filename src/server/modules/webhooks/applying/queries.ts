import { sql } from 'kysely'
import { rowset, textArray } from '#server/platform/db/statements/rows.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { DataSourceRef } from '../../crm/model.ts'

/** One batch of a data source at a time. False: it was deleted, or has ended. */
export const lockEndpoint = async (tx: Tx, { clientId, dataSourceId }: DataSourceRef): Promise<boolean> => {
  const row = await tx
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('client_id', '=', clientId)
    .where('id', '=', dataSourceId)
    .where('ended_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Waits until every call that is being answered has stored its events. */
export const awaitCalls = async (tx: Tx, { clientId, dataSourceId }: DataSourceRef): Promise<void> => {
  await tx
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('client_id', '=', clientId)
    .where('id', '=', dataSourceId)
    .forUpdate()
    .execute()
}

export const selectWaiting = (tx: Tx, { clientId, dataSourceId }: DataSourceRef, limit: number) =>
  tx
    .selectFrom('webhook_delivery')
    .select(['id', 'endpoint_id', 'payload', 'received_at'])
    .where('client_id', '=', clientId)
    .where('data_source_id', '=', dataSourceId)
    .where('state', '=', 'waiting')
    .orderBy('received_at')
    .orderBy('position')
    .limit(limit)
    .execute()

export const selectIdentities = async (
  tx: Tx,
  { clientId, dataSourceId }: DataSourceRef,
  keys: readonly string[],
): Promise<Map<string, string>> => {
  const { rows } = await sql<{ key: string; external_id: string }>`
    select encode(key, 'hex') as key, external_id from webhook_identity
    where client_id = ${clientId} and data_source_id = ${dataSourceId}
      and key = any(array(select decode(k, 'hex') from unnest(${textArray(keys)}::text[]) as k))`.execute(tx)
  return new Map(rows.map((row) => [row.key, row.external_id]))
}

export const insertIdentities = async (
  tx: Tx,
  { clientId, dataSourceId }: DataSourceRef,
  identities: ReadonlyMap<string, string>,
): Promise<void> => {
  if (identities.size === 0) return
  const rows = [...identities].map(([key, externalId]) => ({ key, external_id: externalId }))
  await sql`
    insert into webhook_identity (client_id, data_source_id, key, external_id)
    select ${clientId}, ${dataSourceId}, decode(key, 'hex'), external_id
    from ${rowset(rows, { key: 'text', external_id: 'text' })} as r
    on conflict do nothing`.execute(tx)
}

export interface AppliedRow {
  id: string
  state: 'applied' | 'rejected'
  effect: 'created' | 'changed' | 'unchanged' | null
  contact_id: string | null
  opportunity_id: string | null
  /** As JSON. */
  problem: string | null
  /** As a list literal. */
  set_aside: string
}

const types = {
  id: 'uuid',
  state: 'text',
  effect: 'text',
  contact_id: 'uuid',
  opportunity_id: 'uuid',
  problem: 'jsonb',
  set_aside: 'text[]',
} as const satisfies Record<keyof AppliedRow, string>

export const updateApplied = async (tx: Tx, clientId: string, rows: readonly AppliedRow[], at: Date): Promise<void> => {
  await sql`
    update webhook_delivery set state = r.state, effect = r.effect, contact_id = r.contact_id, opportunity_id = r.opportunity_id,
      problem = r.problem, set_aside = r.set_aside, applied_at = ${at}
    from ${rowset(rows, types)} as r
    where webhook_delivery.client_id = ${clientId} and webhook_delivery.id = r.id`.execute(tx)
}

/** Counts by day. */
export const addUsage = async (
  tx: Tx,
  clientId: string,
  day: string,
  rows: readonly { endpoint_id: string; count: number }[],
): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    insert into webhook_usage (client_id, endpoint_id, day, count)
    select ${clientId}, endpoint_id, ${day}::date, count from ${rowset(rows, { endpoint_id: 'uuid', count: 'bigint' })} as r
    order by endpoint_id
    on conflict (client_id, endpoint_id, day) do update set count = webhook_usage.count + excluded.count`.execute(tx)
}

export const addPropertyCounts = async (
  tx: Tx,
  clientId: string,
  day: string,
  rows: readonly { property_id: string; count: number }[],
): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    insert into webhook_property_day (client_id, property_id, day, count)
    select ${clientId}, property_id, ${day}::date, count from ${rowset(rows, { property_id: 'uuid', count: 'bigint' })} as r
    order by property_id
    on conflict (client_id, property_id, day) do update set count = webhook_property_day.count + excluded.count`.execute(tx)
}
