import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/define-job.ts'

export const eraseJob = defineJob({
  name: 'integration.erase',
  data: z.object({ clientId: z.uuid(), integrationId: z.uuid() }),
  retries: 10,
  retryDelay: 30,
  retryDelayMax: 3600,
  onePerKey: true,
})

/** Asks the vendor to tell us of changes, where it has to be asked. */
export const subscribeJob = defineJob({
  name: 'integration.subscribe',
  data: z.object({ clientId: z.uuid(), integrationId: z.uuid() }),
  retries: 5,
  retryDelay: 30,
  retryDelayMax: 3600,
  onePerKey: true,
})
