// The rows of runs: opening one hands the work in, in the same transaction.
import { z } from 'zod'
import type { Run } from '#contract/runs.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Desk } from '#server/platform/desk.ts'
import { newId } from '#server/platform/ids.ts'
import { defineJob } from '#server/platform/jobs/define-job.ts'
import { publish } from '#server/platform/live/hub.ts'
import * as queries from './queries.ts'
import { holdSource, settleOwed } from './schedule-queries.ts'

export { runOf, type Phase, type Viewer } from './shape.ts'
export {
  cancelIdle,
  endRun,
  keepLease,
  noteWaiting,
  requestCancel,
  saveProgress,
  selectForgotten,
  selectLastAsked,
  selectOpenRun,
  selectOpenRunAnywhere,
  selectRun,
  selectRuns,
  takeLease,
  type Progress,
  type RunPlace,
  type RunRow,
} from './queries.ts'
export { claimDue, scheduleNext, selectDue, selectReadable } from './schedule-queries.ts'

/** Takes a run as far as it gets in one sitting. */
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
  desk: Pick<Desk, 'enqueue'>,
  { clientId, runId, inSeconds }: { clientId: string; runId: string; inSeconds?: number },
): Promise<void> =>
  desk.enqueue(
    tx,
    advanceJob,
    { clientId, runId },
    {
      clientId,
      key: runId,
      ...(inSeconds === undefined || inSeconds <= 0 ? {} : { startAfterSeconds: Math.ceil(inSeconds) }),
    },
  )

interface Wanted {
  clientId: string
  integrationId: string
  kind: Run['kind']
  origin: Run['origin']
  actor: string | null
}

/** Opens a run and hands its work in; undefined: one is under way already. */
export const openRun = async (tx: Tx, desk: Pick<Desk, 'enqueue'>, wanted: Wanted): Promise<string | undefined> => {
  const id = newId()
  const isWhole = wanted.kind !== 'incremental'
  if (isWhole) await holdSource(tx, wanted)
  if (!(await queries.insertRun(tx, { ...wanted, id }))) return undefined
  if (isWhole) await settleOwed(tx, wanted)
  await wakeRun(tx, desk, { clientId: wanted.clientId, runId: id })
  await publish(tx, wanted.clientId, 'syncs')
  return id
}
