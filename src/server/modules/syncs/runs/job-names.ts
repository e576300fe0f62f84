import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/define-job.ts'

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
