import { z } from 'zod'
import type { Database, Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { startAttempts } from '#server/platform/jobs/attempts.ts'
import { defineJob, handleJob, type BoundJob } from '#server/platform/jobs/define-job.ts'
import type { Log } from '#server/platform/log.ts'
import { deleteOldRequests } from '../clients/requests/service.ts'
import type { VendorApps } from '../integrations/vendors/model.ts'
import { revokeEverything } from '../integrations/vendors/service.ts'
import { discardOldGuest, listOldGuests } from '../users/invitations/service.ts'
import { beginErasing, countKnown, eraseRows, finishErasing, abandonedAfter, isAboutUsers, releaseUsers } from './deletion.ts'
import { selectDue, selectAbandoned } from './queries.ts'

const eraseDue = defineJob({ name: 'closing.erase', data: z.object({}), retries: 3, retryDelay: 60 })

const eraseClient = defineJob({
  name: 'closing.erase_client',
  /** Users are deleted after the identity provider has deleted their sign-ins; each further round checks that. */
  data: z.object({ clientId: z.uuid(), round: z.int().default(0) }),
  retries: 10,
  retryDelay: 10,
  retryDelayMax: 3600,
  onePerKey: true,
})

const atOnce = 1000
const roundsMax = 12

interface Parts {
  database: Database
  dispatcher: Dispatcher
  vendors: VendorApps
  log: Log
}

export const accountClosureJobs = ({ database, dispatcher, vendors, log }: Parts): BoundJob[] => {
  /** Each part and each account by itself: one that fails keeps back none of the others. */
  const sweep = async (): Promise<void> => {
    const { attempt, assertNoneFailed } = startAttempts(log, eraseDue.name)
    const list = async <T>(part: string, select: (tx: Tx) => Promise<T[]>): Promise<T[]> =>
      (await attempt({ part }, () => database.asSystem('closing: whose time is up', select))) ?? []

    for (const { clientId, userId } of await list('guests', listOldGuests))
      await attempt({ part: 'guest', clientId, userId }, () =>
        database.asSystem('closing: a guest whom nobody agreed to invite', (tx) => discardOldGuest(tx, { clientId, userId })),
      )
    await attempt({ part: 'requests' }, () => database.asSystem('closing: requests that nobody answered', deleteOldRequests))
    const due = await list('due', (tx) => selectDue(tx, atOnce))
    const abandoned = await list('abandoned', (tx) => selectAbandoned(tx, new Date(Date.now() - abandonedAfter), atOnce))
    for (const clientId of [...due, ...abandoned])
      await attempt({ part: 'account', clientId }, () =>
        database.asSystem('closing: an account whose time is up', (tx) =>
          dispatcher.enqueue(tx, eraseClient, { clientId }, { clientId, key: clientId }),
        ),
      )
    assertNoneFailed()
  }

  /** After this many rounds it waits until the next day. */
  const enqueueNextRound = async (clientId: string, round: number): Promise<void> => {
    if (round > roundsMax) return
    await database.asSystem('closing: look again for people who are left', (tx) =>
      dispatcher.enqueue(tx, eraseClient, { clientId, round }, { clientId, key: clientId, startAfterSeconds: 2 ** (round - 1) }),
    )
  }

  const erase = async ({ clientId, round }: { clientId: string; round: number }, signal: AbortSignal): Promise<void> => {
    if (!(await beginErasing(database, dispatcher, clientId))) return
    await revokeEverything(vendors, clientId, { signal, log })
    await eraseRows(database, clientId, { signal, which: (table) => !isAboutUsers(table) })
    if (round === 0) await releaseUsers(database, dispatcher, clientId)
    if ((await countKnown(database, clientId)) > 0) return enqueueNextRound(clientId, round + 1)
    await eraseRows(database, clientId, { signal, which: () => true })
    await finishErasing(database, clientId)
  }

  return [handleJob(eraseDue, sweep, '37 3 * * *'), handleJob(eraseClient, erase)]
}
