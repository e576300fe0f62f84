import { z } from 'zod'
import { vendorType } from '#contract/integrations/providers.ts'
import { defineJob } from '#server/platform/jobs/define-job.ts'

export const eraseJob = defineJob({
  name: 'integration.erase',
  data: z.object({ clientId: z.uuid(), integrationId: z.uuid() }),
  retries: 10,
  retryDelay: 30,
  retryDelayMax: 3600,
  onePerKey: true,
})

/** Ends our access at the vendor. Each attempt is its own job, so that the last one is known as such. */
export const revokeJob = defineJob({
  name: 'integration.revoke',
  data: z.object({
    clientId: z.uuid(),
    integrationId: z.uuid(),
    grantId: z.uuid(),
    type: vendorType,
    login: z.string().nullable(),
    facts: z.record(z.string(), z.string()),
    attempt: z.int().min(0),
  }),
  retries: 5,
  retryDelay: 30,
  onePerKey: true,
  // A login may be an email address.
  keptFor: 3600,
})

/** Subscribes to the vendor's webhooks, where they have to be requested. */
export const subscribeJob = defineJob({
  name: 'integration.subscribe',
  data: z.object({ clientId: z.uuid(), integrationId: z.uuid() }),
  retries: 5,
  retryDelay: 30,
  retryDelayMax: 3600,
  onePerKey: true,
})
