import { z } from 'zod'
import { insertDays } from '#server/platform/audit/chain-queries.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { defineJob, handleJob, type BoundJob } from '#server/platform/jobs/define-job.ts'
import type { Log } from '#server/platform/log.ts'
import { selectDigest } from './verify/queries.ts'

const noteDay = defineJob({ name: 'audit.day', data: z.object({}), retries: 5, retryDelay: 60 })

export const auditJobs = (database: Database, log: Log): BoundJob[] => [
  handleJob(
    noteDay,
    async () => {
      const { noted, digest } = await database.asSystem('audit: note where each log ends today', async (tx) => ({
        noted: await insertDays(tx, 'audit', systemClock.now()),
        digest: await selectDigest(tx),
      }))
      log.info({ noted, digest }, 'the ends of the audit logs were noted')
    },
    '57 23 * * *',
  ),
]
