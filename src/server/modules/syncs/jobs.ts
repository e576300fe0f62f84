import { z } from 'zod'
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { startAttempts } from '#server/platform/jobs/attempts.ts'
import { defineJob, handleJob, type BoundJob } from '#server/platform/jobs/define-job.ts'
import type { Log } from '#server/platform/log.ts'
import { deleteOldPayloads } from '../crm/deletion/service.ts'
import { claimDue, listDue } from '../integrations/schedule/service.ts'
import { wakeRun } from './runs/service.ts'
import { advanceJob } from './runs/job-names.ts'
import { selectForgotten, selectRun } from './runs/queries.ts'
import { deleteOldRuns } from './runs/retention-queries.ts'
import { deleteIdleBudgets } from '../integrations/vendors/service.ts'
import type { VendorApps } from '../integrations/vendors/model.ts'
import { advanceRun, wakeLater } from './engine/advance.ts'
import type { Engine } from './engine/run/taken-run.ts'
import { openRun } from './start/open-run.ts'
import { healthJobs } from './health/probe.ts'
import { deleteOldWebhookEvents, forgetRejectedPayloads } from './queries.ts'
import { settlingJobs } from './settle-stages.ts'

const clockJob = defineJob({ name: 'sync.clock', data: z.object({}), retries: 1, retryDelay: 10 })
const tidyJob = defineJob({ name: 'sync.tidy', data: z.object({}), retries: 2, retryDelay: 60 })

const atOnce = 500

interface SyncParts {
  database: Database
  dispatcher: Dispatcher
  vendors: VendorApps
  log: Log
  /** How long a silent worker keeps its lease. */
  runLeaseSeconds?: number | undefined
}

const engineOf = ({ runLeaseSeconds = 20, ...parts }: SyncParts): Engine => ({
  ...parts,
  leaseSeconds: runLeaseSeconds,
  sessionMs: 4 * 60_000,
})

/** One source that fails keeps back neither the others nor lost runs. It is tried again by the clock itself, a minute later. */
const clock =
  ({ database, dispatcher, log }: SyncParts) =>
  async (): Promise<void> => {
    const { attempt } = startAttempts(log, clockJob.name)
    const due = await database.asSystem('syncs: what the clock says is due', (tx) => listDue(tx, atOnce))
    for (const ref of due)
      await attempt({ ...ref }, () =>
        database.inClient(ref.clientId, async (tx) => {
          if (await claimDue(tx, ref))
            await openRun(tx, dispatcher, { ...ref, kind: 'incremental', origin: 'schedule', actor: null })
        }),
      )
    const forgotten = await database.asSystem('syncs: runs whose work was lost', (tx) => selectForgotten(tx, atOnce))
    for (const { client_id: clientId, id: runId } of forgotten)
      await attempt({ clientId, runId }, () => database.inClient(clientId, (tx) => wakeRun(tx, dispatcher, { clientId, runId })))
  }

export const syncJobs = (parts: SyncParts): BoundJob[] => {
  const engine = engineOf(parts)
  const advance = async (ref: { clientId: string; runId: string }, signal: AbortSignal): Promise<void> => {
    if (await advanceRun(engine, ref, signal)) return
    const run = await parts.database.inClient(ref.clientId, (tx) => selectRun(tx, ref))
    if (run?.status === 'running') await wakeLater(engine, ref, run.lease_until)
  }
  /** Each step runs independently: one that fails does not delay the others. The one that may take long comes last. */
  const tidy = async (_data: object, signal: AbortSignal): Promise<void> => {
    const { attempt, assertNoneFailed } = startAttempts(parts.log, tidyJob.name)
    const forgetting = { deleteOldWebhookEvents, forgetRejectedPayloads, deleteOldRuns, deleteIdleBudgets }
    for (const [part, forget] of Object.entries(forgetting))
      await attempt({ part }, () => parts.database.asSystem('syncs: forget what is no longer needed', forget))
    await attempt({ part: 'deleteOldPayloads' }, () => deleteOldPayloads(parts.database, { signal, attempt }))
    assertNoneFailed()
  }
  return [
    handleJob(advanceJob, advance),
    handleJob(clockJob, clock(parts), '* * * * *'),
    handleJob(tidyJob, tidy, '17 4 * * *'),
    ...healthJobs(parts),
    ...settlingJobs(parts),
  ]
}
