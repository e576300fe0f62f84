import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/define-job.ts'

/** Erases what came through an endpoint that has ended, and the endpoint. */
export const eraseEndpointJob = defineJob({
  name: 'webhooks.erase',
  data: z.object({ clientId: z.uuid(), endpointId: z.uuid() }),
  retries: 20,
  retryDelay: 5,
  retryDelayMax: 600,
  onePerKey: true,
  isLong: true,
})
