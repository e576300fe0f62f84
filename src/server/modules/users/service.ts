import type { CurrentUser } from '#contract/users.ts'
import type { Database, Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/context.ts'
import { toClient } from '../clients/service.ts'
import {
  insertUser,
  isEmailTaken,
  notifyUserChanged,
  reserveUser,
  selectPeople,
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

/** A person joins a client: address and identity are theirs alone in the whole installation. */
export const addUser = async (tx: Tx, user: Omit<NewUser, 'emailNorm'>): Promise<void> => {
  const complete = { ...user, emailNorm: normaliseEmail(user.email) }
  if (!(await reserveUser(tx, complete))) throw new AppError('USER_EXISTS', { field: 'email' })
  await insertUser(tx, complete)
  await notifyUserChanged(tx, user.subject)
}

export interface Place {
  clientId: string
  userId: string
  subject: string
}

/** People who have signed in at least once, by their addresses, in one state. */
export const findPeople = async (tx: Tx, emails: readonly string[], status: 'ACTIVE' | 'SUSPENDED'): Promise<Place[]> => {
  const rows = await selectPeople(tx, emails.map(normaliseEmail), status)
  return rows.flatMap(({ subject, ...place }) => (subject === null ? [] : [{ ...place, subject }]))
}

/** Counts from the next call on, in every process. */
export const setStatus = async (tx: Tx, place: Place, status: 'ACTIVE' | 'SUSPENDED'): Promise<void> => {
  await updateStatus(tx, place, status)
  await notifyUserChanged(tx, place.subject)
}
