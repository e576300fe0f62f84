import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { deleteDataSource } from '../../crm/service.ts'
import { eraseRecords } from '../../crm/deletion/service.ts'
import { record } from '../../acts/service.ts'
import { acts } from '../acts.ts'
import { titleOf, dataSourceOf, type IntegrationRef } from '../model.ts'
import { deleteIntegration } from '../queries.ts'
import { lockIntegrationRow } from '../lock-queries.ts'
import { eraseSyncData } from '../../syncs/service.ts'

const rowsAtOnce = 5000

/** Deletes in batches, so that no transaction takes long. Stops when the same account is connected again. */
export const eraseIntegration = async (
  { database, dispatcher }: { database: Database; dispatcher: Dispatcher },
  ref: IntegrationRef,
  signal: AbortSignal,
): Promise<void> => {
  const source = { ...dataSourceOf(ref), dispatcher }
  for (;;) {
    signal.throwIfAborted()
    const erased = await database.asSystem('connecting: erase a source', async (tx) => {
      const locked = await lockIntegrationRow(tx, ref)
      if (!locked?.isErased) return undefined
      const rows = (await eraseRecords(tx, source, rowsAtOnce)) || (await eraseSyncData(tx, ref, rowsAtOnce))
      if (rows > 0) return rows
      if (await deleteIntegration(tx, ref)) await deleteDataSource(tx, source)
      await record(tx, acts['integration.erased'], {
        clientId: ref.clientId,
        by: { origin: 'system' },
        object: { name: titleOf(locked.row) },
      })
      return undefined
    })
    if (erased === undefined) return
  }
}
