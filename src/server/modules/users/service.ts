// Users, for other modules.
import type { CurrentUser } from '#contract/signup/current-user.ts'
import type { User } from '#contract/users/users.ts'
import { actAs } from '#server/platform/audit/act.ts'
import type { Database, Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { normaliseEmail } from '#server/platform/email/address.ts'
import { deletedName } from '#server/platform/masks.ts'
import { record } from '../acts/service.ts'
import { lockClient } from '../clients/service.ts'
import { acts } from './acts.ts'
import { discardUndecided } from './invitations/guests.ts'
import { selectPendingByEmail } from './invitations/queries.ts'
import { releaseJob } from './jobs.ts'
import {
  insertCompanies,
  insertUsers,
  isEmailTaken,
  markSeen,
  notifyUserChanged,
  replaceSubject,
  reserveUser,
  selectUserRefByEmail,
  selectUserRefBySubject,
  selectUser,
  selectUserByEmail,
  selectPresentUsers,
  selectUsers,
  updateStatus,
  updateTerms,
  type NewUser,
} from './queries.ts'
import {
  type UserRow,
  type UserRef,
  type Status,
  auditSnapshot,
  isPendingApproval,
  fullName,
  hasJoined,
  isOwner,
  userRef,
  statusOf,
  toCaller,
  toCurrentUser,
  toUser,
  usernameOf,
} from './model.ts'

interface KnownUser {
  user: CurrentUser
  caller: Caller
  lastSeenAt: Date | null
}

/** A removed user is treated as absent. */
const present = (row: UserRow | undefined): UserRow | undefined => (row && statusOf(row) !== 'DELETED' ? row : undefined)

const selectPresentBySubject = async (tx: Tx, subject: string): Promise<UserRow | undefined> => {
  const ref = await selectUserRefBySubject(tx, subject)
  return present(ref && (await selectUser(tx, ref.client_id, ref.user_id)))
}

/** The user of an identity, for their own screen and for the access check. */
export const findUser = (database: Database, subject: string): Promise<KnownUser | undefined> =>
  database.asSystem('users: who a token belongs to', async (tx) => {
    const row = await selectPresentBySubject(tx, subject)
    return row && { user: toCurrentUser(row), caller: toCaller(row), lastSeenAt: row.last_seen_at }
  })

export const findTeammate = async (database: Database, clientId: string, email: string): Promise<CurrentUser | undefined> => {
  const row = present(await database.inClient(clientId, (tx) => selectUserByEmail(tx, clientId, normaliseEmail(email))))
  return row && toCurrentUser(row)
}

const seenAnew = 5 * 60_000

/** Stores the time of the last visit to five minutes: it is not worth a write at every call. */
export const noteSeen = async (database: Database, { caller, lastSeenAt }: KnownUser): Promise<void> => {
  const notAfter = new Date(Date.now() - seenAnew)
  if (lastSeenAt !== null && lastSeenAt > notAfter) return
  await database.inClient(caller.clientId, (tx) => markSeen(tx, caller, notAfter))
}

/** As the caller may see them. */
export const findUsers = async (
  tx: Tx,
  clientId: string,
  { ids, context }: { ids: readonly string[]; context: Pick<Context, 'masks' | 'caller'> },
): Promise<User[]> => (await selectUsers(tx, clientId, ids)).map((row) => toUser(row, context))

export const isUserOfAccount = async (tx: Tx, subject: string): Promise<boolean> =>
  (await selectPresentBySubject(tx, subject)) !== undefined

/** Also true for a removed user whose address is not free yet. */
export const isKnownSubject = async (tx: Tx, subject: string): Promise<boolean> =>
  (await selectUserRefBySubject(tx, subject)) !== undefined

export const isSameEmail = (one: string, other: string): boolean => normaliseEmail(one) === normaliseEmail(other)

/** An address that is only reserved for an invitation without approval counts as free. */
export const isKnownEmail = async (tx: Tx, email: string): Promise<boolean> => {
  const emailNorm = normaliseEmail(email)
  return (await isEmailTaken(tx, emailNorm)) && (await selectPendingByEmail(tx, [emailNorm])).length === 0
}

export const checkEmailIsFree = async (tx: Tx, email: string): Promise<void> => {
  if (await isKnownEmail(tx, email)) throw new AppError('USER_EXISTS', { field: 'email' })
}

/** The account that has this address, for a user of it who has joined. */
export const findAccountOf = async (
  tx: Tx,
  email: string,
): Promise<(UserRef & { type: string; isInternal: boolean }) | undefined> => {
  const ref = await selectUserRefByEmail(tx, normaliseEmail(email))
  const row = ref && present(await selectUser(tx, ref.client_id, ref.user_id))
  return row && hasJoined(row) ? { ...userRef(row), type: row.type, isInternal: row.is_internal } : undefined
}

/** By their ids. Also of removed users, until they are anonymized. */
export const namesOfUsers = async (tx: Tx, clientId: string, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await selectUsers(tx, clientId, ids)
  const known = new Map(rows.filter(({ email }) => email !== '').map((row) => [row.user_id, fullName(row)]))
  return new Map(ids.map((id) => [id, known.get(id) ?? deletedName(id)]))
}

/** By their ids, without removed users. */
export const namesOfPresentUsers = async (
  tx: Tx,
  clientId: string,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> => {
  const known = [...new Set(ids.filter((id) => id !== null))]
  const rows = known.length === 0 ? [] : await selectUsers(tx, clientId, known)
  return new Map(rows.flatMap((row) => (present(row) ? [[row.user_id, fullName(row)] as const] : [])))
}

/** Undefined for a removed user. */
export const nameOfUser = async (tx: Tx, { clientId, userId }: UserRef): Promise<string | undefined> => {
  const row = present(await selectUser(tx, clientId, userId))
  return row && fullName(row)
}

interface Member {
  id: string
  email: string
  name: string
  lastname: string
}

/** An active user of the account, by email. */
export const findActiveUser = async (tx: Tx, clientId: string, email: string): Promise<Member | undefined> => {
  const row = await selectUserByEmail(tx, clientId, normaliseEmail(email))
  if (!row || statusOf(row) !== 'ACTIVE') return undefined
  return { id: row.user_id, email: row.email, name: row.first_name, lastname: row.lastname }
}

/** Adds a user to a client. Email and identity are unique in the whole installation. */
export const addUser = async (tx: Tx, user: Omit<NewUser, 'emailNorm'>): Promise<void> => {
  const complete = { ...user, emailNorm: normaliseEmail(user.email) }
  if (!(await reserveUser(tx, complete))) throw new AppError('USER_EXISTS', { field: 'email' })
  await insertUsers(tx, [complete])
  if (user.subject !== null) await notifyUserChanged(tx, user.subject)
}

/**
 * A user whom we know by their email signs in with a new identity, as every invited user does: the identity is theirs
 * from now on. The email must be verified. Undefined if no user has it.
 */
export const recognise = async (
  tx: Tx,
  { email, subject }: { email: string; subject: string },
): Promise<(UserRef & { isOwner: boolean }) | undefined> => {
  const known = await selectUserRefByEmail(tx, normaliseEmail(email))
  if (!known) return undefined
  const ref = { clientId: known.client_id, userId: known.user_id }
  // The account is locked first, as by all acts on its users.
  await lockClient(tx, ref.clientId)
  const before = present(await selectUser(tx, ref.clientId, ref.userId))
  if (!before) throw removed()
  // An invitation that waits for approval does not count: the user may have their own account.
  if (isPendingApproval(before)) return (await discardUndecided(tx, ref)) ? undefined : recognise(tx, { email, subject })
  await replaceSubject(tx, ref, subject)
  for (const changed of [before.subject, subject]) if (changed) await notifyUserChanged(tx, changed)
  if (before.subject !== null && before.subject !== subject)
    await record(tx, acts['user.identity_changed'], { clientId: ref.clientId, object: { id: ref.userId } })
  return { ...ref, isOwner: isOwner(before) }
}

/** For a removed user who signs in again. */
export const removed = (): AppError =>
  new AppError('UNAUTHENTICATED', { detail: 'You were removed from this account. Ask one of its admins to invite you again.' })

interface Found extends UserRef {
  /** The username at the identity provider. */
  username: string
  status: Status
  hasArrived: boolean
}

/** All users of an account, without removed ones. */
export const findUsersOf = async (tx: Tx, clientId: string): Promise<Found[]> =>
  (await selectPresentUsers(tx, clientId)).map((row) => ({
    ...userRef(row),
    username: usernameOf(row),
    status: statusOf(row),
    hasArrived: row.subject !== null,
  }))

/** Takes effect with the next call, in every process. The caller updates the identity provider. */
export const setStatus = async (tx: Tx, ref: UserRef, status: Status): Promise<void> => {
  await updateStatus(tx, ref, status)
  const row = await selectUser(tx, ref.clientId, ref.userId)
  if (row?.subject) await notifyUserChanged(tx, row.subject)
}

/** A user who sees some companies only sees one more. */
export const addCompany = async (tx: Tx, ref: UserRef, companyId: string): Promise<void> => {
  const row = present(await selectUser(tx, ref.clientId, ref.userId))
  if (!row?.companies_chosen || row.company_ids?.includes(companyId)) return
  await insertCompanies(tx, [{ ...ref, companies: [companyId] }])
  if (row.subject !== null) await notifyUserChanged(tx, row.subject)
  const after = await selectUser(tx, ref.clientId, ref.userId)
  await record(tx, acts['user.updated'], {
    clientId: ref.clientId,
    object: { id: ref.userId, name: row.email },
    before: auditSnapshot(row),
    ...(after ? { after: auditSnapshot(after) } : {}),
    isByProduct: true,
  })
}

/** The owner accepts the terms once, also with several tabs. */
export const acceptTerms = (database: Database, { userId, clientId, subject }: Caller, termsVersion: string): Promise<void> =>
  database.asSystem('users: accept the terms', async (tx) => {
    if (!(await updateTerms(tx, { clientId, userId }, termsVersion))) return
    await notifyUserChanged(tx, subject)
    actAs(tx, { kind: 'user', id: userId })
    await record(tx, acts['user.terms_accepted'], { clientId, object: { id: userId }, after: { termsVersion } })
  })

/** Anonymizes a removed user now, and deletes their sign-in. */
export const releaseUser = (tx: Tx, dispatcher: Dispatcher, ref: UserRef): Promise<void> =>
  dispatcher.enqueue(tx, releaseJob, ref, { clientId: ref.clientId })
