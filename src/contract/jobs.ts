import { z } from 'zod'
import { id, instant, listOf, pageQuery } from './kit/common.ts'
import { defineRoute, whoMay } from './kit/route.ts'

const failedJob = z
  .object({
    id,
    job: z.string(),
    clientId: z.string().nullable(),
    reason: z.string(),
    attempts: z.int(),
    failedAt: instant,
  })
  .meta({ id: 'FailedJob' })

export const listFailedJobs = defineRoute({
  name: 'listFailedJobs',
  api: 'agencies',
  method: 'GET',
  path: '/jobs/failed',
  summary: 'List background jobs that failed after their last retry, newest first.',
  access: whoMay('internal', 'r'),
  query: pageQuery.strict(),
  reply: { status: 200, body: listOf(failedJob) },
})

export const retryFailedJob = defineRoute({
  name: 'retryFailedJob',
  api: 'agencies',
  method: 'POST',
  path: '/jobs/failed/{id}/retry',
  summary: 'Retry a failed background job.',
  access: whoMay('internal', 'x'),
  params: z.object({ id }),
  reply: { status: 202, body: z.object({ queued: z.literal(true) }) },
  errors: ['NOT_FOUND'],
})

export type FailedJob = z.infer<typeof failedJob>
