import type { Tx } from '#server/platform/db/scope.ts'
import type { Context } from '#server/platform/http/context.ts'
import { record } from '../../acts/service.ts'
import { acts } from '../acts.ts'
import { hasLog } from '../queries.ts'
import { hasViewed, lockViewsOf } from './queries.ts'

const hour = 3_600_000

/**
 * Staff who see names open another account: its audit log records that, once per staff user and hour. If names are
 * masked, nothing is visible without a reason, which is recorded when it is given.
 */
export const recordStaffView = async (tx: Tx, context: Context, clientId: string): Promise<void> => {
  const { caller } = context
  if (!caller.isStaff || clientId === caller.clientId || context.masks(clientId)) return
  const view = { clientId, staffId: caller.userId, homeId: caller.clientId, since: new Date(Date.now() - hour) }
  // An unknown id must not start a log of its own.
  if ((await hasViewed(tx, view)) || !(await hasLog(tx, clientId))) return
  // Two concurrent calls are recorded once: the second one waits for the first, and checks again.
  await lockViewsOf(tx, view)
  if (!(await hasViewed(tx, view))) await record(tx, acts['staff.viewed'], { clientId, object: { id: clientId } })
}

/** The same for several accounts, in a fixed order to avoid deadlocks. */
export const recordStaffViews = async (tx: Tx, context: Context, clientIds: ReadonlySet<string>): Promise<void> => {
  for (const clientId of [...clientIds].toSorted()) await recordStaffView(tx, context, clientId)
}
