import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { publish } from '#server/platform/live/hub.ts'
import { recordDataSourceDeleted } from '../../crm/service.ts'
import { eraseRecords } from '../../crm/deletion/service.ts'
import { recordEvent } from '../../events/service.ts'
import * as integrations from '../service.ts'
import type { IntegrationRef } from '../service.ts'
import { eraseRuns } from '../../syncs/runs/service.ts'
import * as syncs from '../../syncs/service.ts'

const rowsAtOnce = 5000

/** Piece by piece, so that nobody waits for it; stops where somebody connects the same account again. */
export const eraseIntegration = async (
  { database, dispatcher }: { database: Database; dispatcher: Dispatcher },
  place: IntegrationRef,
  signal: AbortSignal,
): Promise<void> => {
  const source = { ...integrations.dataSourceOf(place), dispatcher }
  for (;;) {
    signal.throwIfAborted()
    const erased = await database.asSystem('connecting: erase a source', async (tx) => {
      const locked = await integrations.lockIntegration(tx, place)
      if (!locked?.isErased) return undefined
      const records = await eraseRecords(tx, source, rowsAtOnce)
      if (records > 0) return records
      for (const eraseSome of [syncs.eraseSome, eraseRuns]) {
        const rows = await eraseSome(tx, place, rowsAtOnce)
        if (rows > 0) return rows
      }
      await integrations.deleteIntegration(tx, place)
      await recordDataSourceDeleted(tx, source)
      await recordEvent(tx, {
        clientId: place.clientId,
        event: 'integration_erased',
        origin: 'system',
        object: integrations.titleOf(locked.row),
      })
      await publish(tx, place.clientId, 'integrations')
      return undefined
    })
    if (erased === undefined) return
  }
}
