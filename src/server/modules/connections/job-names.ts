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

/** Erases what an agency had of a company. */
export const purgeJob = defineJob({
  name: 'connections.purge',
  data: z.object({ connectionId: z.uuid(), companyId: z.uuid(), agencyId: z.uuid(), receiptId: z.uuid() }),
  retries: 20,
  retryDelay: 5,
  retryDelayMax: 600,
  onePerKey: true,
  isLong: true,
})
