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
