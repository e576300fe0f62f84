import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

/** Clients that have a data source. */
export const selectClientsWithSources = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.selectFrom('data_source').select('client_id').distinct().orderBy('client_id').execute()
  return rows.map(({ client_id: clientId }) => clientId)
}

interface PayloadBatch {
  clientId: string
  /** Older ones were examined before. */
  from: Date
  before: Date
  limit: number
}

/** Deletes payloads that were followed by another one of the same record, the oldest first. Returns when the deleted ones were received. */
export const deleteFollowedPayloads = async (tx: Tx, { clientId, from, before, limit }: PayloadBatch): Promise<Date[]> => {
  const { rows } = await sql<{ received_at: Date }>`
    delete from record_payload where ctid = any(array(
      select old.ctid from record_payload as old
      where old.client_id = ${clientId} and old.received_at >= ${from} and old.received_at < ${before}
        and exists (select from record_payload as newer where newer.client_id = ${clientId} and newer.object = old.object
          and newer.record_id = old.record_id and newer.received_at > old.received_at)
      order by old.received_at limit ${limit}))
      and client_id = ${clientId}
    returning received_at`.execute(tx)
  return rows.map((row) => row.received_at)
}
