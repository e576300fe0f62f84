// The rows of runs, and the job that takes one on.
import { z } from 'zod'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { defineJob } from '#server/platform/jobs/define-job.ts'
import type { RunRef } from './queries.ts'

export { runOf, type Phase, type Viewer } from './model.ts'
export {
  cancelIdle,
  endRun,
  hasRun,
  insertRun,
  keepLease,
  noteWaiting,
  requestCancel,
  saveProgress,
  selectForgotten,
  selectLapsed,
  selectLastRequested,
  selectOpenRun,
  selectOpenRunAnywhere,
  selectRun,
  selectRuns,
  takeLease,
  type Progress,
  type RunJson,
  type RunRef,
  type RunRow,
} from './queries.ts'

export { resumeNow } from './resume-queries.ts'
export { deleteOldRuns, eraseRuns, moveCursors, renameActor } from './retention-queries.ts'

/** Takes a run as far as it gets in one session. */
export const advanceJob = defineJob({
  name: 'sync.run',
  data: z.object({ clientId: z.uuid(), runId: z.uuid() }),
  retries: 5,
  retryDelay: 5,
  retryDelayMax: 300,
  onePerKey: true,
  isLong: true,
})

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
