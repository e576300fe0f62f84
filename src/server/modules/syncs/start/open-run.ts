// Opening a run hands its work in, in the same transaction.
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

interface Wanted {
  clientId: string
  integrationId: string
  kind: Run['kind']
  origin: Run['origin']
  actor: string | null
}

/** Opens a run and hands its work in; undefined: one is under way already. */
export const openRun = async (tx: Tx, dispatcher: Pick<Dispatcher, 'enqueue'>, wanted: Wanted): Promise<string | undefined> => {
  const id = newId()
  const isWhole = wanted.kind !== 'incremental'
  // Whoever writes a source and its run takes the source first, or two would wait for each other.
  if (isWhole) await lockIntegration(tx, wanted)
  if (!(await insertRun(tx, { ...wanted, id }))) return undefined
  if (isWhole) await settleOwed(tx, wanted)
  await wakeRun(tx, dispatcher, { clientId: wanted.clientId, runId: id })
  await record(tx, acts['sync.opened'], { clientId: wanted.clientId })
  return id
}
