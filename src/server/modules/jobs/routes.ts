import { listFailedJobs, retryFailedJob } from '#contract/jobs.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import type { Queue } from '#server/platform/jobs/queue.ts'
import * as jobs from './service.ts'

export const jobRoutes = (queue: Queue): Served[] => [
  serve(listFailedJobs, ({ query }, context) => jobs.listFailedJobs(context, query)),
  serve(retryFailedJob, ({ params }, context) => jobs.retryFailedJob(context, queue, params.id)),
]
