// Repairs sources that were read by older versions, which stored stage changes twice and left deleted contacts in
// lists. Runs once per source, in batches.
import { z } from 'zod'
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { defineJob, handleJob, type BoundJob } from '#server/platform/jobs/define-job.ts'
import { settleOldStages } from '../crm/service.ts'
import { removeMembersOfDeleted } from '../crm/deletion/service.ts'
import { markStagesSettled, listStagesToSettle } from '../integrations/health/service.ts'
import { dataSourceOf, type IntegrationRef } from '../integrations/model.ts'

const settleJob = defineJob({ name: 'sync.settle_stages', data: z.object({}), retries: 1, retryDelay: 60 })

const sourcesAtOnce = 50
const opportunitiesAtOnce = 500
const contactsAtOnce = 1000

interface Parts {
  database: Database
  dispatcher: Pick<Dispatcher, 'enqueue'>
}

const settleSource = async ({ database, dispatcher }: Parts, ref: IntegrationRef, signal: AbortSignal): Promise<void> => {
  const source = { ...dataSourceOf(ref), dispatcher }
  let after: string | null = null
  do {
    signal.throwIfAborted()
    after = await database.inClient(ref.clientId, (tx) => settleOldStages(tx, source, after, opportunitiesAtOnce))
  } while (after !== null)
  while ((await database.inClient(ref.clientId, (tx) => removeMembersOfDeleted(tx, source, contactsAtOnce))) > 0)
    signal.throwIfAborted()
  await database.asSystem('syncs: the stages of a source are settled', (tx) => markStagesSettled(tx, ref))
}

export const settlingJobs = (parts: Parts): BoundJob[] => [
  handleJob(
    settleJob,
    async (_data, signal) => {
      const sources = await parts.database.asSystem('syncs: whose stages are not settled', (tx) =>
        listStagesToSettle(tx, sourcesAtOnce),
      )
      for (const ref of sources) await settleSource(parts, ref, signal)
    },
    '*/5 * * * *',
  ),
]
