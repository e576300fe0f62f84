import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { IntegrationRef } from './model.ts'

/**
 * Locks the row against being erased or reconnected until this transaction ends. Rows that reference it can still be
 * written: a run that ends must not wait for us while we wait for its run.
 */
export const lockIntegrationRow = async (tx: Tx, { clientId, integrationId }: IntegrationRef) => {
  const row = await tx
    .selectFrom('integration')
    .selectAll()
    // The clocks of two machines differ a little.
    .select(sql<boolean>`coalesce(status = 'disconnected' and erase_at <= now() + interval '1 minute', false)`.as('is_erased'))
    .where('client_id', '=', clientId)
    .where('id', '=', integrationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const { is_erased: isErased, ...rest } = row
  return { row: rest, isErased }
}
