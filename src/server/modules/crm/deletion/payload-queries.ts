import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

/**
 * A vendor's payloads are kept for 90 days, and the newest of each record as long as the record. Only payloads that
 * became old, or were followed by another one, within the last two weeks are examined: missed nights are made up for
 * without reading all payloads.
 */
export const deleteOldPayloads = async (tx: Tx): Promise<void> => {
  await sql`delete from record_payload old
    where received_at < now() - interval '90 days' and received_at >= now() - interval '104 days'
      and exists (select from record_payload newer where newer.client_id = old.client_id and newer.object = old.object
        and newer.record_id = old.record_id and newer.received_at > old.received_at)`.execute(tx)
  await sql`delete from record_payload old
    using (select distinct client_id, object, record_id from record_payload where received_at >= now() - interval '14 days') newer
    where old.client_id = newer.client_id and old.object = newer.object and old.record_id = newer.record_id
      and old.received_at < now() - interval '90 days'`.execute(tx)
}
