import { sql } from 'kysely'
import type { Role } from '#contract/users/permissions.ts'
import type { themes } from '#contract/users/users.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { reserveEmails } from './invitations/queries.ts'
import type { Status, UserRef } from './model.ts'

export const selectUserRefBySubject = (tx: Tx, subject: string) =>
  tx.selectFrom('registry.user_subject').select(['client_id', 'user_id']).where('subject', '=', subject).executeTakeFirst()

export const selectUserRefByEmail = (tx: Tx, emailNorm: string) =>
  tx.selectFrom('registry.user_email').select(['client_id', 'user_id']).where('email_norm', '=', emailNorm).executeTakeFirst()

export const isEmailTaken = async (tx: Tx, emailNorm: string): Promise<boolean> =>
  (await selectUserRefByEmail(tx, emailNorm)) !== undefined

/** The account of a user, for callers who may see all accounts. */
export const selectClientOf = async (tx: Tx, userId: string): Promise<string | undefined> =>
  (await tx.selectFrom('app_user').select('client_id').where('id', '=', userId).executeTakeFirst())?.client_id

/**
 * Users of these accounts with their accounts. A distributed database routes by the account, so every table names it:
 * the sub-select cannot take it from the outer tables.
 */
export const selectUsersIn = (tx: Tx, clientIds: readonly string[]) =>
  tx
    .selectFrom('app_user')
    .innerJoin('client', 'client.client_id', 'app_user.client_id')
    .where('app_user.client_id', 'in', clientIds)
    .where('client.client_id', 'in', clientIds)
    .selectAll('client')
    .select([
      'app_user.id as user_id',
      'app_user.subject',
      'app_user.email',
      'app_user.name as first_name',
      'app_user.lastname',
      'app_user.role',
      'app_user.status as user_status',
      'app_user.status_since as user_status_since',
      'app_user.version as user_version',
      'app_user.created_at as user_created_at',
      'app_user.updated_at as user_updated_at',
      'app_user.time_zone as user_time_zone',
      'app_user.theme',
      'app_user.companies_chosen',
      'app_user.invited_at',
      'app_user.last_seen_at',
      'app_user.terms_version',
    ])
    .select((row) =>
      row
        .selectFrom('user_company')
        .select(sql<string[]>`coalesce(array_agg(user_company.company_id order by user_company.company_id), '{}')`.as('ids'))
        .where('user_company.client_id', 'in', clientIds)
        .whereRef('user_company.client_id', '=', 'app_user.client_id')
        .whereRef('user_company.user_id', '=', 'app_user.id')
        .$asScalar()
        .as('company_ids'),
    )

const selectPeopleOf = (tx: Tx, clientId: string) => selectUsersIn(tx, [clientId])

export const selectUser = (tx: Tx, clientId: string, userId: string) =>
  selectPeopleOf(tx, clientId).where('app_user.id', '=', userId).executeTakeFirst()

export const selectUsers = (tx: Tx, clientId: string, userIds: readonly string[]) =>
  userIds.length === 0 ? [] : selectPeopleOf(tx, clientId).where('app_user.id', 'in', userIds).execute()

/** The same, locked for a change: two concurrent changes come one after the other. */
export const lockUser = (tx: Tx, clientId: string, userId: string) =>
  selectPeopleOf(tx, clientId).where('app_user.id', '=', userId).forNoKeyUpdate('app_user').executeTakeFirst()

/** The same, locked against changes until the transaction ends. */
export const lockUserShared = (tx: Tx, clientId: string, userId: string) =>
  selectPeopleOf(tx, clientId).where('app_user.id', '=', userId).forShare('app_user').executeTakeFirst()

/** Without removed users: one who left may have been invited again with the same address. */
export const selectUserByEmail = (tx: Tx, clientId: string, emailNorm: string) =>
  selectPeopleOf(tx, clientId)
    .where('app_user.email_norm', '=', emailNorm)
    .where('app_user.status', '<>', 'DELETED')
    .executeTakeFirst()

/** All users of an account, without removed ones. */
export const selectPresentUsers = (tx: Tx, clientId: string) =>
  selectPeopleOf(tx, clientId).where('app_user.status', '<>', 'DELETED').orderBy('app_user.id').execute()

/** Blocks other invitations of a first staff user until the transaction ends. */
export const lockFirstStaff = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('first staff user', 0))`.execute(tx)
}

export const selectActiveStaff = (tx: Tx) =>
  tx
    .selectFrom('app_user')
    .innerJoin('client', 'client.client_id', 'app_user.client_id')
    .select('app_user.id')
    .where('client.is_internal', '=', true)
    .where('app_user.role', '=', 'super_admin')
    .where('app_user.status', '=', 'ACTIVE')
    .limit(1)
    .executeTakeFirst()

export const countOtherAdmins = async (tx: Tx, { clientId, userId }: UserRef, roles: readonly Role[]): Promise<number> => {
  const { others } = await tx
    .selectFrom('app_user')
    .select((row) => row.fn.countAll<number>().as('others'))
    .where('client_id', '=', clientId)
    .where('id', '<>', userId)
    .where('status', '=', 'ACTIVE')
    .where('role', 'in', roles)
    .executeTakeFirstOrThrow()
  return others
}

export interface NewUser extends UserRef {
  /** Null until the first sign-in. */
  subject: string | null
  email: string
  emailNorm: string
  name: string
  lastname: string
  role: Role
  companies?: 'all' | readonly string[]
  /** Present if the terms were accepted outside of the product. */
  termsVersion?: string
  /** Nothing has been sent yet. */
  isPending?: boolean
}

const reserveSubject = async (tx: Tx, { clientId, userId }: UserRef, subject: string): Promise<boolean> => {
  const row = await tx
    .insertInto('registry.user_subject')
    .values({ client_id: clientId, user_id: userId, subject })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject')
    .executeTakeFirst()
  return row !== undefined
}

/** The user has this identity from now on, and no older one. */
export const replaceSubject = async (tx: Tx, ref: UserRef, subject: string): Promise<void> => {
  await tx
    .deleteFrom('registry.user_subject')
    .where('client_id', '=', ref.clientId)
    .where('user_id', '=', ref.userId)
    .where('subject', '<>', subject)
    .execute()
  await reserveSubject(tx, ref, subject)
  await tx
    .updateTable('app_user')
    .set({ subject, updated_at: sql`now()` })
    .where('client_id', '=', ref.clientId)
    .where('id', '=', ref.userId)
    .execute()
}

/** False if another user has the address or the identity. */
export const reserveUser = async (tx: Tx, user: NewUser): Promise<boolean> => {
  const isReserved = (await reserveEmails(tx, [user])).has(user.emailNorm)
  return isReserved && (user.subject === null || (await reserveSubject(tx, user, user.subject)))
}

const rowOf = ({ companies = 'all', termsVersion, isPending = false, ...user }: NewUser) => {
  const isInvited = user.subject === null
  return {
    client_id: user.clientId,
    id: user.userId,
    subject: user.subject,
    email: user.email,
    email_norm: user.emailNorm,
    name: user.name,
    lastname: user.lastname,
    role: user.role,
    status: isInvited ? 'INVITED' : 'ACTIVE',
    companies_chosen: companies !== 'all',
    invited_at: isInvited && !isPending ? sql<Date>`now()` : null,
    terms_version: termsVersion ?? null,
    terms_accepted_at: termsVersion === undefined ? null : sql<Date>`now()`,
  }
}

export const insertUsers = async (tx: Tx, users: readonly NewUser[]): Promise<void> => {
  if (users.length === 0) return
  await tx.insertInto('app_user').values(users.map(rowOf)).execute()
  await insertCompanies(
    tx,
    users.map(({ companies = 'all', ...ref }) => ({ ...ref, companies: companies === 'all' ? [] : companies })),
  )
}

type Seeing = UserRef & { companies: readonly string[] }

export const insertCompanies = async (tx: Tx, users: readonly Seeing[]): Promise<void> => {
  const rows = users.flatMap(({ clientId, userId, companies }) =>
    companies.map((company) => ({ client_id: clientId, user_id: userId, company_id: company })),
  )
  if (rows.length === 0) return
  await tx
    .insertInto('user_company')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const deleteCompanies = async (tx: Tx, { clientId, userId }: UserRef): Promise<void> => {
  await tx.deleteFrom('user_company').where('client_id', '=', clientId).where('user_id', '=', userId).execute()
}

export const replaceCompanies = async (tx: Tx, ref: UserRef, companies: 'all' | readonly string[]): Promise<void> => {
  await deleteCompanies(tx, ref)
  if (companies !== 'all') await insertCompanies(tx, [{ ...ref, companies }])
}

export interface UserChange {
  name?: string | undefined
  lastname?: string | undefined
  role?: Role | undefined
  companies_chosen?: boolean | undefined
  time_zone?: string | null | undefined
  theme?: (typeof themes)[number] | undefined
}

const nextVersion = sql<number>`version + 1`

/** False if the given version is not the current one. */
export const updateUser = async (
  tx: Tx,
  ref: UserRef & { version: number | undefined },
  change: UserChange,
): Promise<boolean> => {
  const row = await tx
    .updateTable('app_user')
    .set({ ...change, version: nextVersion, updated_at: sql`now()` })
    .where('client_id', '=', ref.clientId)
    .where('id', '=', ref.userId)
    .$if(ref.version !== undefined, (query) => query.where('version', '=', ref.version ?? 0))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const updateRole = async (tx: Tx, { clientId, userId }: UserRef, role: Role): Promise<void> => {
  await tx
    .updateTable('app_user')
    .set({ role, version: nextVersion, updated_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('id', '=', userId)
    .execute()
}

/** False when the user was removed meanwhile: nobody comes back from that. */
export const updateStatus = async (tx: Tx, { clientId, userId }: UserRef, status: Status): Promise<boolean> => {
  const row = await tx
    .updateTable('app_user')
    .set({ status, status_since: sql`now()`, version: nextVersion, updated_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('id', '=', userId)
    .where('status', '<>', 'DELETED')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const markSeen = async (tx: Tx, { clientId, userId }: UserRef, notAfter: Date): Promise<void> => {
  await tx
    .updateTable('app_user')
    .set({ last_seen_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('id', '=', userId)
    .where((user) => user.or([user('last_seen_at', 'is', null), user('last_seen_at', '<=', notAfter)]))
    .execute()
}

/** False if the user has accepted a version before. */
export const updateTerms = async (tx: Tx, { clientId, userId }: UserRef, termsVersion: string): Promise<boolean> => {
  const row = await tx
    .updateTable('app_user')
    .set({ terms_version: termsVersion, terms_accepted_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('id', '=', userId)
    .where('terms_version', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Tells every process that its cached data of this user is stale. */
export const notifyUserChanged = async (tx: Tx, subject: string): Promise<void> => {
  await sql`select pg_notify('user_changed', ${subject})`.execute(tx)
}
