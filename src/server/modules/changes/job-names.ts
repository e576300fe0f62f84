import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/define-job.ts'

/** Brings every follower of a client up to date. A follower that fails has a pause of its own, so the job is not retried. */
export const followJob = defineJob({
  name: 'changes.follow',
  data: z.object({ clientId: z.uuid() }),
  retries: 0,
  retryDelay: 0,
  onePerKey: true,
  isLong: true,
})
