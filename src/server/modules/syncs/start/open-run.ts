// Opens a run and enqueues its job in the same transaction.
import type { Run } from '#contract/syncs/runs.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { newId } from '#server/platform/ids.ts'
import { record } from '../../acts/service.ts'
import { acts } from '../acts.ts'
import { lockIntegration } from '../../integrations/service.ts'
import { settleOwed } from '../../integrations/schedule/service.ts'
import { wakeRun } from '../runs/service.ts'
import { insertRun } from '../runs/queries.ts'

interface RunParams {
  clientId: string
  integrationId: string
  kind: Run['kind']
  origin: Run['origin']
  actor: string | null
}

/** Opens a run and enqueues its job. Undefined: a run is already open. */
export const openRun = async (
  tx: Tx,
  dispatcher: Pick<Dispatcher, 'enqueue'>,
  params: RunParams,
): Promise<string | undefined> => {
  const id = newId()
  const isFullRead = params.kind !== 'incremental'
  // The source is locked before its run, as everywhere, to avoid deadlocks.
  if (isFullRead) await lockIntegration(tx, params)
  if (!(await insertRun(tx, { ...params, id }))) return undefined
  if (isFullRead) await settleOwed(tx, params)
  await wakeRun(tx, dispatcher, { clientId: params.clientId, runId: id })
  await record(tx, acts['sync.opened'], { clientId: params.clientId })
  return id
}
