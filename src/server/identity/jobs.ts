import { z } from 'zod'
import { systemClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { defineJob, handleJob, type BoundJob } from '#server/platform/jobs/define-job.ts'
import { cleanPool } from './clean.ts'

const clean = defineJob({ name: 'identity.clean', data: z.object({}), retries: 2, retryDelay: 60 })

export const poolJobs = (database: Database): BoundJob[] => [
  handleJob(
    clean,
    async () => {
      await cleanPool(database, systemClock)
    },
    '23 * * * *',
  ),
]
