import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

/** Data sources with events that have waited for longer than a minute. */
export const selectForgotten = async (tx: Tx): Promise<{ clientId: string; dataSourceId: string }[]> => {
  const { rows } = await sql<{ client_id: string; data_source_id: string }>`
    select distinct client_id, data_source_id from webhook_delivery
    where state = 'waiting' and received_at < now() - interval '1 minute' limit 1000`.execute(tx)
  return rows.map((row) => ({ clientId: row.client_id, dataSourceId: row.data_source_id }))
}

export const selectClients = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.selectFrom('webhook_endpoint').select('client_id').distinct().execute()
  return rows.map((row) => row.client_id)
}

interface Expired {
  clientId: string
  /** Ids begin with the time of arrival. */
  beforeId: string
  now: Date
  limit: number
}

/** Some of what is over. Returns how many rows. */
export const deleteExpired = async (tx: Tx, { clientId, beforeId, now, limit }: Expired): Promise<number> => {
  const deliveries = await sql`
    delete from webhook_delivery where client_id = ${clientId} and id = any(array(
      select id from webhook_delivery where client_id = ${clientId} and id < ${beforeId} and state not in ('waiting', 'held')
      order by id limit ${limit}))`.execute(tx)
  const seen = await sql`
    delete from webhook_seen where ctid = any(array(
      select ctid from webhook_seen where client_id = ${clientId} and expires_at < ${now} limit ${limit}))
      and client_id = ${clientId}`.execute(tx)
  return Number((deliveries.numAffectedRows ?? 0n) + (seen.numAffectedRows ?? 0n))
}
