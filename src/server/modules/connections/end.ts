import type { Connection } from '#contract/connections/connections.ts'
import { whoMay } from '#contract/kit/route.ts'
import { jsonText } from '#server/platform/db/json.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { record } from '../acts/service.ts'
import { lockClient, readClient } from '../clients/service.ts'
import { keptTotals } from '../totals/service.ts'
import { assertStillAllowed } from '../users/access/service.ts'
import { acts } from './acts.ts'
import { asTyped } from './agreements/show.ts'
import { sendWithdrawn } from './emails.ts'
import { actorOf, isInviter, refOf, requireTransition, type ConnectionRow } from './model.ts'
import { noteOnConnection, updateConnection } from './queries.ts'
import { totalsOfToday } from './sharing/totals.ts'
import { showConnection } from './show.ts'
import { checkVersion, lockSeen, moveSides, type Sides, type Work } from './sides.ts'

interface Canceling {
  id: string
  /** For staff: whose. */
  client_id?: string | undefined
  version?: number | undefined
  reason?: string | undefined
  /** The name of the other account, typed. */
  name?: string | undefined
  keepTotals?: boolean | undefined
}

/** Once something is shared, the other account's name is typed to confirm. */
const checkTyped = ({ state, partner_name: other }: ConnectionRow, name: string | undefined): void => {
  if (state !== 'IN_PROCESS' && state !== 'ACTIVE') return
  if (name === undefined || asTyped(name) !== asTyped(other))
    throw new AppError('VALIDATION_FAILED', { field: 'name', detail: `Type the name of the account exactly: ${other}` })
}

const clientOf = ({ caller }: Context, clientId: string | undefined): string => {
  if (clientId === undefined || clientId === caller.clientId) return caller.clientId
  if (caller.isStaff) return clientId
  throw new AppError('NOT_FOUND')
}

const checkReason = (caller: Caller, clientId: string, reason: string | undefined): void => {
  if (caller.clientId !== clientId && reason === undefined)
    throw new AppError('VALIDATION_FAILED', { field: 'reason', detail: 'Give a reason. We share it with both accounts.' })
}

/** Somebody who opened the link, but whose account we do not know, learns it from an email. */
const tellInvited = async ({ tx, dispatcher }: Work, { own, other }: Sides): Promise<void> => {
  if (own.state !== 'INVITED' || !isInviter(own) || other !== undefined || own.opened_at === null) return
  const { name } = await readClient(tx, own.client_id)
  await sendWithdrawn(tx, dispatcher, { row: own, account: name })
}

/** As the agency was told them, or could have been now: the end tells no more. */
const storeTotals = async ({ tx }: Work, { own, other }: Sides, by: string): Promise<void> => {
  if (own.side !== 'COMPANY' || by !== 'user')
    throw new AppError('VALIDATION_FAILED', { field: 'keepTotals', detail: 'Only the company decides whether totals are kept.' })
  if (own.state !== 'ACTIVE' || !other) return
  const { totals } = await totalsOfToday(tx, other)
  const kept_totals = jsonText(keptTotals(totals))
  for (const row of [own, other]) await noteOnConnection(tx, refOf(row), { kept_totals })
}

export const cancelConnection = (context: Context, dispatcher: Dispatcher, canceling: Canceling): Promise<Connection> => {
  const clientId = clientOf(context, canceling.client_id)
  const { reason } = canceling
  checkReason(context.caller, clientId, reason)
  return context.asSystem('connections: cancel', async (tx) => {
    await lockClient(tx, context.caller.clientId)
    const caller = await assertStillAllowed(tx, context.caller, { clientId, access: whoMay('connections', 'x') })
    const sides = await lockSeen(tx, caller, { clientId, connectionId: canceling.id })
    checkVersion(sides, canceling.version)
    const actor = actorOf(caller, sides.own)
    const transition = requireTransition(sides.own, 'cancel', actor)
    if (actor.kind === 'user') checkTyped(sides.own, canceling.name)
    const work = { tx, dispatcher, caller }
    await tellInvited(work, sides)
    if (canceling.keepTotals) await storeTotals(work, sides, actor.kind)
    const moved = await moveSides(work, sides, { act: 'connection.canceled', transition, reason, at: new Date() })
    return showConnection(tx, moved.own, caller)
  })
}

/** Leaves the list of one account; the other one keeps it. */
export const removeConnection = (context: Context, connectionId: string): Promise<{ removed: true }> =>
  context.asSystem('connections: remove from the list', async (tx) => {
    const { clientId } = context.caller
    await lockClient(tx, clientId)
    const caller = await assertStillAllowed(tx, context.caller, { clientId, access: whoMay('connections', 'd') })
    const { own } = await lockSeen(tx, caller, { clientId, connectionId })
    requireTransition(own, 'remove', actorOf(caller, own))
    const at = new Date()
    if (own.archived_at === null) {
      await updateConnection(tx, own, { archived_at: at }, at)
      await record(tx, acts['connection.removed'], { clientId, object: { id: own.id } })
    }
    return { removed: true }
  })
