import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

interface Named {
  id: string
  name: string | null
}

interface Source {
  clientId: string
  integrationId: string
}

type NamedTable = 'pipeline' | 'pipeline_stage' | 'crm_list' | 'crm_owner'

/** Those of the records that the source still has. */
export const selectPresent = async (
  tx: Tx,
  { clientId, integrationId }: Source,
  table: NamedTable,
  ids: readonly string[],
): Promise<Set<string>> => {
  const rows = await tx
    .selectFrom(table)
    .select('external_id as id')
    .where('client_id', '=', clientId)
    .where('data_source_id', '=', integrationId)
    .where(sql<boolean>`external_id = any(${ids}::text[])`)
    .$if(table !== 'crm_owner', (present) => present.where(sql<boolean>`deleted_at is null`))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The names of some records of a source, by their ids at the vendor. */
export const selectNames = (
  tx: Tx,
  { clientId, integrationId }: Source,
  table: NamedTable,
  ids: readonly string[],
): Promise<Named[]> =>
  tx
    .selectFrom(table)
    .select(['external_id as id', 'name'])
    .where('client_id', '=', clientId)
    .where('data_source_id', '=', integrationId)
    .where(sql<boolean>`external_id = any(${ids}::text[])`)
    .execute()
