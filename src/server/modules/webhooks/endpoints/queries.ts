import { sql } from 'kysely'
import type { Row, Tx } from '#server/platform/db/scope.ts'
import type { EndpointRef } from '../model.ts'

export type EndpointRow = Row<'webhook_endpoint'>

export const selectEndpoints = (tx: Tx, clientId: string): Promise<EndpointRow[]> =>
  tx.selectFrom('webhook_endpoint').selectAll().where('client_id', '=', clientId).orderBy('created_at').orderBy('id').execute()

export const lockEndpoint = (tx: Tx, { clientId, endpointId }: EndpointRef): Promise<EndpointRow | undefined> =>
  tx
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', endpointId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** When the newest event arrived. */
export const selectLastEvents = async (tx: Tx, clientId: string, ids: readonly string[]): Promise<Map<string, Date>> => {
  const { rows } = await sql<{ id: string; at: Date }>`
    select given.id, newest.received_at as at from unnest(${ids}::uuid[]) as given(id)
    join lateral (select received_at from webhook_delivery where client_id = ${clientId} and endpoint_id = given.id
      order by id desc limit 1) as newest on true`.execute(tx)
  return new Map(rows.map((row) => [row.id, row.at]))
}

interface NewKey extends EndpointRef {
  hash: Buffer
  tail: string
}

/** False: the company has an endpoint already. */
export const insertEndpoint = async (
  tx: Tx,
  { clientId, endpointId, tail, companyId }: Omit<NewKey, 'hash'> & { companyId: string | null },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('webhook_endpoint')
    .values({ client_id: clientId, id: endpointId, company_id: companyId, key_tail: tail })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const insertKey = async (tx: Tx, { clientId, endpointId, hash }: Omit<NewKey, 'tail'>): Promise<void> => {
  await tx.insertInto('registry.webhook_key').values({ key_hash: hash, client_id: clientId, endpoint_id: endpointId }).execute()
}

/** Keys that were replaced before end; the present one ends at this time. */
export const endKeys = async (tx: Tx, { clientId, endpointId }: EndpointRef, at: Date | null): Promise<void> => {
  await sql`delete from registry.webhook_key where client_id = ${clientId} and endpoint_id = ${endpointId}
    and (ends_at is not null or ${at}::timestamptz is null)`.execute(tx)
  await sql`update registry.webhook_key set ends_at = ${at} where client_id = ${clientId} and endpoint_id = ${endpointId}`.execute(
    tx,
  )
}

type Changes = Partial<
  Pick<
    EndpointRow,
    'key_tail' | 'key_since' | 'previous_key_tail' | 'previous_key_until' | 'signing_secret_sealed' | 'requires_signature'
  >
>

export const updateEndpoint = (
  tx: Tx,
  { client_id: clientId, id, version }: EndpointRow,
  changes: Changes,
): Promise<EndpointRow> =>
  tx
    .updateTable('webhook_endpoint')
    .set({ ...changes, version: version + 1, updated_at: new Date() })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const countDeliveries = async (tx: Tx, { clientId, endpointId }: EndpointRef): Promise<number> => {
  const { count } = await tx
    .selectFrom('webhook_delivery')
    .select(sql<number>`count(*)`.as('count'))
    .where('client_id', '=', clientId)
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirstOrThrow()
  return count
}
