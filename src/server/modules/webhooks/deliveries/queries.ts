import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

export interface Wanted {
  clientId: string
  /** Endpoints that the caller sees. */
  endpointIds: readonly string[]
  states: readonly string[] | undefined
  event: string | undefined
  eventId: string | undefined
  /** The last one of the page before. */
  before: string | undefined
  limit: number
}

const columns = [
  'id',
  'endpoint_id',
  'data_source_id',
  'received_at',
  'event',
  'event_id',
  'state',
  'effect',
  'problem',
  'set_aside',
  'contact_id',
  'opportunity_id',
] as const

/** What was rejected may be long. */
const stage = sql<string | null>`left(payload->>'stage', 200)`.as('stage')
const occurredAt = sql<string | null>`left(payload->>'occurred_at', 40)`.as('occurred_at')

/** The newest first. */
export const selectDeliveries = (tx: Tx, { clientId, endpointIds, states, event, eventId, before, limit }: Wanted) => {
  let query = tx
    .selectFrom('webhook_delivery')
    .select([...columns, stage, occurredAt])
    .where('client_id', '=', clientId)
    .where(sql<boolean>`data_source_id = any(${endpointIds}::uuid[])`)
  if (states) query = query.where(sql<boolean>`state = any(${states}::text[])`)
  if (event !== undefined) query = query.where('event', '=', event)
  if (eventId !== undefined) query = query.where('event_id', '=', eventId)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}
export type DeliveryRow = Awaited<ReturnType<typeof selectDeliveries>>[number]

export const selectDelivery = (tx: Tx, clientId: string, id: string) =>
  tx
    .selectFrom('webhook_delivery')
    .select([...columns, stage, occurredAt, 'payload'])
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()

export const lockDelivery = (tx: Tx, clientId: string, id: string) =>
  tx
    .selectFrom('webhook_delivery')
    .select(['id', 'endpoint_id', 'data_source_id', 'state', 'payload', 'received_at'])
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

interface Replayed {
  clientId: string
  id: string
  dataSourceId: string
  event: string
  eventId: string | null
  /** As JSON. */
  payload: string
  at: Date
}

export const makeWait = async (tx: Tx, { clientId, id, dataSourceId, event, eventId, payload, at }: Replayed): Promise<void> => {
  await sql`
    update webhook_delivery set state = 'waiting', problem = null, effect = null, set_aside = '{}', data_source_id = ${dataSourceId},
      event = ${event}, event_id = ${eventId}, payload = ${payload}::jsonb, replayed_at = ${at}
    where client_id = ${clientId} and id = ${id}`.execute(tx)
}

export const countByState = async (
  tx: Tx,
  { clientId, endpointIds, fromId }: { clientId: string; endpointIds: readonly string[]; fromId: string },
): Promise<Map<string, number>> => {
  const rows = await tx
    .selectFrom('webhook_delivery')
    .select(['state', sql<number>`count(*)`.as('count')])
    .where('client_id', '=', clientId)
    .where('id', '>=', fromId)
    .where(sql<boolean>`data_source_id = any(${endpointIds}::uuid[])`)
    .groupBy('state')
    .execute()
  return new Map(rows.map((row) => [row.state, row.count]))
}

/** By endpoint, those that used most first. */
export const selectUsage = (tx: Tx, clientId: string, since: string) =>
  tx
    .selectFrom('webhook_usage')
    .select(['endpoint_id', sql<number>`sum(count)::bigint`.as('used')])
    .where('client_id', '=', clientId)
    .where(sql<boolean>`day >= ${since}::date`)
    .groupBy('endpoint_id')
    .orderBy(sql`sum(count)`, 'desc')
    .orderBy('endpoint_id')
    .execute()
