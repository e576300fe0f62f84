import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

export const selectPlaceBySubject = (tx: Tx, subject: string) =>
  tx.selectFrom('registry.user_subject').select(['client_id', 'user_id']).where('subject', '=', subject).executeTakeFirst()

export const selectPlaceByEmail = (tx: Tx, emailNorm: string) =>
  tx.selectFrom('registry.user_email').select(['client_id', 'user_id']).where('email_norm', '=', emailNorm).executeTakeFirst()

export const isEmailTaken = async (tx: Tx, emailNorm: string): Promise<boolean> =>
  (await selectPlaceByEmail(tx, emailNorm)) !== undefined

const userWithClient = (tx: Tx, clientId: string) =>
  tx
    .selectFrom('app_user')
    .innerJoin('client', 'client.client_id', 'app_user.client_id')
    .where('app_user.client_id', '=', clientId)
    .where('client.client_id', '=', clientId)
    .selectAll('client')
    .select([
      'app_user.id as user_id',
      'app_user.subject',
      'app_user.email',
      'app_user.name as first_name',
      'app_user.lastname',
      'app_user.role',
      'app_user.status as user_status',
      'app_user.updated_at as user_updated_at',
    ])

export const selectUser = (tx: Tx, clientId: string, userId: string) =>
  userWithClient(tx, clientId).where('app_user.id', '=', userId).executeTakeFirst()

export const selectUserByEmail = (tx: Tx, clientId: string, emailNorm: string) =>
  userWithClient(tx, clientId).where('app_user.email_norm', '=', emailNorm).executeTakeFirst()

export type UserWithClient = NonNullable<Awaited<ReturnType<typeof selectUser>>>

type UserStatus = 'INVITED' | 'ACTIVE' | 'SUSPENDED'

export interface NewUser {
  clientId: string
  userId: string
  /** Absent until the person first arrives. */
  subject: string | null
  email: string
  emailNorm: string
  name: string
  lastname: string
  role: 'user' | 'admin' | 'account_admin' | 'super_admin'
}

const reserveSubject = async (tx: Tx, place: { client_id: string; user_id: string }, subject: string): Promise<boolean> => {
  const row = await tx
    .insertInto('registry.user_subject')
    .values({ ...place, subject })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject')
    .executeTakeFirst()
  return row !== undefined
}

/** From now on the person is known by this identity, and by no older one. */
export const replaceSubject = async (tx: Tx, place: { client_id: string; user_id: string }, subject: string): Promise<void> => {
  const { client_id, user_id } = place
  await tx
    .deleteFrom('registry.user_subject')
    .where('client_id', '=', client_id)
    .where('user_id', '=', user_id)
    .where('subject', '<>', subject)
    .execute()
  await reserveSubject(tx, place, subject)
  await tx
    .updateTable('app_user')
    .set({ subject, updated_at: sql`now()` })
    .where('client_id', '=', client_id)
    .where('id', '=', user_id)
    .execute()
}

/** False when somebody else has the address or the identity. */
export const reserveUser = async (tx: Tx, user: NewUser): Promise<boolean> => {
  const place = { client_id: user.clientId, user_id: user.userId }
  const email = await tx
    .insertInto('registry.user_email')
    .values({ ...place, email_norm: user.emailNorm })
    .onConflict((conflict) => conflict.doNothing())
    .returning('email_norm')
    .executeTakeFirst()
  if (user.subject === null) return email !== undefined
  return email !== undefined && (await reserveSubject(tx, place, user.subject))
}

export const insertUser = async (tx: Tx, user: NewUser): Promise<void> => {
  await tx
    .insertInto('app_user')
    .values({
      client_id: user.clientId,
      id: user.userId,
      subject: user.subject,
      email: user.email,
      email_norm: user.emailNorm,
      name: user.name,
      lastname: user.lastname,
      role: user.role,
      status: user.subject === null ? 'INVITED' : 'ACTIVE',
    })
    .execute()
}

/** People of any tenant by their addresses. */
export const selectPeople = (tx: Tx, emailsNorm: readonly string[], { suspended }: { suspended: boolean }) =>
  tx
    .selectFrom('registry.user_email as known')
    .innerJoin('app_user', (join) =>
      join.onRef('app_user.client_id', '=', 'known.client_id').onRef('app_user.id', '=', 'known.user_id'),
    )
    .select(['app_user.client_id as clientId', 'app_user.id as userId', 'app_user.subject', 'app_user.email'])
    .where('known.email_norm', 'in', emailsNorm)
    .where('app_user.status', suspended ? '=' : '<>', 'SUSPENDED')
    .execute()

export const updateStatus = async (tx: Tx, place: { clientId: string; userId: string }, status: UserStatus): Promise<void> => {
  await tx
    .updateTable('app_user')
    .set({ status })
    .where('client_id', '=', place.clientId)
    .where('id', '=', place.userId)
    .execute()
}

/** False when there is no invitation any more. */
export const activateInvited = async (tx: Tx, place: { clientId: string; userId: string }): Promise<boolean> => {
  const row = await tx
    .updateTable('app_user')
    .set({ status: 'ACTIVE' })
    .where('client_id', '=', place.clientId)
    .where('id', '=', place.userId)
    .where('status', '=', 'INVITED')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Tells every process that what it remembers of this person is old. */
export const notifyUserChanged = async (tx: Tx, subject: string): Promise<void> => {
  await sql`select pg_notify('user_changed', ${subject})`.execute(tx)
}
