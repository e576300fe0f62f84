import { z } from 'zod'
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { defineJob, handleJob, type BoundJob } from '#server/platform/jobs/define-job.ts'
import type { Log } from '#server/platform/log.ts'
import type { Follower } from './model.ts'
import { followJob } from './job-names.ts'
import { selectBehind } from './queries.ts'
import { runFollowers } from './run-followers.ts'

const wakeJob = defineJob({ name: 'changes.wake', data: z.object({}), retries: 1, retryDelay: 30 })

const clientsAtOnce = 500

interface Parts {
  database: Database
  dispatcher: Pick<Dispatcher, 'enqueue'>
  log: Log
  followers: readonly Follower[]
}

/** For followers that are new in this version, and for those whose job failed finally. */
export const wakeFollowers = ({ database, dispatcher, followers }: Parts): Promise<void> =>
  database.asSystem('changes: who is behind', async (tx) => {
    const names = followers.map(({ name }) => name)
    for (const clientId of await selectBehind(tx, names, clientsAtOnce))
      await dispatcher.enqueue(tx, followJob, { clientId }, { clientId, key: clientId })
  })

export const changeJobs = (parts: Parts): BoundJob[] => [
  handleJob(followJob, ({ clientId }, signal) => runFollowers(parts, clientId, signal)),
  handleJob(wakeJob, () => wakeFollowers(parts), '*/5 * * * *'),
]
