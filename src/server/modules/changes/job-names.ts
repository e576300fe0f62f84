import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/define-job.ts'

/** Brings every follower of a client up to date. */
export const followJob = defineJob({
  name: 'changes.follow',
  data: z.object({ clientId: z.uuid() }),
  retries: 5,
  retryDelay: 5,
  retryDelayMax: 300,
  onePerKey: true,
  isLong: true,
})
