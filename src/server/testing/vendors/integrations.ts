import type { Insertable } from 'kysely'
import type { Integration } from '#server/platform/db/tables.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { newId } from '#server/platform/ids.ts'

/** An integration with its data source, as connecting creates them. Returns the id that both have. */
export const insertIntegration = async (tx: Tx, values: Insertable<Integration>): Promise<string> => {
  const { client_id, id = newId() } = values
  await tx.insertInto('data_source').values({ client_id, id, kind: 'integration' }).execute()
  await tx
    .insertInto('integration')
    .values({ ...values, id })
    .execute()
  return id
}
