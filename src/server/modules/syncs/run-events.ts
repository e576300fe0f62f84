import type { Run } from '#contract/syncs/runs.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { record } from '../acts/service.ts'
import { titleOf, type IntegrationRow } from '../integrations/model.ts'
import { acts } from './acts.ts'
import type { RunRow } from './runs/model.ts'

type Ended = Pick<
  RunRow,
  'client_id' | 'origin' | 'actor' | 'records' | 'created' | 'changed' | 'deleted' | 'merged' | 'rejected' | 'pages'
>

export interface Ending {
  act: 'sync.finished' | 'sync.finished_with_rejects' | 'sync.held' | 'sync.failed' | 'sync.canceled'
  error?: string
  /** For staff and engineers. */
  technical?: string | null
  /** Who ended the run, if that is not the user who started it. */
  by?: { origin: 'user' | 'staff'; actor: string }
  /** Also recorded in the audit log, if the run changed anything. */
  isAudited?: boolean
}

/** Records how a run ended and what it did. */
export const recordRunEnded = (tx: Tx, run: Ended, source: IntegrationRow, ending: Ending): Promise<void> => {
  const { client_id: clientId, records, created, changed, deleted, merged, rejected, pages } = run
  const { act, error, technical = null, by, isAudited = false } = ending
  const requester = { origin: run.origin as Run['origin'], ...(run.actor === null ? {} : { actor: run.actor }) }
  return record(tx, acts[act], {
    clientId,
    by: by ?? requester,
    object: { id: source.id, name: titleOf(source) },
    counts: { records, created, changed, deleted, merged, rejected, pages },
    ...(error === undefined ? {} : { error, technical }),
    after: { created, changed, deleted, rejected },
    isAudited: isAudited && created + changed + deleted + rejected > 0,
  })
}
