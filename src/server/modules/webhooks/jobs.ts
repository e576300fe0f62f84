import { z } from 'zod'
import { deliveriesKeptDays } from '#contract/webhooks/deliveries.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { firstIdAt } from '#server/platform/ids.ts'
import { defineJob, handleJob, type BoundJob } from '#server/platform/jobs/define-job.ts'
import { applyJob, wakeApplying } from './applying/job-names.ts'
import { applyWaiting, type ApplyingParts } from './applying/apply.ts'
import { eraseEnded } from './endpoints/erase.ts'
import { eraseEndpointJob } from './endpoints/job-names.ts'
import { deleteExpired, selectClients, selectForgotten } from './sweep-queries.ts'

const sweepJob = defineJob({ name: 'webhooks.sweep', data: z.object({}), retries: 1, retryDelay: 30 })
const purgeJob = defineJob({ name: 'webhooks.purge', data: z.object({}), retries: 1, retryDelay: 60, isLong: true })

const rowsAtOnce = 5000

/** What waits although no job is left that would apply it. */
const wakeForgotten = ({ database, dispatcher }: ApplyingParts): Promise<void> =>
  database.asSystem('webhooks: what waits too long', async (tx) => {
    for (const source of await selectForgotten(tx)) await wakeApplying(tx, dispatcher, source)
  })

const purge = async ({ database }: ApplyingParts, signal: AbortSignal): Promise<void> => {
  const now = new Date()
  const beforeId = firstIdAt(new Date(now.getTime() - deliveriesKeptDays * 86_400_000))
  const clients = await database.asSystem('webhooks: who has endpoints', selectClients)
  for (const clientId of clients) {
    let deleted = rowsAtOnce
    while (deleted >= rowsAtOnce) {
      signal.throwIfAborted()
      deleted = await database.asSystem('webhooks: delete what is over', (tx) =>
        deleteExpired(tx, { clientId, beforeId, now, limit: rowsAtOnce }),
      )
    }
  }
}

export const webhookJobs = (parts: ApplyingParts & { dispatcher: Dispatcher }): BoundJob[] => [
  handleJob(applyJob, (source, signal) => applyWaiting(parts, source, signal)),
  handleJob(eraseEndpointJob, (ref, signal) => eraseEnded(parts, ref, signal)),
  handleJob(sweepJob, () => wakeForgotten(parts), '* * * * *'),
  handleJob(purgeJob, (_data, signal) => purge(parts, signal), '17 * * * *'),
]
