// Runs, for other modules.
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { advanceJob } from './job-names.ts'
import type { RunRef } from './model.ts'
import { selectOpenRun } from './queries.ts'
import { updateActor } from './retention-queries.ts'

export const wakeRun = (
  tx: Tx,
  dispatcher: Pick<Dispatcher, 'enqueue'>,
  { clientId, runId, inSeconds, ...turn }: RunRef & { inSeconds?: number; isUrgent?: true; keepsPlace?: true },
): Promise<void> =>
  dispatcher.enqueue(
    tx,
    advanceJob,
    { clientId, runId },
    {
      clientId,
      key: runId,
      ...turn,
      ...(inSeconds === undefined || inSeconds <= 0 ? {} : { startAfterSeconds: Math.ceil(inSeconds) }),
    },
  )

/** Whether a run of the source is open. */
export const isRunning = async (tx: Tx, ref: { clientId: string; integrationId: string }): Promise<boolean> =>
  (await selectOpenRun(tx, ref.clientId, ref.integrationId)) !== undefined

/** Replaces the id of the user who started the runs. */
export const renameActor = (tx: Tx, clientId: string, names: { from: string; to: string }): Promise<void> =>
  updateActor(tx, clientId, names)
