import type { ClientRow } from '#contract/clients.ts'
import type { Role } from '#contract/permissions.ts'
import { whoMay } from '#contract/route.ts'
import type { Act } from '#server/platform/audit/act.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { publish } from '#server/platform/live/hub.ts'
import {
  askForSecond,
  doneBy,
  dropRequest,
  lockClient,
  readClientRow,
  setOwner,
  notifyOwnerOfStaffView,
  notifyOwnerOfRequest,
} from '../clients/service.ts'
import { recordEvent } from '../events/service.ts'
import { notify } from '../notifications/service.ts'
import { recordUserEvent } from './acts.ts'
import { checkReason } from './grant-role.ts'
import { sendNoLongerOwnerEmail, sendNowOwnerEmail } from './emails.ts'
import { selectClientOf, selectUser, updateRole, type UserRow } from './queries.ts'
import { adminRoles } from './rules.ts'
import { fullName, userRef, statusOf } from './mapper.ts'
import { assertStillAllowed } from './recheck-access.ts'

/** The mask comes off for one person and one reason, which the account and its owner learn. */
export const revealUser = (
  context: Context,
  dispatcher: Dispatcher,
  { userId, reason }: { userId: string; reason: string },
): Promise<{ name: string; lastname: string; email: string }> =>
  context.asStaff('users: reveal somebody', async (tx, note) => {
    const clientId = await selectClientOf(tx, userId)
    const person = clientId === undefined ? undefined : await selectUser(tx, clientId, userId)
    if (!clientId || !person) throw new AppError('NOT_FOUND')
    const what = 'the name and email address of one user'
    await notifyOwnerOfStaffView(tx, dispatcher, { clientId, what, reason, key: context.requestId })
    note({ action: 'staff.revealed', clientId, object: { type: 'user', id: userId }, reason })
    return { name: person.first_name, lastname: person.lastname, email: person.email }
  })

interface Work {
  tx: Tx
  note: (act: Act) => void
  dispatcher: Dispatcher
  caller: Caller
}

/** Owners are admins at least, before and after. The letter about the ownership tells them so. */
const makeAdmin = async ({ tx, note, caller }: Work, person: UserRow): Promise<void> => {
  if (adminRoles(false).includes(person.role as Role)) return
  await updateRole(tx, userRef(person), 'admin')
  const after = { ...person, role: 'admin' }
  await recordUserEvent({ tx, note, caller, person }, 'user.role_changed', { after })
}

const nextOwner = async (tx: Tx, place: { clientId: string; userId: string; ownerId: string | null }): Promise<UserRow> => {
  const person = await selectUser(tx, place.clientId, place.userId)
  if (!person || statusOf(person) === 'DELETED') throw new AppError('NOT_FOUND')
  if (place.userId === place.ownerId) throw new AppError('ACTION_NOT_ALLOWED', { detail: 'This user already owns the account.' })
  if (statusOf(person) !== 'ACTIVE')
    throw new AppError('ACTION_NOT_ALLOWED', { detail: 'Only an active user can own the account.' })
  if (person.is_internal && person.role !== 'super_admin')
    throw new AppError('ACTION_NOT_ALLOWED', { detail: 'Only staff can own this account.' })
  return person
}

const tell = async (
  { tx, dispatcher, caller }: Work,
  { next, previous, requestId }: { next: UserRow; previous: UserRow | undefined; requestId: string },
): Promise<void> => {
  const { clientId, userId } = userRef(next)
  const by = doneBy(caller, clientId)
  await sendNowOwnerEmail(tx, dispatcher, next)
  if (previous) await sendNoLongerOwnerEmail(tx, dispatcher, previous, fullName(next))
  await recordEvent(tx, { clientId, event: 'client.owner_changed', ...by, object: next.email })
  await publish(tx, clientId, 'users')
  await notify(tx, dispatcher, {
    clientId,
    to: 'admins',
    except: caller.userId,
    kind: 'client.owner_changed',
    key: `client.owner_changed:${userId}:${requestId}`,
    data: { name: fullName(next), actor: by.actor },
    withoutLetter: [userId, ...(previous ? [previous.user_id] : [])],
  })
}

interface Handing {
  id: string
  userId: string
  reason?: string | undefined
  /** Only as the second of two: nothing is asked for anew. */
  isSecond?: boolean
}

interface Wish {
  id: string
  next: UserRow
  reason: string | undefined
  isSecond: boolean | undefined
}

/** The owner hands on alone; one of our own people gives a reason and waits for a second one, for our own account too. */
const isAgreed = async (
  { tx, note, dispatcher, caller }: Work,
  { id, next, reason: given, isSecond }: Wish,
): Promise<boolean> => {
  if (id === caller.clientId && !caller.isStaff) return true
  const reason = checkReason(given)
  const userId = next.user_id
  const answer = await askForSecond(
    { tx, dispatcher, caller },
    { clientId: id, kind: 'ownership', subject: userId, reason, isSecond },
  )
  if (answer !== 'asked') return answer === 'agreed'
  const object = { type: 'user', id: userId }
  note({ action: 'client.owner_change_requested', clientId: id, object, reason })
  const about = { name: fullName(next), reason, key: `${userId}:${Date.now()}` }
  await notifyOwnerOfRequest(tx, dispatcher, { clientId: id, kind: 'staff.owner_requested', ...about })
  return false
}

export const transferOwnership = (
  context: Context,
  dispatcher: Dispatcher,
  handing: Handing,
): Promise<{ client: ClientRow; awaitsSecondPerson: boolean }> =>
  context.asSystem('users: make somebody the owner', async (tx, note) => {
    const { id: clientId, userId, reason, isSecond } = handing
    const isReached = clientId === context.caller.clientId || context.caller.isStaff
    const held = isReached ? await lockClient(tx, clientId) : undefined
    if (!held || held.status === 'closed') throw new AppError('NOT_FOUND')
    const caller = await assertStillAllowed(tx, context.caller, { clientId, access: whoMay('ownership', 'x') })
    const work = { tx, note, dispatcher, caller }
    const ownerId = held.owner_user_id
    const next = await nextOwner(tx, { clientId, userId, ownerId })
    const answer = async (awaitsSecondPerson: boolean) => ({
      client: await readClientRow(tx, clientId, context),
      awaitsSecondPerson,
    })
    if (!(await isAgreed(work, { id: clientId, next, reason, isSecond }))) return answer(true)
    const previous = ownerId === null ? undefined : await selectUser(tx, clientId, ownerId)
    await makeAdmin(work, next)
    if (previous) await makeAdmin(work, previous)
    await setOwner(tx, clientId, userId)
    await dropRequest(tx, { clientId, kind: 'ownership', subject: userId })
    await tell(work, { next, previous, requestId: context.requestId })
    note({
      action: 'client.owner_changed',
      clientId,
      object: { type: 'client', id: clientId },
      before: { ownerId },
      after: { ownerId: userId },
      reason,
    })
    return answer(false)
  })
