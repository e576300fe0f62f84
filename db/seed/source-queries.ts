import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

/** The integrations of a type that an account ever connected, the first one first, also deleted ones. */
export const selectEverConnected = async (tx: Tx, clientId: string, type: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select object_id as id from audit_entry
    where client_id = ${clientId} and action = 'integration.connected' and diff -> 'type' ->> 1 = ${type}
    group by object_id order by min(seq)`.execute(tx)
  return rows.map(({ id }) => id)
}

export const wasDisconnected = async (tx: Tx, clientId: string, integrationId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from audit_entry where client_id = ${clientId} and object_type = 'integration' and object_id = ${integrationId}
      and action in ('integration.disconnected', 'integration.erasing') limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether a vendor ever reported that our access is lost. */
export const wasLost = async (tx: Tx, clientId: string, integrationId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from sync_run where client_id = ${clientId} and integration_id = ${integrationId} and error_kind = 'auth_lost'
    limit 1`.execute(tx)
  return rows.length > 0
}
