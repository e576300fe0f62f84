import { poolJobs } from '#server/identity/jobs.ts'
import type { Identity } from '#server/identity/public.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { idempotencyJobs } from '#server/platform/http/idempotency.ts'
import type { BoundJob } from '#server/platform/jobs/define-job.ts'
import { liveJobs } from '#server/platform/live/hub.ts'
import { mailJobs } from '#server/platform/mail/post.ts'

/** Every kind of background work there is. Each process knows the list, so that each can hand work in; workers also do it. */
export const allJobs = (database: Database, identity: Identity, smtpUrl: string | undefined): BoundJob[] => [
  ...mailJobs(database, smtpUrl),
  ...liveJobs(database),
  ...idempotencyJobs(database),
  ...poolJobs(database, identity),
]
