import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { IntegrationRef } from '../../integrations/model.ts'

/** The names of the columns, by their ids. */
export const selectColumnNames = async (tx: Tx, { clientId, integrationId }: IntegrationRef): Promise<Record<string, string>> => {
  const row = await tx
    .selectFrom('sync_stream')
    .select('columns')
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .where('stream', '=', 'contacts')
    .executeTakeFirst()
  return (row?.columns ?? {}) as Record<string, string>
}

/** A row that was not saved has its number as its id; one that was saved without some of its cells has the id of its record. */
export const countSkippedRows = async (tx: Tx, { clientId, integrationId }: IntegrationRef): Promise<number> => {
  const { total } = await tx
    .selectFrom('sync_reject')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .where(sql<boolean>`external_id ~ '^row [0-9]+$'`)
    .executeTakeFirstOrThrow()
  return total
}
