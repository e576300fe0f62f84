import { sql } from 'kysely'
import type { Row, Tx } from '#server/platform/db/scope.ts'

export interface EndpointRef {
  clientId: string
  endpointId: string
}

export type EndpointRow = Row<'webhook_endpoint'>

const all = (tx: Tx, clientId: string) => tx.selectFrom('webhook_endpoint').selectAll().where('client_id', '=', clientId)

/** Those that have not ended. */
const endpoints = (tx: Tx, clientId: string) => all(tx, clientId).where('ended_at', 'is', null)

/** When the newest event came in. */
const lastEventAt = (clientId: string) => sql<Date | null>`(
  select newest.received_at from webhook_delivery as newest
  where newest.client_id = ${clientId} and newest.endpoint_id = webhook_endpoint.id order by newest.id desc limit 1)`

export type ShownRow = EndpointRow & { last_event_at: Date | null }

export const selectEndpoints = (tx: Tx, clientId: string): Promise<ShownRow[]> =>
  endpoints(tx, clientId).select(lastEventAt(clientId).as('last_event_at')).execute()

export const selectEndpoint = (tx: Tx, { clientId, endpointId }: EndpointRef): Promise<ShownRow | undefined> =>
  endpoints(tx, clientId).select(lastEventAt(clientId).as('last_event_at')).where('id', '=', endpointId).executeTakeFirst()

/** That of a company. */
export const selectIdOf = async (tx: Tx, clientId: string, companyId: string): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('webhook_endpoint')
      .select('id')
      .where('client_id', '=', clientId)
      .where('company_id', '=', companyId)
      .executeTakeFirst()
  )?.id

/** Locked until the transaction ends. */
export const lockEndpoint = (tx: Tx, { clientId, endpointId }: EndpointRef): Promise<EndpointRow | undefined> =>
  endpoints(tx, clientId).where('id', '=', endpointId).forUpdate().executeTakeFirst()

/** The one where events about a company arrive, locked until the transaction ends. */
export const lockEndpointOf = (tx: Tx, clientId: string, companyId: string): Promise<EndpointRow | undefined> =>
  endpoints(tx, clientId).where('company_id', '=', companyId).forUpdate().executeTakeFirst()

/** One that has ended. */
export const lockEnded = (tx: Tx, { clientId, endpointId }: EndpointRef): Promise<EndpointRow | undefined> =>
  all(tx, clientId).where('id', '=', endpointId).where('ended_at', 'is not', null).forUpdate().executeTakeFirst()

export const markEnded = async (tx: Tx, { clientId, endpointId }: EndpointRef): Promise<void> => {
  await tx
    .updateTable('webhook_endpoint')
    .set({ ended_at: sql`now()`, updated_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('id', '=', endpointId)
    .execute()
}

/** Events about the company of an endpoint that were not applied yet. */
export const countWaiting = async (tx: Tx, { clientId, endpointId }: EndpointRef): Promise<number> => {
  const { waiting } = await tx
    .selectFrom('webhook_delivery')
    .select((row) => row.fn.countAll<number>().as('waiting'))
    .where('client_id', '=', clientId)
    .where('data_source_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return waiting
}

export const insertEndpoint = async (
  tx: Tx,
  { clientId, endpointId }: EndpointRef,
  { companyId, keyTail }: { companyId: string | null; keyTail: string },
): Promise<void> => {
  await tx
    .insertInto('webhook_endpoint')
    .values({ client_id: clientId, id: endpointId, company_id: companyId, key_tail: keyTail })
    .execute()
}

type EndpointChange = Partial<
  Pick<
    EndpointRow,
    'key_tail' | 'key_since' | 'previous_key_tail' | 'previous_key_until' | 'signing_secret_sealed' | 'requires_signature'
  >
>

export const updateEndpoint = async (tx: Tx, row: EndpointRow, change: EndpointChange): Promise<void> => {
  await tx
    .updateTable('webhook_endpoint')
    .set({ ...change, version: row.version + 1, updated_at: sql`now()` })
    .where('client_id', '=', row.client_id)
    .where('id', '=', row.id)
    .execute()
}

export const insertKey = async (tx: Tx, { clientId, endpointId }: EndpointRef, keyHash: Buffer): Promise<void> => {
  await tx
    .insertInto('registry.webhook_key')
    .values({ key_hash: keyHash, client_id: clientId, endpoint_id: endpointId })
    .execute()
}

const keysOf = (tx: Tx, { clientId, endpointId }: EndpointRef) =>
  tx.deleteFrom('registry.webhook_key').where('client_id', '=', clientId).where('endpoint_id', '=', endpointId)

export const deleteKeys = async (tx: Tx, ref: EndpointRef): Promise<void> => {
  await keysOf(tx, ref).execute()
}

/** The key before the present one ends immediately, and the present one at this time. */
export const endKeys = async (tx: Tx, ref: EndpointRef, endsAt: Date): Promise<void> => {
  await keysOf(tx, ref).where('ends_at', 'is not', null).execute()
  await tx
    .updateTable('registry.webhook_key')
    .set({ ends_at: endsAt })
    .where('client_id', '=', ref.clientId)
    .where('endpoint_id', '=', ref.endpointId)
    .execute()
}

/** What came through the endpoint, and what came through others about its company. */
const ofEndpoint = ({ clientId, endpointId }: EndpointRef) =>
  sql`client_id = ${clientId} and (endpoint_id = ${endpointId} or data_source_id = ${endpointId})`

export const countDeliveries = async (tx: Tx, ref: EndpointRef): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from webhook_delivery where ${ofEndpoint(ref)}`.execute(tx)
  return rows[0]?.total ?? 0
}

/** Deletes up to so many, and returns their number. */
export const deleteDeliveries = async (tx: Tx, ref: EndpointRef, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from webhook_delivery where client_id = ${ref.clientId} and ctid = any(array(
      select ctid from webhook_delivery where client_id = ${ref.clientId} and ${ofEndpoint(ref)} limit ${limit}))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** What was taken is forgotten, up to so many at a time. */
export const deleteSeen = async (tx: Tx, { clientId, endpointId }: EndpointRef, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from webhook_seen where client_id = ${clientId} and ctid = any(array(
      select ctid from webhook_seen where client_id = ${clientId} and endpoint_id = ${endpointId} limit ${limit}))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
