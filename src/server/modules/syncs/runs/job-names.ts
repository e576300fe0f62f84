import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/define-job.ts'

/** Advances a run as far as one session allows. */
export const advanceJob = defineJob({
  name: 'sync.run',
  data: z.object({ clientId: z.uuid(), runId: z.uuid() }),
  retries: 5,
  retryDelay: 5,
  retryDelayMax: 300,
  onePerKey: true,
  isLong: true,
})
