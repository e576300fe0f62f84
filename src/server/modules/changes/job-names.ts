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

/** Rebuilds one target of a follower, which may take long. One that fails has a pause of its own. */
export const rebuildJob = defineJob({
  name: 'changes.rebuild',
  data: z.object({ clientId: z.uuid(), name: z.string() }),
  retries: 0,
  retryDelay: 0,
  onePerKey: true,
  isLong: true,
})
