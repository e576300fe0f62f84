import type { Connection, listConnections as listRoute } from '#contract/connections/connections.ts'
import type { Input } from '#contract/kit/route.ts'
import type { AccountType } from '#contract/users/permissions.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { recordStaffView } from '../audit/staff-views/service.ts'
import { record } from '../acts/service.ts'
import { readClient } from '../clients/service.ts'
import { acts } from './acts.ts'
import { isSeenBy, refOf, type ConnectionRef } from './model.ts'
import { markConnection, selectConnection, selectConnections } from './queries.ts'
import { lockSides } from './sides.ts'
import { showConnection, showConnections } from './show.ts'

interface Sight {
  clientId: string
  side: AccountType
}

/** In the caller's own account, or for staff in the given one. */
export const view = <T>(context: Context, wanted: string | undefined, look: (tx: Tx, sight: Sight) => Promise<T>): Promise<T> => {
  const { caller } = context
  if (wanted === undefined || wanted === caller.clientId)
    return context.inClient((tx) => look(tx, { clientId: caller.clientId, side: caller.accountType }))
  if (!caller.isStaff) throw new AppError('NOT_FOUND')
  return context.asStaff('connections: look at those of an account', async (tx) => {
    const { type } = await readClient(tx, wanted)
    await recordStaffView(tx, context, wanted)
    return look(tx, { clientId: wanted, side: type })
  })
}

interface ConnectionList {
  items: Connection[]
  total: number
  counts: Record<'sharing' | 'waiting' | 'ended', number>
}

export const listConnections = (
  context: Context,
  { side: asked, status, group, search, page, size, client_id: clientId }: Input<typeof listRoute>['query'],
): Promise<ConnectionList> =>
  view(context, clientId, async (tx, sight) => {
    const { caller } = context
    const side = asked ?? sight.side
    const filter = { side, status, group, search, caller, isByNameOnly: sight.clientId !== caller.clientId }
    const { rows, total, counts } = await selectConnections(tx, sight.clientId, filter, { page, size })
    return { items: await showConnections(tx, rows, caller), total, counts }
  })

/** A user of the agency opened what was submitted: from now on both sides read that it is in review. */
const startReview = (context: Context, ref: ConnectionRef): Promise<void> =>
  context.asSystem('connections: start a review', async (tx) => {
    const { own, other } = await lockSides(tx, ref)
    if (own.state !== 'SUBMITTED' || own.review_started_at !== null) return
    const at = new Date()
    for (const row of [own, ...(other ? [other] : [])]) {
      await markConnection(tx, refOf(row), 'review_started_at', at)
      await record(tx, acts['connection.review_started'], { clientId: row.client_id })
    }
  })

const isToReview = (row: Connection): boolean =>
  row.side === 'AGENCY' && row.state === 'SUBMITTED' && row.reviewStartedAt === null

export const getConnection = async (context: Context, id: string, clientId: string | undefined): Promise<Connection> => {
  const found = await findConnection(context, id, clientId)
  const ref = { clientId: context.caller.clientId, connectionId: id }
  if (!isToReview(found) || (clientId !== undefined && clientId !== ref.clientId)) return found
  await startReview(context, ref)
  return findConnection(context, id, clientId)
}

const findConnection = (context: Context, id: string, clientId: string | undefined): Promise<Connection> =>
  view(context, clientId, async (tx, sight) => {
    const row = await selectConnection(tx, { clientId: sight.clientId, connectionId: id })
    if (!row || !isSeenBy(context.caller, row)) throw new AppError('NOT_FOUND')
    return showConnection(tx, row, context.caller)
  })
