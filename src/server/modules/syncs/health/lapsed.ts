// Finds runs whose worker has died. The queue would notice too, but only after its own timeout, so every worker checks.
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import type { Log } from '#server/platform/log.ts'
import { wakeRun } from '../runs/service.ts'
import { selectLapsed } from '../runs/queries.ts'

const lookEvery = 2000
const atOnce = 100

interface Parts {
  database: Database
  dispatcher: Pick<Dispatcher, 'enqueue'>
  log: Log
}

const wakeLapsed = ({ database, dispatcher }: Parts): Promise<void> =>
  database.asSystem('syncs: runs whose worker has died', async (tx) => {
    for (const { client_id: clientId, id: runId } of await selectLapsed(tx, atOnce))
      await wakeRun(tx, dispatcher, { clientId, runId, isUrgent: true })
  })

/** Runs until it is stopped. A worker takes the lease first, so no run is processed twice. */
export const watchLapsedRuns = (parts: Parts): (() => Promise<void>) => {
  let looking: Promise<void> = Promise.resolve()
  let isStopped = false
  const look = async (): Promise<void> => {
    await wakeLapsed(parts).catch((error: Error) =>
      parts.log.warn({ reason: error.message }, 'lapsed runs could not be looked for'),
    )
    if (!isStopped) timer = next()
  }
  const next = () => setTimeout(() => void (looking = look()), lookEvery).unref()
  let timer = next()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await looking
  }
}
