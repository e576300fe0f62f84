import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/define-job.ts'

/** Ends the connections of an account that is being closed. */
export const endAllJob = defineJob({
  name: 'connections.end_all',
  data: z.object({ clientId: z.uuid() }),
  retries: 5,
  retryDelay: 10,
  onePerKey: true,
})
