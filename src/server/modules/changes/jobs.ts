import { z } from 'zod'
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { defineJob, handleJob, type BoundJob } from '#server/platform/jobs/define-job.ts'
import type { Log } from '#server/platform/log.ts'
import type { Follower } from './model.ts'
import { followJob, rebuildJob } from './job-names.ts'
import { selectBehind } from './queries.ts'
import { rebuildFollower, runFollowers } from './run-followers.ts'

const wakeJob = defineJob({ name: 'changes.wake', data: z.object({}), retries: 1, retryDelay: 30 })

interface Parts {
  database: Database
  dispatcher: Pick<Dispatcher, 'enqueue'>
  log: Log
  followers: readonly Follower[]
  /** How many clients are woken in one transaction. */
  clientsAtOnce?: number
}

/** For followers that are new in this version, and for those whose pause after a failure is over. */
export const wakeFollowers = async ({ database, dispatcher, followers, clientsAtOnce = 500 }: Parts): Promise<void> => {
  const names = followers.filter(({ hasTargets }) => !hasTargets).map(({ name }) => name)
  const wakeBatch = (after: string | undefined): Promise<string[]> =>
    database.asSystem('changes: who is behind', async (tx) => {
      const behind = await selectBehind(tx, names, { after, limit: clientsAtOnce })
      for (const clientId of behind) await dispatcher.enqueue(tx, followJob, { clientId }, { clientId, key: clientId })
      return behind
    })
  let batch = await wakeBatch(undefined)
  while (batch.length === clientsAtOnce) batch = await wakeBatch(batch.at(-1))
}

export const changeJobs = (parts: Parts): BoundJob[] => [
  handleJob(followJob, ({ clientId }, signal) => runFollowers(parts, clientId, signal)),
  handleJob(rebuildJob, (data, signal) => rebuildFollower(parts, data, signal)),
  handleJob(wakeJob, () => wakeFollowers(parts), '* * * * *'),
]
