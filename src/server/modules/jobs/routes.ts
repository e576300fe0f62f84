import { listFailedJobs, retryFailedJob } from '#contract/jobs.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import type { Queue } from '#server/platform/jobs/queue.ts'
import * as jobs from './service.ts'

export const jobRoutes = (database: Database, queue: Queue): Served[] => [
  serve(listFailedJobs, ({ query }) => jobs.listFailedJobs(database, query)),
  serve(retryFailedJob, ({ params }) => jobs.retryFailedJob(database, queue, params.id)),
]
