import type { Tx } from '#server/platform/db/scope.ts'
import type { Context } from '#server/platform/http/context.ts'
import { record } from '../../acts/service.ts'
import { acts } from '../acts.ts'
import { hasLog } from '../queries.ts'
import { hasViewed, lockViewsOf } from './queries.ts'

const hour = 3_600_000

/**
 * Staff who see names open the account of others: its audit log says so, once per staff user and hour. Where names are masked nothing is
 * seen without a reason, which is recorded when it is given.
 */
export const recordStaffView = async (tx: Tx, context: Context, clientId: string): Promise<void> => {
  const { caller } = context
  if (!caller.isStaff || clientId === caller.clientId || context.masks(clientId)) return
  const view = { clientId, staffId: caller.userId, homeId: caller.clientId, since: new Date(Date.now() - hour) }
  // An id that no account has must not become a log of its own.
  if ((await hasViewed(tx, view)) || !(await hasLog(tx, clientId))) return
  // Two calls at the same time are recorded once: the second one waits for the first, and looks again.
  await lockViewsOf(tx, view)
  if (!(await hasViewed(tx, view))) await record(tx, acts['staff.viewed'], { clientId, object: { id: clientId } })
}
