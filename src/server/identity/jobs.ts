import { z } from 'zod'
import { systemClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { defineJob, handleJob, type BoundJob } from '#server/platform/jobs/define-job.ts'
import { cleanPool } from './clean.ts'
import type { Identity } from './public.ts'

const clean = defineJob({ name: 'identity.clean', data: z.object({}), retries: 2, retryDelay: 60 })
const rotate = defineJob({ name: 'identity.rotate', data: z.object({}), retries: 2, retryDelay: 60 })

const keysLastFor = 90 * 86_400_000

export const poolJobs = (database: Database, identity: Identity): BoundJob[] => [
  handleJob(
    clean,
    async () => {
      await cleanPool(database, systemClock)
    },
    '*/10 * * * *',
  ),
  handleJob(
    rotate,
    async () => {
      await identity.rotateKeys?.(keysLastFor)
    },
    '47 3 * * *',
  ),
]
