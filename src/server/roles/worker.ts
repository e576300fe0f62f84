import { poolJobs } from '#server/identity/jobs.ts'
import type { Identity } from '#server/identity/public.ts'
import { auditJobs } from '#server/modules/audit/jobs.ts'
import { changeJobs } from '#server/modules/changes/jobs.ts'
import type { Follower } from '#server/modules/changes/model.ts'
import { accountClosureJobs } from '#server/modules/account-closure/jobs.ts'
import { projectionFollower } from '#server/modules/connections/sharing/follower.ts'
import { connectionJobs } from '#server/modules/connections/jobs.ts'
import { integrationJobs } from '#server/modules/integrations/jobs.ts'
import { ledgerJobs } from '#server/modules/ledger/jobs.ts'
import type { VendorApps } from '#server/modules/integrations/vendors/model.ts'
import { notificationJobs } from '#server/modules/notifications/jobs.ts'
import { syncJobs } from '#server/modules/syncs/jobs.ts'
import { userJobs } from '#server/modules/users/jobs.ts'
import { webhookJobs } from '#server/modules/webhooks/jobs.ts'
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { idempotencyJobs } from '#server/platform/http/requests/idempotency.ts'
import type { BoundJob } from '#server/platform/jobs/define-job.ts'
import { liveJobs } from '#server/platform/live/hub.ts'
import type { Log } from '#server/platform/log.ts'
import { mailJobs } from '#server/platform/email/send-email.ts'

interface JobParts {
  database: Database
  identity: Identity
  dispatcher: Dispatcher
  vendors: VendorApps
  smtpUrl: string | undefined
  log: Log
  runLeaseSeconds: number | undefined
  followers: readonly Follower[] | undefined
}

/** All followers of the change log. */
const allFollowers = (dispatcher: Dispatcher): readonly Follower[] => [projectionFollower(dispatcher)]

/** Every kind of background job. Each process knows the list, so that each can enqueue jobs; workers also do them. */
export const allJobs = ({
  database,
  identity,
  dispatcher,
  vendors,
  smtpUrl,
  log,
  runLeaseSeconds,
  followers = allFollowers(dispatcher),
}: JobParts): BoundJob[] => [
  ...mailJobs(database, smtpUrl),
  ...liveJobs(database),
  ...idempotencyJobs(database),
  ...poolJobs(database, identity),
  ...userJobs(database, identity, dispatcher),
  ...accountClosureJobs({ database, dispatcher, vendors, log }),
  ...auditJobs(database, log),
  ...notificationJobs(database),
  ...syncJobs({ database, dispatcher, vendors, log, runLeaseSeconds }),
  ...integrationJobs({ database, dispatcher, vendors, log }),
  ...connectionJobs({ database, dispatcher, log }),
  ...webhookJobs({ database, dispatcher, log }),
  ...ledgerJobs({ database, log }),
  ...changeJobs({ database, dispatcher, log, followers }),
]
