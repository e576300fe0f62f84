import { sql } from 'kysely'
import { textArray } from '#server/platform/db/statements/rows.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { DataSourceRef } from './model.ts'

/** Our ids of those contacts that are known. */
export const selectContactIds = async (
  tx: Tx,
  { clientId, dataSourceId }: DataSourceRef,
  externalIds: readonly string[],
): Promise<string[]> => {
  if (externalIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from contact where client_id = ${clientId} and data_source_id = ${dataSourceId}
      and external_id = any(${textArray(externalIds)}::text[])`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Contacts that still exist. */
export const selectContactNames = (tx: Tx, clientId: string, ids: readonly string[]) =>
  tx
    .selectFrom('contact')
    .select(['id', 'first_name', 'last_name', 'email', 'external_id'])
    .where('client_id', '=', clientId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
