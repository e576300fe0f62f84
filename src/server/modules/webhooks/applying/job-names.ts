import { z } from 'zod'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { defineJob } from '#server/platform/jobs/define-job.ts'

export const applyJob = defineJob({
  name: 'webhooks.apply',
  data: z.object({ clientId: z.string(), dataSourceId: z.string() }),
  retries: 20,
  retryDelay: 2,
  retryDelayMax: 300,
  onePerKey: true,
})

export const wakeApplying = (
  tx: Tx,
  { enqueue }: Pick<Dispatcher, 'enqueue'>,
  source: { clientId: string; dataSourceId: string },
): Promise<void> => enqueue(tx, applyJob, source, { clientId: source.clientId, key: source.dataSourceId })
