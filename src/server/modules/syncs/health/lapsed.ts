// Runs whose worker has died: the queue notices that by itself, but only after its own time. Every worker looks for them.
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

/** Until it is stopped. Whoever takes such a run takes its lease first, so that nobody works on it twice. */
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
