import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/define-job.ts'

/** A probe without an answer runs again the next night. */
export const probeJob = defineJob({
  name: 'sync.probe',
  data: z.object({ clientId: z.uuid(), integrationId: z.uuid() }),
  retries: 1,
  retryDelay: 60,
  onePerKey: true,
})
