import { sql } from 'kysely'
import type { PropertyType } from '#contract/webhooks/properties.ts'
import { rowset, textArray } from '#server/platform/db/statements/rows.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { CatalogueProperty, EndpointRef } from '../model.ts'

export const selectKey = (tx: Tx, keyHash: Buffer) =>
  tx
    .selectFrom('registry.webhook_key')
    .select(['client_id', 'endpoint_id', 'ends_at'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()

export const selectClientStatus = async (tx: Tx, clientId: string): Promise<string | undefined> =>
  (await tx.selectFrom('client').select('status').where('client_id', '=', clientId).executeTakeFirst())?.status

/** All of a client that have not ended: an event at one endpoint may be about the company of another one. */
export const selectEndpoints = (tx: Tx, clientId: string) =>
  tx
    .selectFrom('webhook_endpoint')
    .select(['id', 'company_id', 'signing_secret_sealed', 'requires_signature'])
    .where('client_id', '=', clientId)
    .where('ended_at', 'is', null)
    .execute()

export const selectCatalogue = async (tx: Tx, clientId: string): Promise<Map<string, CatalogueProperty>> => {
  const rows = await tx
    .selectFrom('webhook_property')
    .select(['id', 'name', 'label', 'type', 'enum_values', 'is_required', 'maps_to'])
    .where('client_id', '=', clientId)
    .where('hidden_at', 'is', null)
    .execute()
  return new Map(
    rows.map((row) => [
      row.name,
      {
        id: row.id,
        name: row.name,
        label: row.label,
        type: row.type as PropertyType,
        enumValues: row.enum_values,
        isRequired: row.is_required,
        mapsTo: row.maps_to,
      },
    ]),
  )
}

export interface DeliveryRow {
  id: string
  data_source_id: string
  position: number
  event: string | null
  event_id: string | null
  /** As JSON. */
  payload: string
  /** As hexadecimal text; null: rejected, so it may come again. */
  key: string | null
  expires_at: string | null
  /** As JSON. */
  problem: string | null
  /** It is in the same call twice. */
  is_repeated: boolean
}

const types = {
  id: 'uuid',
  data_source_id: 'uuid',
  position: 'smallint',
  event: 'text',
  event_id: 'text',
  payload: 'jsonb',
  key: 'text',
  expires_at: 'timestamptz',
  problem: 'jsonb',
  is_repeated: 'boolean',
} as const satisfies Record<keyof DeliveryRow, string>

/** Until the transaction ends the endpoints stay. Returns those that exist and have not ended. */
export const lockEndpoints = async (tx: Tx, clientId: string, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select id from webhook_endpoint where client_id = ${clientId} and id = any(${textArray(ids)}::text[]::uuid[])
      and ended_at is null
    order by id for key share`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Stores what arrived, all of it or nothing. Of equal events only one is ever waiting, also if they arrive at the same
 * time. Returns how many wait and how many are duplicates.
 */
export const insertDeliveries = async (
  tx: Tx,
  { clientId, endpointId }: EndpointRef,
  rows: readonly DeliveryRow[],
  now: Date,
): Promise<Map<string, string>> => {
  const { rows: stored } = await sql<{ id: string; state: string }>`
    with given as materialized (select * from ${rowset(rows, types)} as r),
    taken as (
      insert into webhook_seen (client_id, endpoint_id, key, delivery_id, expires_at)
      select ${clientId}, ${endpointId}, decode(key, 'hex'), id, expires_at from given where key is not null and not is_repeated
      on conflict (client_id, endpoint_id, key)
      do update set delivery_id = excluded.delivery_id, expires_at = excluded.expires_at where webhook_seen.expires_at < ${now}
      returning delivery_id
    )
    insert into webhook_delivery (client_id, endpoint_id, received_at, id, data_source_id, position, event, event_id, payload, problem, state)
    select ${clientId}, ${endpointId}, ${now}, given.id, given.data_source_id, given.position, given.event, given.event_id, given.payload, given.problem,
      case when given.problem is not null then 'rejected' when taken.delivery_id is null then 'duplicate' else 'waiting' end
    from given left join taken on taken.delivery_id = given.id
    returning id, state`.execute(tx)
  return new Map(stored.map(({ id, state }) => [id, state]))
}
