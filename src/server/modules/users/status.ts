import { whoMay, whoMayOrOwn } from '#contract/route.ts'
import type { User } from '#contract/users.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { activatePending, dropRequest } from '../clients/service.ts'
import { actOn, keepAdmins, readAgain, notifyAdmins, recordUserEvent, type ActionContext } from './acts.ts'
import { checkReason, isElsewhere } from './grant-role.ts'
import { discardGuest } from './pending-invitations.ts'
import { clearJob, resetJob, settleJob } from './jobs.ts'
import { sendFactorsClearedEmail, sendRemovedEmail, sendRestoredEmail, sendSuspendedEmail } from './emails.ts'
import { updateStatus, type UserRow, type Status } from './queries.ts'
import { addressFreeAt } from './release-time.ts'
import { countTraces, deleteBelongings } from './removal-queries.ts'
import { checkNotPending, checkRank, nextStatus, ownStatus } from './rules.ts'
import { isPendingApproval, isOwner, userRef, statusOf, toUser } from './mapper.ts'

interface StatusChange {
  userId: string
  status: 'INVITED' | 'ACTIVE' | 'SUSPENDED'
  reason?: string | undefined
}

/** The row counts from the next call on; the identity provider follows. */
const move = async (ctx: ActionContext, dispatcher: Dispatcher, status: Status): Promise<UserRow> => {
  const place = userRef(ctx.person)
  await updateStatus(ctx.tx, place, status)
  if ((status !== 'ACTIVE' || statusOf(ctx.person) !== 'INVITED') && !isPendingApproval(ctx.person))
    await dispatcher.enqueue(ctx.tx, settleJob, place, { clientId: place.clientId })
  return readAgain(ctx)
}

const join = async (ctx: ActionContext, dispatcher: Dispatcher): Promise<UserRow> => {
  const after = await move(ctx, dispatcher, 'ACTIVE')
  const begun = isOwner(after) ? await activatePending(ctx.tx, after.client_id) : undefined
  if (begun) ctx.note(begun)
  await recordUserEvent(ctx, 'user.joined', { after })
  await notifyAdmins(ctx, dispatcher, { kind: 'user.joined', after })
  return after
}

const changeOther = async (ctx: ActionContext, dispatcher: Dispatcher, { status, reason }: StatusChange): Promise<UserRow> => {
  const { tx, caller, person } = ctx
  // The owner is protected from everybody, whatever their rank, and that is what they are told.
  if (!isOwner(person)) checkRank(caller, person)
  if (isElsewhere(caller, person.client_id)) {
    checkReason(reason)
    checkNotPending(person)
  }
  const next = nextStatus(person, status)
  const isSuspended = next === 'SUSPENDED'
  if (isSuspended) await keepAdmins(ctx)
  const after = await move(ctx, dispatcher, next)
  const kind = isSuspended ? 'user.suspended' : 'user.restored'
  await recordUserEvent(ctx, kind, { after, reason })
  await notifyAdmins(ctx, dispatcher, { kind, after, reason })
  if (!isPendingApproval(person)) await (isSuspended ? sendSuspendedEmail : sendRestoredEmail)(tx, dispatcher, person, reason)
  return after
}

/** People take up their own invitation; admins suspend and restore others. */
export const changeStatus = (context: Context, dispatcher: Dispatcher, change: StatusChange): Promise<User> =>
  actOn(context, { userId: change.userId, reason: 'users: change a status', access: whoMayOrOwn('users', 'w') }, async (ctx) => {
    const { caller, person } = ctx
    if (person.user_id !== caller.userId) return toUser(await changeOther(ctx, dispatcher, change), context)
    return toUser(ownStatus(person, change.status) === 'join' ? await join(ctx, dispatcher) : person, context)
  })

interface Removal {
  deleted: boolean
  removes: { notifications: number; companies: number }
  keeps: { events: number; auditEntries: number }
  addressFreeAt: string
}

/** An admin does not want whom our own people asked to invite. */
const turnAway = async (ctx: ActionContext): Promise<void> => {
  const { clientId, userId } = userRef(ctx.person)
  await dropRequest(ctx.tx, { clientId, kind: 'invitation', subject: userId })
  await recordUserEvent(ctx, 'user.removed', {})
  await discardGuest(ctx.tx, ctx.person)
}

const remove = async (ctx: ActionContext, dispatcher: Dispatcher): Promise<void> => {
  if (isPendingApproval(ctx.person)) return turnAway(ctx)
  const after = await move(ctx, dispatcher, 'DELETED')
  await deleteBelongings(ctx.tx, userRef(ctx.person))
  await recordUserEvent(ctx, 'user.removed', { after })
  await notifyAdmins(ctx, dispatcher, { kind: 'user.removed', after })
  await sendRemovedEmail(ctx.tx, dispatcher, ctx.person)
}

/** Their address stays theirs for a while, so that nobody else can be taken for them. */
export const deleteUser = (
  context: Context,
  dispatcher: Dispatcher,
  asked: { userId: string; isTrial: boolean },
): Promise<Removal> =>
  actOn(context, { ...asked, reason: 'users: remove somebody', access: whoMay('users', 'd') }, async (ctx) => {
    const { tx, caller, person } = ctx
    if (person.user_id === caller.userId) throw new AppError('ACTION_NOT_ALLOWED', { detail: "You can't remove yourself." })
    if (!isOwner(person)) checkRank(caller, person)
    await keepAdmins(ctx)
    const traces = await countTraces(tx, userRef(person), person.email)
    if (!asked.isTrial) await remove(ctx, dispatcher)
    return { deleted: !asked.isTrial, ...traces, addressFreeAt: addressFreeAt(Date.now()).toISOString() }
  })

const resettable: Record<Exclude<Status, 'ACTIVE'>, string> = {
  INVITED: 'This user has no password yet. Resend the invitation instead.',
  SUSPENDED: 'This user is suspended. Restore them first.',
  DELETED: 'This user was removed.',
}

const clearable: Record<Exclude<Status, 'ACTIVE'>, string> = {
  ...resettable,
  INVITED: "This user hasn't signed in yet, so there's nothing to turn off.",
}

/** The code goes to the person alone. */
export const resetUserPassword = (context: Context, dispatcher: Dispatcher, userId: string): Promise<{ sent: true }> =>
  actOn(
    context,
    { userId, reason: 'users: reset a password', access: whoMay('users', 'w') },
    async ({ tx, note, caller, person }) => {
      checkRank(caller, person)
      const status = statusOf(person)
      if (status !== 'ACTIVE') throw new AppError('ACTION_NOT_ALLOWED', { detail: resettable[status] })
      const place = userRef(person)
      await dispatcher.enqueue(tx, resetJob, place, { clientId: place.clientId })
      note({ action: 'user.password_reset', clientId: place.clientId, object: { type: 'user', id: place.userId } })
      return { sent: true }
    },
  )

/** They sign in with the password alone then, and set up what they want anew. */
export const clearUserFactors = (context: Context, dispatcher: Dispatcher, userId: string): Promise<{ cleared: true }> =>
  actOn(
    context,
    { userId, reason: 'users: clear the factors of somebody', access: whoMay('users', 'w') },
    async ({ tx, note, caller, person }) => {
      checkRank(caller, person)
      const status = statusOf(person)
      if (status !== 'ACTIVE') throw new AppError('ACTION_NOT_ALLOWED', { detail: clearable[status] })
      const place = userRef(person)
      await dispatcher.enqueue(tx, clearJob, place, { clientId: place.clientId })
      await sendFactorsClearedEmail(tx, dispatcher, person)
      note({ action: 'user.factors_cleared', clientId: place.clientId, object: { type: 'user', id: place.userId } })
      return { cleared: true }
    },
  )
