import { z } from 'zod'
import { insertDays } from '#server/platform/audit/chain-queries.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { startAttempts } from '#server/platform/jobs/attempts.ts'
import { defineJob, handleJob, type BoundJob } from '#server/platform/jobs/define-job.ts'
import type { Log } from '#server/platform/log.ts'
import { moveReads } from './move.ts'
import { selectWaiting, type WaitingRef } from './queries.ts'

const moveJob = defineJob({ name: 'ledger.move', data: z.object({}), retries: 1, retryDelay: 20 })

const dayJob = defineJob({ name: 'ledger.day', data: z.object({}), retries: 5, retryDelay: 60 })

interface Parts {
  database: Database
  log: Log
}

const atOnce = 500

/** What agencies read reaches the ledgers of the companies; each connection by itself. */
export const moveAll = async ({ database, log }: Parts, signal: AbortSignal): Promise<void> => {
  const { attempt, assertNoneFailed } = startAttempts(log, moveJob.name)
  const readBatch = (after: WaitingRef | undefined) =>
    database.asSystem('ledger: which reads are not moved yet', (tx) => selectWaiting(tx, after, atOnce))
  const moveOne = async (waiting: WaitingRef): Promise<void> => {
    const next = () => database.asSystem('ledger: move what was read to its company', (tx) => moveReads(tx, waiting))
    while (!signal.aborted && (await next()) > 0);
  }
  let batch = await readBatch(undefined)
  while (batch.length > 0) {
    for (const waiting of batch) {
      signal.throwIfAborted()
      await attempt({ ...waiting }, () => moveOne(waiting))
    }
    batch = batch.length < atOnce ? [] : await readBatch(batch.at(-1))
  }
  assertNoneFailed()
}

export const ledgerJobs = (parts: Parts): BoundJob[] => [
  handleJob(moveJob, (_data, signal) => moveAll(parts, signal), '* * * * *'),
  handleJob(
    dayJob,
    async () => {
      const noted = await parts.database.asSystem('ledger: note where each one ends today', (tx) =>
        insertDays(tx, 'ledger', systemClock.now()),
      )
      parts.log.info({ noted }, 'the ends of the ledgers were noted')
    },
    '58 23 * * *',
  ),
]
