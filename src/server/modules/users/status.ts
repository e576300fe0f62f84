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
const move = async (scene: ActionContext, desk: Dispatcher, status: Status): Promise<UserRow> => {
  const place = userRef(scene.person)
  await updateStatus(scene.tx, place, status)
  if ((status !== 'ACTIVE' || statusOf(scene.person) !== 'INVITED') && !isPendingApproval(scene.person))
    await desk.enqueue(scene.tx, settleJob, place, { clientId: place.clientId })
  return readAgain(scene)
}

const join = async (scene: ActionContext, desk: Dispatcher): Promise<UserRow> => {
  const after = await move(scene, desk, 'ACTIVE')
  const begun = isOwner(after) ? await activatePending(scene.tx, after.client_id) : undefined
  if (begun) scene.note(begun)
  await recordUserEvent(scene, 'user.joined', { after })
  await notifyAdmins(scene, desk, { kind: 'user.joined', after })
  return after
}

const changeOther = async (scene: ActionContext, desk: Dispatcher, { status, reason }: StatusChange): Promise<UserRow> => {
  const { tx, caller, person } = scene
  // The owner is protected from everybody, whatever their rank, and that is what they are told.
  if (!isOwner(person)) checkRank(caller, person)
  if (isElsewhere(caller, person.client_id)) {
    checkReason(reason)
    checkNotPending(person)
  }
  const next = nextStatus(person, status)
  const isSuspended = next === 'SUSPENDED'
  if (isSuspended) await keepAdmins(scene)
  const after = await move(scene, desk, next)
  const kind = isSuspended ? 'user.suspended' : 'user.restored'
  await recordUserEvent(scene, kind, { after, reason })
  await notifyAdmins(scene, desk, { kind, after, reason })
  if (!isPendingApproval(person)) await (isSuspended ? sendSuspendedEmail : sendRestoredEmail)(tx, desk, person, reason)
  return after
}

/** People take up their own invitation; admins suspend and restore others. */
export const changeStatus = (context: Context, desk: Dispatcher, change: StatusChange): Promise<User> =>
  actOn(
    context,
    { userId: change.userId, reason: 'users: change a status', access: whoMayOrOwn('users', 'w') },
    async (scene) => {
      const { caller, person } = scene
      if (person.user_id !== caller.userId) return toUser(await changeOther(scene, desk, change), context)
      return toUser(ownStatus(person, change.status) === 'join' ? await join(scene, desk) : person, context)
    },
  )

interface Removal {
  deleted: boolean
  removes: { notifications: number; companies: number }
  keeps: { events: number; auditEntries: number }
  addressFreeAt: string
}

/** An admin does not want whom our own people asked to invite. */
const turnAway = async (scene: ActionContext): Promise<void> => {
  const { clientId, userId } = userRef(scene.person)
  await dropRequest(scene.tx, { clientId, kind: 'invitation', subject: userId })
  await recordUserEvent(scene, 'user.removed', {})
  await discardGuest(scene.tx, scene.person)
}

const remove = async (scene: ActionContext, desk: Dispatcher): Promise<void> => {
  if (isPendingApproval(scene.person)) return turnAway(scene)
  const after = await move(scene, desk, 'DELETED')
  await deleteBelongings(scene.tx, userRef(scene.person))
  await recordUserEvent(scene, 'user.removed', { after })
  await notifyAdmins(scene, desk, { kind: 'user.removed', after })
  await sendRemovedEmail(scene.tx, desk, scene.person)
}

/** Their address stays theirs for a while, so that nobody else can be taken for them. */
export const deleteUser = (context: Context, desk: Dispatcher, asked: { userId: string; isTrial: boolean }): Promise<Removal> =>
  actOn(context, { ...asked, reason: 'users: remove somebody', access: whoMay('users', 'd') }, async (scene) => {
    const { tx, caller, person } = scene
    if (person.user_id === caller.userId) throw new AppError('ACTION_NOT_ALLOWED', { detail: "You can't remove yourself." })
    if (!isOwner(person)) checkRank(caller, person)
    await keepAdmins(scene)
    const traces = await countTraces(tx, userRef(person), person.email)
    if (!asked.isTrial) await remove(scene, desk)
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
export const resetUserPassword = (context: Context, desk: Dispatcher, userId: string): Promise<{ sent: true }> =>
  actOn(
    context,
    { userId, reason: 'users: reset a password', access: whoMay('users', 'w') },
    async ({ tx, note, caller, person }) => {
      checkRank(caller, person)
      const status = statusOf(person)
      if (status !== 'ACTIVE') throw new AppError('ACTION_NOT_ALLOWED', { detail: resettable[status] })
      const place = userRef(person)
      await desk.enqueue(tx, resetJob, place, { clientId: place.clientId })
      note({ action: 'user.password_reset', clientId: place.clientId, object: { type: 'user', id: place.userId } })
      return { sent: true }
    },
  )

/** They sign in with the password alone then, and set up what they want anew. */
export const clearUserFactors = (context: Context, desk: Dispatcher, userId: string): Promise<{ cleared: true }> =>
  actOn(
    context,
    { userId, reason: 'users: clear the factors of somebody', access: whoMay('users', 'w') },
    async ({ tx, note, caller, person }) => {
      checkRank(caller, person)
      const status = statusOf(person)
      if (status !== 'ACTIVE') throw new AppError('ACTION_NOT_ALLOWED', { detail: clearable[status] })
      const place = userRef(person)
      await desk.enqueue(tx, clearJob, place, { clientId: place.clientId })
      await sendFactorsClearedEmail(tx, desk, person)
      note({ action: 'user.factors_cleared', clientId: place.clientId, object: { type: 'user', id: place.userId } })
      return { cleared: true }
    },
  )
