import type { Tx } from '#server/platform/db/scope.ts'
import type { DataSourceKind, DataSourceRef } from './model.ts'

export const insertDataSource = async (
  tx: Tx,
  { clientId, dataSourceId }: DataSourceRef,
  kind: DataSourceKind,
  companyId: string | null,
): Promise<void> => {
  await tx.insertInto('data_source').values({ client_id: clientId, id: dataSourceId, kind, company_id: companyId }).execute()
}

/** What an agency has of a company under a connection. */
export const insertSharedSource = async (
  tx: Tx,
  { clientId, dataSourceId }: DataSourceRef,
  { companyId, isReadable }: { companyId: string; isReadable: boolean },
): Promise<void> => {
  await tx
    .insertInto('data_source')
    .values({ client_id: clientId, id: dataSourceId, kind: 'connection', company_id: companyId, is_readable: isReadable })
    .onConflict((conflict) => conflict.columns(['client_id', 'id']).doUpdateSet({ is_readable: isReadable }))
    .execute()
}

export const setReadable = async (tx: Tx, { clientId, dataSourceId }: DataSourceRef, isReadable: boolean): Promise<void> => {
  await tx
    .updateTable('data_source')
    .set({ is_readable: isReadable })
    .where('client_id', '=', clientId)
    .where('id', '=', dataSourceId)
    .where('is_readable', '<>', isReadable)
    .execute()
}

export const selectIsReadable = async (tx: Tx, { clientId, dataSourceId }: DataSourceRef): Promise<boolean> => {
  const row = await tx
    .selectFrom('data_source')
    .select('is_readable')
    .where('client_id', '=', clientId)
    .where('id', '=', dataSourceId)
    .executeTakeFirst()
  return row?.is_readable ?? false
}

export const selectDataSources = (tx: Tx, clientId: string) =>
  tx.selectFrom('data_source').select(['id', 'kind', 'company_id', 'is_readable']).where('client_id', '=', clientId).execute()

/** Waits for every transaction that adds rows of the data source, and makes later ones wait until it is deleted. */
export const lockDataSource = async (tx: Tx, { clientId, dataSourceId }: DataSourceRef): Promise<void> => {
  await tx
    .selectFrom('data_source')
    .select('id')
    .where('client_id', '=', clientId)
    .where('id', '=', dataSourceId)
    .forUpdate()
    .execute()
}

/** Deletes the data source with its remaining rows. `eraseRecords` deletes most of them before, in batches. */
export const deleteDataSource = async (tx: Tx, { clientId, dataSourceId }: DataSourceRef): Promise<void> => {
  await tx.deleteFrom('data_source').where('client_id', '=', clientId).where('id', '=', dataSourceId).execute()
}
