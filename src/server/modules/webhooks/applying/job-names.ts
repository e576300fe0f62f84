import { z } from 'zod'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { defineJob } from '#server/platform/jobs/define-job.ts'

/** Applies what waits for one data source. A failure is retried; what waits is found again by the next job. */
export const applyJob = defineJob({
  name: 'webhooks.apply',
  data: z.object({ clientId: z.uuid(), dataSourceId: z.uuid() }),
  retries: 20,
  retryDelay: 2,
  retryDelayMax: 300,
  onePerKey: true,
  isLong: true,
})

/** In the transaction that makes something wait. */
export const wakeApplying = (
  tx: Tx,
  { enqueue }: Pick<Dispatcher, 'enqueue'>,
  source: { clientId: string; dataSourceId: string },
): Promise<void> => enqueue(tx, applyJob, source, { clientId: source.clientId, key: source.dataSourceId })
