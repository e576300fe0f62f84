import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Place } from '../integrations/service.ts'

/**
 * The row, and nobody else erases it or connects it again until this transaction is over.
 * Rows that hang on it may be written meanwhile: a run that ends must not wait for us while we wait for its run.
 */
export const lockIntegration = async (tx: Tx, { clientId, integrationId }: Place) => {
  const row = await tx
    .selectFrom('integration')
    .selectAll()
    // Clocks of two machines are not quite the same.
    .select(sql<boolean>`coalesce(status = 'disconnected' and erase_at <= now() + interval '1 minute', false)`.as('is_erased'))
    .where('client_id', '=', clientId)
    .where('id', '=', integrationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const { is_erased: isErased, ...rest } = row
  return { row: rest, isErased }
}

/** Some of what was read is erased: everything is read from the beginning. The run that does so writes anew what has lost its delivery. */
export const forgetReading = async (tx: Tx, { clientId, integrationId }: Place): Promise<void> => {
  await tx.deleteFrom('sync_stream').where('client_id', '=', clientId).where('integration_id', '=', integrationId).execute()
}

export const hasRun = async (tx: Tx, { clientId, integrationId }: Place): Promise<boolean> => {
  const run = await tx
    .selectFrom('sync_run')
    .select('id')
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .limit(1)
    .executeTakeFirst()
  return run !== undefined
}

/** Everything is read once more as soon as the run is over that is under way. */
export const oweFullRun = async (tx: Tx, { clientId, integrationId }: Place): Promise<void> => {
  await tx
    .updateTable('integration')
    .set({ full_owed: true })
    .where('client_id', '=', clientId)
    .where('id', '=', integrationId)
    .execute()
}
