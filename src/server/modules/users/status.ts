import { whoMay, whoMayOrOwn } from '#contract/kit/route.ts'
import type { User } from '#contract/users/users.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { record } from '../acts/service.ts'
import { dropRequest } from '../clients/requests/service.ts'
import { activatePending } from '../clients/service.ts'
import {
  aboutUser,
  actOn,
  announceChange,
  checkEmailsLeft,
  isEmailed,
  keepAdmins,
  noticeOf,
  readAgain,
  type ActionContext,
} from './act-on.ts'
import { acts } from './acts.ts'
import { checkReason, checkStaffReason, isElsewhere } from './profile/grant-role.ts'
import { discardGuest, lockGuest } from './invitations/guests.ts'
import { clearJob, resetJob, settleJob } from './jobs.ts'
import { updateStatus } from './queries.ts'
import { type UserRow, type Status, auditSnapshot, isPendingApproval, isOwner, userRef, statusOf, toUser } from './model.ts'
import { addressFreeAt } from './removal/release-time.ts'
import { countTraces, deleteBelongings } from './removal/queries.ts'
import { checkNotPending, checkRank, nextStatus, ownStatus } from './rules.ts'

interface StatusChange {
  userId: string
  status: 'INVITED' | 'ACTIVE' | 'SUSPENDED'
  reason?: string | undefined
}

/** The row takes effect with the next call; the identity provider follows. */
const move = async (ctx: ActionContext, dispatcher: Dispatcher, status: Status): Promise<UserRow> => {
  const ref = userRef(ctx.user)
  if (!(await updateStatus(ctx.tx, ref, status))) throw new AppError('NOT_FOUND')
  await announceChange(ctx)
  if ((status !== 'ACTIVE' || statusOf(ctx.user) !== 'INVITED') && !isPendingApproval(ctx.user))
    await dispatcher.enqueue(ctx.tx, settleJob, ref, { clientId: ref.clientId })
  return readAgain(ctx)
}

const join = async (ctx: ActionContext, dispatcher: Dispatcher): Promise<UserRow> => {
  const after = await move(ctx, dispatcher, 'ACTIVE')
  if (isOwner(after)) await activatePending(ctx.tx, after.client_id)
  const act = acts['user.joined']
  const notice = noticeOf(ctx, { after })
  await record(ctx.tx, act, { ...aboutUser(ctx), after: auditSnapshot(after), dispatcher, notice })
  return after
}

const changeOther = async (ctx: ActionContext, dispatcher: Dispatcher, { status, reason }: StatusChange): Promise<UserRow> => {
  const { tx, caller, user } = ctx
  // The owner is protected from all callers of any role, so the error says that.
  if (!isOwner(user)) checkRank(caller, user)
  if (isElsewhere(caller, user.client_id)) {
    checkReason(reason)
    checkNotPending(user)
  }
  const next = nextStatus(user, status)
  const isSuspended = next === 'SUSPENDED'
  if (isSuspended) {
    await keepAdmins(ctx)
    checkStaffReason(caller, user, reason)
  }
  const after = await move(ctx, dispatcher, next)
  const act = isSuspended ? acts['user.suspended'] : acts['user.restored']
  await record(tx, act, {
    ...aboutUser(ctx),
    after: auditSnapshot(after),
    reason,
    dispatcher,
    notice: noticeOf(ctx, { after, more: reason === undefined ? {} : { reason } }),
    email: (await isEmailed(ctx, act)) ? { user, reason } : null,
  })
  return after
}

/** Users accept their own invitation; admins suspend and restore others. */
export const changeStatus = (context: Context, dispatcher: Dispatcher, change: StatusChange): Promise<User> =>
  actOn(context, { userId: change.userId, reason: 'users: change a status', access: whoMayOrOwn('users', 'w') }, async (ctx) => {
    const { caller, user } = ctx
    if (user.user_id !== caller.userId) return toUser(await changeOther(ctx, dispatcher, change), context)
    return toUser(ownStatus(user, change.status) === 'join' ? await join(ctx, dispatcher) : user, context)
  })

interface Removal {
  deleted: boolean
  removes: { notifications: number; companies: number }
  keeps: { events: number; auditEntries: number }
  addressFreeAt: string
}

/** An admin declines an invitation that staff requested. */
const declineInvitation = async (ctx: ActionContext): Promise<void> => {
  const { clientId, userId } = userRef(ctx.user)
  const guest = await lockGuest(ctx.tx, { clientId, userId })
  if (!guest) throw new AppError('NOT_FOUND')
  await dropRequest(ctx.tx, { clientId, kind: 'invitation', subject: userId })
  await record(ctx.tx, acts['user.turned_away'], aboutUser(ctx))
  await discardGuest(ctx.tx, guest)
}

const remove = async (ctx: ActionContext, dispatcher: Dispatcher, reason: string | undefined): Promise<void> => {
  const { caller, user } = ctx
  checkStaffReason(caller, user, reason)
  if (isPendingApproval(user)) return declineInvitation(ctx)
  const after = await move(ctx, dispatcher, 'DELETED')
  await deleteBelongings(ctx.tx, userRef(user))
  const act = acts['user.removed']
  const notice = noticeOf(ctx, { after, more: reason === undefined ? {} : { reason } })
  const email = { user, reason, isByStaff: isElsewhere(caller, user.client_id) }
  await record(ctx.tx, act, { ...aboutUser(ctx), after: auditSnapshot(after), reason, dispatcher, notice, email })
}

/** The address stays reserved for a while, so that no one else can be mistaken for the user. */
export const deleteUser = (
  context: Context,
  dispatcher: Dispatcher,
  { reason, ...params }: { userId: string; isTrial: boolean; reason?: string | undefined },
): Promise<Removal> =>
  actOn(context, { ...params, reason: 'users: remove somebody', access: whoMay('users', 'd') }, async (ctx) => {
    const { tx, caller, user } = ctx
    if (user.user_id === caller.userId) throw new AppError('ACTION_NOT_ALLOWED', { detail: "You can't remove yourself." })
    if (!isOwner(user)) checkRank(caller, user)
    await keepAdmins(ctx)
    const traces = await countTraces(tx, userRef(user), user.email)
    if (!params.isTrial) await remove(ctx, dispatcher, reason)
    return { deleted: !params.isTrial, ...traces, addressFreeAt: addressFreeAt(Date.now()).toISOString() }
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

interface WithReason {
  userId: string
  reason: string | undefined
}

/** The code goes to the user alone. */
export const resetUserPassword = (
  context: Context,
  dispatcher: Dispatcher,
  { userId, reason }: WithReason,
): Promise<{ sent: true }> =>
  actOn(context, { userId, reason: 'users: reset a password', access: whoMay('users', 'w') }, async ({ tx, caller, user }) => {
    checkRank(caller, user)
    const status = statusOf(user)
    if (status !== 'ACTIVE') throw new AppError('ACTION_NOT_ALLOWED', { detail: resettable[status] })
    checkStaffReason(caller, user, reason)
    const act = acts['user.password_reset']
    await checkEmailsLeft({ tx, user }, act, "This user's password was reset 5 times in 24 hours. Try again later.")
    const ref = userRef(user)
    await dispatcher.enqueue(tx, resetJob, ref, { clientId: ref.clientId })
    await record(tx, act, { clientId: ref.clientId, object: { id: ref.userId }, reason })
    return { sent: true }
  })

/** The user then signs in with the password alone, and sets up other factors again. */
export const clearUserFactors = (
  context: Context,
  dispatcher: Dispatcher,
  { userId, reason }: WithReason,
): Promise<{ cleared: true }> =>
  actOn(
    context,
    { userId, reason: 'users: clear the factors of somebody', access: whoMay('users', 'w') },
    async ({ tx, caller, user }) => {
      checkRank(caller, user)
      const status = statusOf(user)
      if (status !== 'ACTIVE') throw new AppError('ACTION_NOT_ALLOWED', { detail: clearable[status] })
      checkStaffReason(caller, user, reason)
      const ref = userRef(user)
      await dispatcher.enqueue(tx, clearJob, ref, { clientId: ref.clientId })
      const about = { clientId: ref.clientId, object: { id: ref.userId }, reason }
      const act = acts['user.factors_cleared']
      const email = { user, reason, isByStaff: isElsewhere(caller, ref.clientId) }
      await record(tx, act, { ...about, dispatcher, email: (await isEmailed({ tx, user }, act)) ? email : null })
      return { cleared: true }
    },
  )
