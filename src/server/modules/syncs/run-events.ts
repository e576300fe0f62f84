import type { Run } from '#contract/runs.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { publish } from '#server/platform/live/hub.ts'
import { recordEvent } from '../events/service.ts'
import { titleOf, type IntegrationRow } from '../integrations/model.ts'
import type { RunRow } from './runs/model.ts'

type Ended = Pick<
  RunRow,
  'client_id' | 'origin' | 'actor' | 'records' | 'created' | 'changed' | 'deleted' | 'merged' | 'rejected' | 'pages'
>

interface Ending {
  event: 'sync_done' | 'sync_done_with_rejects' | 'sync_held' | 'sync_failed' | 'sync_canceled'
  error?: string
  /** For whoever mends it. */
  technical?: string | null
  /** Whoever ended it, where that is not whoever asked for it. */
  by?: { origin: 'user' | 'staff'; actor: string }
}

/** How a run ended and what it did until then, for the account and our own people. */
export const recordRunEnded = async (tx: Tx, run: Ended, source: IntegrationRow, ending: Ending): Promise<void> => {
  const { client_id: clientId, records, created, changed, deleted, merged, rejected, pages } = run
  const { event, error, technical, by } = ending
  const actor = by ? by.actor : run.actor
  await recordEvent(tx, {
    clientId,
    event,
    origin: by?.origin ?? (run.origin as Run['origin']),
    object: titleOf(source),
    counts: { records, created, changed, deleted, merged, rejected, pages },
    ...(actor === null ? {} : { actor }),
    ...(error === undefined ? {} : { error, technical: technical ?? null }),
  })
  await publish(tx, clientId, 'syncs')
}
