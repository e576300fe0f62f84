import type { ClientRow } from '#contract/clients.ts'
import type { Role } from '#contract/users/permissions.ts'
import { whoMay } from '#contract/kit/route.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { doneBy } from '../../acts/model.ts'
import { record } from '../../acts/service.ts'
import { askForSecond, dropRequest } from '../../clients/requests/service.ts'
import { lockClient, readClientRow, recordReveal, setOwner } from '../../clients/service.ts'
import { aboutUser, announceChange } from '../act-on.ts'
import { acts } from '../acts.ts'
import { checkReason } from '../profile/grant-role.ts'
import { selectClientOf, selectUser, updateRole } from '../queries.ts'
import { type UserRow, auditSnapshot, fullName, userRef, statusOf } from '../model.ts'
import { announceRequest } from '../request-email.ts'
import { adminRoles } from '../rules.ts'
import { assertStillAllowed } from '../access/service.ts'

/** Unmasks one user for one reason, which is recorded and sent to the owner. */
export const revealUser = (
  context: Context,
  dispatcher: Dispatcher,
  { userId, reason }: { userId: string; reason: string },
): Promise<{ name: string; lastname: string; email: string }> =>
  context.asStaff('users: reveal somebody', async (tx) => {
    const clientId = await selectClientOf(tx, userId)
    const user = clientId === undefined ? undefined : await selectUser(tx, clientId, userId)
    if (!clientId || !user) throw new AppError('NOT_FOUND')
    const what = 'the name and email address of one user'
    await recordReveal(tx, dispatcher, { clientId, userId, what, reason, change: context.requestId })
    return { name: user.first_name, lastname: user.lastname, email: user.email }
  })

interface Work {
  tx: Tx
  dispatcher: Dispatcher
  caller: Caller
}

/** Owners are at least admins, before and after. */
const makeAdmin = async ({ tx, caller }: Work, user: UserRow): Promise<void> => {
  if (adminRoles(false).includes(user.role as Role)) return
  await updateRole(tx, userRef(user), 'admin')
  await announceChange({ tx, user })
  const after = auditSnapshot({ ...user, role: 'admin' })
  await record(tx, acts['user.made_admin'], { ...aboutUser({ caller, user }), after })
}

const nextOwner = async (tx: Tx, ref: { clientId: string; userId: string; ownerId: string | null }): Promise<UserRow> => {
  const user = await selectUser(tx, ref.clientId, ref.userId)
  if (!user || statusOf(user) === 'DELETED') throw new AppError('NOT_FOUND')
  if (ref.userId === ref.ownerId) throw new AppError('ACTION_NOT_ALLOWED', { detail: 'This user already owns the account.' })
  if (statusOf(user) !== 'ACTIVE')
    throw new AppError('ACTION_NOT_ALLOWED', { detail: 'Only an active user can own the account.' })
  if (user.is_internal && user.role !== 'super_admin')
    throw new AppError('ACTION_NOT_ALLOWED', { detail: 'Only staff can own this account.' })
  return user
}

interface Transfer {
  next: UserRow
  previous: UserRow | undefined
  ownerId: string | null
  reason: string | undefined
  requestId: string
}

const recordTransfer = (
  { tx, dispatcher, caller }: Work,
  { next, previous, ownerId, reason, requestId }: Transfer,
): Promise<void> => {
  const { clientId, userId } = userRef(next)
  return record(tx, acts['client.owner_changed'], {
    clientId,
    by: caller,
    object: { id: clientId, name: next.email },
    before: { ownerId },
    after: { ownerId: userId },
    reason,
    dispatcher,
    email: { next, previous },
    notice: {
      except: caller.userId,
      about: userId,
      change: requestId,
      data: { name: fullName(next), actor: doneBy(caller, clientId).actor },
      withoutEmail: [userId, ...(previous ? [previous.user_id] : [])],
    },
  })
}

interface Handing {
  id: string
  userId: string
  reason?: string | undefined
  /** Only as the second approval: no new request is made. */
  isSecond?: boolean
}

interface OwnershipRequest {
  id: string
  next: UserRow
  reason: string | undefined
  isSecond: boolean | undefined
}

/** The owner can transfer alone. Staff give a reason and wait for a second staff user; our own account only staff can transfer. */
const isApproved = async (
  { tx, dispatcher, caller }: Work,
  { id, next, reason: given, isSecond }: OwnershipRequest,
): Promise<boolean> => {
  if (!caller.isInternal) return true
  if (!caller.isStaff) throw new AppError('FORBIDDEN', { detail: 'Only staff can transfer this account.' })
  const reason = checkReason(given)
  const userId = next.user_id
  const answer = await askForSecond(
    { tx, dispatcher, caller },
    { clientId: id, kind: 'ownership', subject: userId, reason, isSecond },
  )
  if (answer !== 'asked') return answer === 'agreed'
  const request = { name: fullName(next), reason, about: userId, change: String(Date.now()) }
  await record(tx, acts['client.owner_change_requested'], {
    clientId: id,
    object: { id: userId },
    reason,
    dispatcher,
    ...(await announceRequest(tx, { clientId: id, kind: 'staff.owner_requested', ...request })),
  })
  return false
}

export const transferOwnership = (
  context: Context,
  dispatcher: Dispatcher,
  handing: Handing,
): Promise<{ client: ClientRow; awaitsSecondPerson: boolean }> =>
  context.asSystem('users: make somebody the owner', async (tx) => {
    const { id: clientId, userId, reason, isSecond } = handing
    const isReached = clientId === context.caller.clientId || context.caller.isStaff
    const held = isReached ? await lockClient(tx, clientId) : undefined
    if (!held || held.status === 'closed') throw new AppError('NOT_FOUND')
    const caller = await assertStillAllowed(tx, context.caller, { clientId, access: whoMay('ownership', 'x') })
    const work = { tx, dispatcher, caller }
    const ownerId = held.owner_user_id
    const next = await nextOwner(tx, { clientId, userId, ownerId })
    const answer = async (awaitsSecondPerson: boolean) => ({
      client: await readClientRow(tx, clientId, context),
      awaitsSecondPerson,
    })
    if (!(await isApproved(work, { id: clientId, next, reason, isSecond }))) return answer(true)
    const previous = ownerId === null ? undefined : await selectUser(tx, clientId, ownerId)
    await makeAdmin(work, next)
    if (previous) await makeAdmin(work, previous)
    await setOwner(tx, clientId, userId)
    await dropRequest(tx, { clientId, kind: 'ownership', subject: userId })
    await recordTransfer(work, { next, previous, ownerId, reason, requestId: context.requestId })
    return answer(false)
  })
