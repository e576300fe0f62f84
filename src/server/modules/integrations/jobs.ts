import { z } from 'zod'
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { defineJob, handleJob, type BoundJob } from '#server/platform/jobs/define-job.ts'
import type { Log } from '#server/platform/log.ts'
import { selectErasable } from './queries.ts'
import type { VendorApps } from './vendors/model.ts'
import { deleteOldAttempts } from './connect/consent/attempt-queries.ts'
import { subscribeToHooks } from './connect/subscribe.ts'
import { eraseJob, revokeJob, subscribeJob } from './job-names.ts'
import { eraseIntegration } from './disconnect/delete-data.ts'
import { revokeAccess } from './disconnect/revoke.ts'

const eraseDueJob = defineJob({ name: 'integration.erase_due', data: z.object({}), retries: 2, retryDelay: 60 })

const atOnce = 500

interface Parts {
  database: Database
  dispatcher: Dispatcher
  vendors: VendorApps
  log: Log
}

export const integrationJobs = ({ database, dispatcher, vendors, log }: Parts): BoundJob[] => {
  const sweep = (): Promise<void> =>
    database.asSystem('connecting: sources whose time is up', async (tx) => {
      await deleteOldAttempts(tx)
      for (const { client_id: clientId, id: integrationId } of await selectErasable(tx, atOnce))
        await dispatcher.enqueue(tx, eraseJob, { clientId, integrationId }, { clientId, key: integrationId })
    })
  return [
    handleJob(eraseJob, (ref, signal) => eraseIntegration({ database, dispatcher }, ref, signal)),
    handleJob(eraseDueJob, sweep, '23 * * * *'),
    handleJob(revokeJob, (work) => revokeAccess({ vendors, dispatcher, log }, work)),
    handleJob(subscribeJob, (ref) => subscribeToHooks(vendors, ref)),
  ]
}
