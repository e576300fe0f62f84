import type { CurrentUser } from '#contract/users.ts'
import type { Database, Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Identity } from '#server/identity/public.ts'
import type { Caller } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { toClient } from '../clients/service.ts'
import { recordEvent } from '../events/service.ts'
import { sendInvitation } from './invitation.ts'
import {
  activateInvited,
  insertUser,
  isEmailTaken,
  notifyUserChanged,
  replaceSubject,
  reserveUser,
  selectPeople,
  selectPlaceByEmail,
  selectPlaceBySubject,
  selectUser,
  selectUserByEmail,
  updateStatus,
  type NewUser,
  type UserWithClient,
} from './queries.ts'

const toCurrentUser = (row: UserWithClient): CurrentUser => ({
  id: row.user_id,
  clientId: row.client_id,
  cognitoId: row.subject ?? '',
  email: row.email,
  name: row.first_name,
  lastname: row.lastname,
  role: row.role as CurrentUser['role'],
  status: row.user_status as CurrentUser['status'],
  updatedAt: row.user_updated_at.toISOString().slice(0, 10),
  isOwner: row.owner_user_id === row.user_id,
  isStaff: isStaff(row),
  client: toClient(row),
})

const isStaff = (row: UserWithClient): boolean => row.is_internal && row.role === 'super_admin'

const toCaller = (row: UserWithClient): Caller => ({
  userId: row.user_id,
  clientId: row.client_id,
  subject: row.subject ?? '',
  email: row.email,
  role: row.role as Caller['role'],
  isOwner: row.owner_user_id === row.user_id,
  status: row.user_status as Caller['status'],
  accountType: row.type as Caller['accountType'],
  clientStatus: row.status,
  isStaff: isStaff(row),
})

/** The person behind an identity, as their own screen and as the access check see them. */
export const findPerson = (database: Database, subject: string): Promise<{ user: CurrentUser; caller: Caller } | undefined> =>
  database.asSystem('users: who a token belongs to', async (tx) => {
    const place = await selectPlaceBySubject(tx, subject)
    const row = place && (await selectUser(tx, place.client_id, place.user_id))
    return row && { user: toCurrentUser(row), caller: toCaller(row) }
  })

export const findColleague = async (database: Database, clientId: string, email: string): Promise<CurrentUser | undefined> => {
  const row = await database.inClient(clientId, (tx) => selectUserByEmail(tx, clientId, normaliseEmail(email)))
  return row && toCurrentUser(row)
}

export const isKnownSubject = async (tx: Tx, subject: string): Promise<boolean> =>
  (await selectPlaceBySubject(tx, subject)) !== undefined

const normaliseEmail = (email: string): string => email.trim().toLowerCase()

export const isSameEmail = (one: string, other: string): boolean => normaliseEmail(one) === normaliseEmail(other)

export const isKnownEmail = (tx: Tx, email: string): Promise<boolean> => isEmailTaken(tx, normaliseEmail(email))

export const checkEmailIsFree = async (tx: Tx, email: string): Promise<void> => {
  if (await isKnownEmail(tx, email)) throw new AppError('USER_EXISTS', { field: 'email' })
}

/** A person joins a client, or is expected to: address and identity are theirs alone in the whole installation. */
export const addUser = async (tx: Tx, user: Omit<NewUser, 'emailNorm'>): Promise<void> => {
  const complete = { ...user, emailNorm: normaliseEmail(user.email) }
  if (!(await reserveUser(tx, complete))) throw new AppError('USER_EXISTS', { field: 'email' })
  await insertUser(tx, complete)
  if (user.subject !== null) await notifyUserChanged(tx, user.subject)
}

/**
 * Somebody we know by their address comes with an identity we have not seen, as everybody who was invited does: it is theirs from
 * now on. The address must be verified. False when nobody has it.
 */
export const recognise = async (tx: Tx, { email, subject }: { email: string; subject: string }): Promise<boolean> => {
  const place = await selectPlaceByEmail(tx, normaliseEmail(email))
  if (!place) return false
  const before = await selectUser(tx, place.client_id, place.user_id)
  await replaceSubject(tx, place, subject)
  for (const changed of [before?.subject, subject]) if (changed) await notifyUserChanged(tx, changed)
  return true
}

export interface Place {
  clientId: string
  userId: string
  /** Absent for those who have not arrived yet. */
  subject: string | null
}

/** People by their addresses, either those who are locked out or those who are not. */
export const findPeople = (
  tx: Tx,
  emails: readonly string[],
  which: { suspended: boolean },
): Promise<(Place & { email: string })[]> => selectPeople(tx, emails.map(normaliseEmail), which)

/** Counts from the next call on, in every process. */
export const setStatus = async (tx: Tx, place: Place, status: CurrentUser['status']): Promise<void> => {
  await updateStatus(tx, place, status)
  if (place.subject !== null) await notifyUserChanged(tx, place.subject)
}

/** People may take up their own invitation, and do so again without harm. */
export const changeStatus = async (
  database: Database,
  caller: Caller,
  change: { userId: string; status: CurrentUser['status'] },
): Promise<CurrentUser> => {
  const { clientId, userId, subject } = caller
  const read = () => database.inClient(clientId, (tx) => selectUser(tx, clientId, change.userId))
  if (!(await read())) throw new AppError('NOT_FOUND')
  if (change.userId !== userId || change.status !== 'ACTIVE') throw new AppError('FORBIDDEN')
  await database.asSystem('users: an invitation is taken up', async (tx) => {
    if (!(await activateInvited(tx, { clientId, userId }))) return
    await notifyUserChanged(tx, subject)
    await recordEvent(tx, { clientId, event: 'user.joined', origin: 'user', actor: caller.email })
  })
  const user = await read()
  if (user?.user_status !== 'ACTIVE') throw new AppError('FORBIDDEN')
  return toCurrentUser(user)
}

type Invitation = Omit<NewUser, 'emailNorm' | 'subject' | 'userId'>

/** A colleague is expected: their place is kept, and a letter with a temporary password goes out. */
export const inviteUser = async (database: Database, identity: Identity, invitation: Invitation): Promise<void> => {
  await database.asSystem('users: expect a colleague', (tx) => addUser(tx, { ...invitation, userId: newId(), subject: null }))
  await sendInvitation(identity, invitation)
}
