import { nameFromEmail } from '#contract/users/name-from-email.ts'
import type { Role } from '#contract/users/permissions.ts'
import { whoMay } from '#contract/kit/route.ts'
import type { User } from '#contract/users/users.ts'
import type { Database, Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { normaliseEmail } from '#server/platform/email/address.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { record, recordAll } from '../../acts/service.ts'
import { checkNotOurName } from '../../clients/model.ts'
import { requestKeptFor } from '../../clients/requests/model.ts'
import { askForSecond, declineRequest } from '../../clients/requests/service.ts'
import { lockClient } from '../../clients/service.ts'
import { assertStillAllowed } from '../access/service.ts'
import { acts } from '../acts.ts'
import { auditSnapshot, fullName, statusOf, toUser, type UserRef, type UserRow } from '../model.ts'
import { checkReason, isElsewhere, isGranted, needsSecond } from '../profile/grant-role.ts'
import { selectUser, selectUserRefByEmail } from '../queries.ts'
import { addressFreeAt } from '../removal/release-time.ts'
import { announceRequest } from '../request-email.ts'
import { checkCompanies } from '../access/check-companies.ts'
import { checkGrantable } from '../rules.ts'
import { discardGuest, discardUndecided, expectGuests, lockGuest, releaseGuest, type Guest, type Inviting } from './guests.ts'
import { selectPendingBefore } from './queries.ts'
import { checkAsking, checkQuota, checkRoom } from './quota.ts'

interface Invitation {
  role: Role
  companies: 'all' | readonly string[]
}

/** The account to invite to: the caller's own, or for staff any open account. Returns the caller's current rights. */
const checkInvitation = async (tx: Tx, context: Context, invitation: Invitation & { clientId: string }): Promise<Caller> => {
  const { clientId } = invitation
  if (!context.caller.isStaff && clientId !== context.caller.clientId) throw new AppError('NOT_FOUND')
  const client = await lockClient(tx, clientId)
  if (!client || client.status === 'closed') throw new AppError('NOT_FOUND')
  const caller = await assertStillAllowed(tx, context.caller, { clientId, access: whoMay('users', 'w') })
  checkGrantable(caller, invitation.role)
  await checkCompanies(tx, caller, client, invitation.companies)
  return caller
}

const checkUserName = (caller: Caller, clientId: string, { name, lastname }: { name: string; lastname: string }): void =>
  checkNotOurName(`${name} ${lastname}`, { isInternal: caller.isInternal && clientId === caller.clientId })

/** Records the invitations in the audit log and the activity. All are for one account; known addresses are left out. */
const inviteAll = async ({ tx, dispatcher, caller }: Inviting, guests: readonly Guest[], reason?: string): Promise<UserRow[]> => {
  if (guests[0] !== undefined) await checkRoom(tx, guests[0].clientId)
  const rows = await expectGuests({ tx, dispatcher, caller }, guests)
  const [first] = rows
  if (first === undefined) return []
  const clientId = first.client_id
  await checkQuota(tx, clientId, rows.length)
  await recordAll(
    tx,
    acts['user.invited'],
    rows.map((row) => ({
      clientId,
      by: caller,
      object: { id: row.user_id, name: row.email },
      after: auditSnapshot(row),
      reason,
    })),
  )
  return rows
}

/** Undefined if the address is already known. */
export const invite = async (inviting: Inviting, guest: Guest, reason?: string): Promise<UserRow | undefined> =>
  (await inviteAll(inviting, [guest], reason))[0]

/** A removed user is in no list anymore, so the error explains why inviting them again has to wait. */
const known = async (tx: Tx, email: string, clientId: string): Promise<AppError> => {
  const ref = await selectUserRefByEmail(tx, normaliseEmail(email))
  const row = ref?.client_id === clientId ? await selectUser(tx, clientId, ref.user_id) : undefined
  const detail =
    row && statusOf(row) === 'DELETED'
      ? `This user was removed. You can invite this address again on ${freeOn(row)}.`
      : 'A user with this email already exists.'
  return new AppError('USER_EXISTS', { detail, field: 'email' })
}

const freeOn = (row: UserRow): string => addressFreeAt(row.user_status_since.getTime()).toISOString().slice(0, 10)

type NewUserInput = Invitation & {
  name: string
  lastname: string
  email: string
  client_id?: string | undefined
  reason?: string | undefined
}

/**
 * An invitation by staff into another account is sent after approval. In our own account, the user has the role user
 * until a second staff user approves the higher role.
 */
export const createUser = (context: Context, dispatcher: Dispatcher, user: NewUserInput): Promise<User> =>
  context.asSystem('users: invite somebody', async (tx) => {
    const { client_id: clientId = context.caller.clientId, reason, role, ...guest } = user
    const caller = await checkInvitation(tx, context, { ...user, clientId })
    checkUserName(caller, clientId, guest)
    const work = { tx, dispatcher, caller }
    const isPending = isElsewhere(caller, clientId)
    const isLess = !isPending && needsSecond(caller, role)
    if (isPending || isLess) checkReason(reason)
    const reserved = { ...guest, clientId, role: isLess ? ('user' as const) : role, isPending }
    const row = isPending ? await reserveGuest(work, reserved, reason) : await invite(work, reserved, reason)
    if (!row) throw await known(tx, guest.email, clientId)
    if (isPending) return { ...toUser(row, context), awaitsSecondPerson: true }
    if (!isLess) return toUser(row, context)
    return { ...toUser(row, context), awaitsSecondPerson: !(await isGranted(work, { user: row, role, reason })) }
  })

/** Reserves the user. An admin of the account or a second staff user has to approve before anything is sent. */
const reserveGuest = async ({ tx, dispatcher, caller }: Inviting, guest: Guest, reason: string | undefined) => {
  const { clientId, role } = guest
  await checkAsking(tx, clientId)
  const [row] = await expectGuests({ tx, dispatcher, caller }, [guest])
  if (!row) return undefined
  const { user_id: userId } = row
  await askForSecond({ tx, dispatcher, caller }, { clientId, kind: 'invitation', subject: userId, role, reason })
  const request = { name: fullName(row), role, reason, about: userId, change: 'requested' }
  await record(tx, acts['user.invitation_requested'], {
    clientId,
    object: { id: userId },
    after: auditSnapshot(row),
    reason,
    dispatcher,
    ...(await announceRequest(tx, { clientId, kind: 'staff.invited', ...request })),
  })
  return row
}

interface Invited {
  email: string
  name?: string | undefined
  lastname?: string | undefined
}

/** Missing names are suggested from the address; it may have no last name. */
const named = ({ email, name, lastname }: Invited) => {
  const suggested = nameFromEmail(email)
  return { email, name: name ?? suggested.name, lastname: lastname ?? suggested.lastname }
}

/** Takes each address once. Known addresses are left out and returned. Locks are taken in a fixed order to avoid deadlocks. */
export const inviteUsers = (
  context: Context,
  dispatcher: Dispatcher,
  { emails, users, role, companies }: Invitation & { emails: readonly string[]; users: readonly Invited[] },
): Promise<{ invited: User[]; skipped: string[] }> =>
  context.asSystem('users: invite people', async (tx) => {
    const { clientId } = context.caller
    const caller = await checkInvitation(tx, context, { clientId, role, companies })
    if (needsSecond(caller, role))
      throw new AppError('FORBIDDEN', { detail: 'Invite users with this role one at a time, with a reason.', field: 'role' })
    const all: Invited[] = [...users, ...emails.map((email) => ({ email }))]
    const byEmail = new Map(all.toReversed().map((user) => [normaliseEmail(user.email), user]))
    const sorted = [...byEmail].toSorted(([one], [other]) => (one < other ? -1 : 1))
    const guests = sorted.map(([, user]) => ({ clientId, ...named(user), role, companies }))
    for (const guest of guests) checkUserName(caller, clientId, guest)
    const rows = await inviteAll({ tx, dispatcher, caller }, guests)
    const invited = new Set(rows.map(({ email }) => normaliseEmail(email)))
    const skipped = sorted.filter(([emailNorm]) => !invited.has(emailNorm)).map(([, user]) => user.email)
    return { invited: rows.map((row) => toUser(row, context)), skipped }
  })

const findPendingGuest = async (tx: Tx, ref: UserRef): Promise<UserRow> => {
  const user = await lockGuest(tx, ref)
  if (!user || statusOf(user) !== 'INVITED') throw new AppError('NOT_FOUND', { detail: 'This request is no longer open.' })
  return user
}

const decide = (context: Context, reason: string, ref: UserRef, work: (done: Omit<Inviting, 'dispatcher'>) => Promise<void>) =>
  context.asSystem(reason, async (tx) => {
    const { clientId } = ref
    const client = await lockClient(tx, clientId)
    if (!client || client.status === 'closed') throw new AppError('NOT_FOUND')
    const caller = await assertStillAllowed(tx, context.caller, { clientId, access: whoMay('internal', 'w') })
    await work({ tx, caller })
  })

/** The second of two approvals. */
export const approveInvitation = (
  context: Context,
  dispatcher: Dispatcher,
  { reason, ...ref }: UserRef & { reason: string | undefined },
): Promise<void> =>
  decide(context, 'users: approve an invitation by staff', ref, async (done) => {
    const user = await findPendingGuest(done.tx, ref)
    const request = { clientId: ref.clientId, kind: 'invitation', subject: ref.userId, reason, isSecond: true } as const
    await askForSecond({ ...done, dispatcher }, request)
    await releaseGuest({ ...done, dispatcher }, user, reason)
  })

export const declineInvitation = (
  context: Context,
  dispatcher: Dispatcher,
  { reason, ...ref }: UserRef & { reason: string | undefined },
): Promise<void> =>
  decide(context, 'users: decline an invitation by staff', ref, async ({ tx, caller }) => {
    const { clientId, userId } = ref
    const user = await lockGuest(tx, ref)
    await declineRequest({ tx, dispatcher, caller }, { clientId, kind: 'invitation', subject: userId }, reason)
    if (user) await discardGuest(tx, user)
    await record(tx, acts['user.invitation_declined'], { clientId, object: { id: userId }, reason })
  })

const atOnce = 500

/** Guests of all accounts whose invitation was not approved in time. */
export const listOldGuests = (tx: Tx): Promise<UserRef[]> =>
  selectPendingBefore(tx, new Date(Date.now() - requestKeptFor), atOnce)

export const discardOldGuest = async (tx: Tx, { clientId, userId }: UserRef): Promise<void> => {
  await lockClient(tx, clientId)
  await discardUndecided(tx, { clientId, userId })
}

/** For a user that the account expects: the row is reserved, and an email is sent. */
export const inviteUser = (database: Database, dispatcher: Dispatcher, guest: Guest): Promise<void> =>
  database.asSystem('users: invite a user', async (tx) => {
    if ((await expectGuests({ tx, dispatcher }, [guest])).length === 0) throw new AppError('USER_EXISTS', { field: 'email' })
  })
