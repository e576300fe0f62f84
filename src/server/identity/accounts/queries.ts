// The accounts of the pool. Times come from the caller: one moment per operation.
import { isId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { sql } from 'kysely'

type AccountStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD' | 'RESET_REQUIRED'
export type Attributes = Readonly<Record<string, string>>
export type MfaMethod = 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP' | 'SMS_MFA'

const accountColumns = [
  'sub',
  'email_norm as email',
  'attributes',
  'status',
  'enabled',
  'srp_salt as salt',
  'srp_verifier_sealed as verifierSealed',
  'temp_password_expires as tempPasswordExpires',
  'mfa_methods as mfaMethods',
  'mfa_preferred as mfaPreferred',
  'password_from_email as passwordFromEmail',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

export interface Account {
  sub: string
  email: string
  attributes: Attributes
  status: AccountStatus
  enabled: boolean
  salt: string
  verifierSealed: string
  tempPasswordExpires: Date | null
  mfaMethods: readonly MfaMethod[]
  mfaPreferred: MfaMethod | null
  /** Anyone with access to the mailbox may have chosen it. */
  passwordFromEmail: boolean
  createdAt: Date
  updatedAt: Date
}

/** An email belongs to the account that confirmed it; until then, the newest sign-up represents it. */
const accountBy = (tx: Tx, login: string) =>
  tx
    .selectFrom('pool.account')
    .select(accountColumns)
    .where(isId(login) ? 'sub' : 'email_norm', '=', login.toLowerCase())
    .orderBy((row) => row('status', '=', 'UNCONFIRMED'))
    .orderBy('created_at', 'desc')
    .limit(1)
    .$castTo<Account>()

/** By sub or by email in any case. */
export const selectAccount = (tx: Tx, login: string): Promise<Account | undefined> => accountBy(tx, login).executeTakeFirst()

// The order of locks, to avoid deadlocks: the row of the account, then the subject (lockSubject), then everything else.
// Every change or proof of an account starts with its row.
/**
 * The same, locked against other proofs and changes until this operation ends, so that a sign-in and its revocation
 * cannot overlap.
 */
export const lockAccount = (tx: Tx, login: string): Promise<Account | undefined> =>
  accountBy(tx, login).forUpdate().executeTakeFirst()

/** The subs of sign-ups with the email that can still confirm it, newest first. */
export const selectUnconfirmedSubs = async (tx: Tx, email: string): Promise<string[]> => {
  const query = tx.selectFrom('pool.account').select('sub').where('email_norm', '=', email).where('status', '=', 'UNCONFIRMED')
  const rows = await query.orderBy('created_at', 'desc').orderBy('sub').execute()
  return rows.map(({ sub }) => sub)
}

/** The sign-ups with the email that can still confirm it, newest first. */
export const lockUnconfirmed = (tx: Tx, email: string): Promise<Account[]> =>
  tx
    .selectFrom('pool.account')
    .select(accountColumns)
    .where('email_norm', '=', email)
    .where('status', '=', 'UNCONFIRMED')
    .orderBy('created_at', 'desc')
    .orderBy('sub')
    .forUpdate()
    .$castTo<Account>()
    .execute()

/** Undefined if the email is taken. */
export const insertAccount = (
  tx: Tx,
  account: Omit<Account, 'updatedAt' | 'enabled' | 'mfaMethods' | 'mfaPreferred' | 'passwordFromEmail'>,
): Promise<Account | undefined> =>
  tx
    .insertInto('pool.account')
    .values({
      sub: account.sub,
      username: account.sub,
      email_norm: account.email,
      attributes: JSON.stringify(account.attributes),
      status: account.status,
      srp_salt: account.salt,
      srp_verifier_sealed: account.verifierSealed,
      temp_password_expires: account.tempPasswordExpires,
      created_at: account.createdAt,
      updated_at: account.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(accountColumns)
    .$castTo<Account>()
    .executeTakeFirst()

export type AccountChange = Partial<
  Pick<
    Account,
    | 'attributes'
    | 'status'
    | 'enabled'
    | 'salt'
    | 'verifierSealed'
    | 'tempPasswordExpires'
    | 'mfaMethods'
    | 'mfaPreferred'
    | 'passwordFromEmail'
  >
>

export const updateAccount = (tx: Tx, sub: string, change: AccountChange & { updatedAt: Date }): Promise<Account> =>
  tx
    .updateTable('pool.account')
    .set({
      updated_at: change.updatedAt,
      ...(change.attributes === undefined ? {} : { attributes: JSON.stringify(change.attributes) }),
      ...(change.status === undefined ? {} : { status: change.status }),
      ...(change.enabled === undefined ? {} : { enabled: change.enabled }),
      ...(change.salt === undefined ? {} : { srp_salt: change.salt }),
      ...(change.verifierSealed === undefined ? {} : { srp_verifier_sealed: change.verifierSealed }),
      ...(change.tempPasswordExpires === undefined ? {} : { temp_password_expires: change.tempPasswordExpires }),
      ...(change.mfaMethods === undefined ? {} : { mfa_methods: [...change.mfaMethods] }),
      ...(change.mfaPreferred === undefined ? {} : { mfa_preferred: change.mfaPreferred }),
      ...(change.passwordFromEmail === undefined ? {} : { password_from_email: change.passwordFromEmail }),
    })
    .where('sub', '=', sub)
    .returning(accountColumns)
    .$castTo<Account>()
    .executeTakeFirstOrThrow()

/** False if the email belongs to another account. */
export const changeEmail = async (tx: Tx, sub: string, email: string): Promise<boolean> => {
  await sql`savepoint email`.execute(tx)
  try {
    await tx.updateTable('pool.account').set({ email_norm: email }).where('sub', '=', sub).execute()
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '23505')) throw error
    await sql`rollback to savepoint email`.execute(tx)
    return false
  }
}

/** With everything that references the account. */
export const deleteAccount = async (tx: Tx, sub: string): Promise<void> => {
  for (const table of ['pool.code', 'pool.auth_session'] as const) await tx.deleteFrom(table).where('subject', '=', sub).execute()
  const locations = tx.selectFrom('pool.known_location').select('location').where('sub', '=', sub)
  await tx
    .deleteFrom('pool.throttle')
    .where((row) => row.or([row('subject', '=', sub), row('subject', 'in', locations)]))
    .execute()
  await tx.deleteFrom('pool.account').where('sub', '=', sub).execute()
}

export interface AccountSearch {
  where?: { column: 'sub' | 'email' | 'status' | 'enabled' | { attribute: string }; prefix: boolean; value: string }
  after?: string
  limit: number
}

/** In the order of their subs. */
export const selectAccounts = (tx: Tx, { where, after, limit }: AccountSearch): Promise<Account[]> => {
  let query = tx.selectFrom('pool.account').select(accountColumns).$castTo<Account>().orderBy('sub').limit(limit)
  if (after !== undefined) query = query.where('sub', '>', after)
  if (where === undefined) return query.execute()
  const columns = { sub: sql<string>`sub::text`, email: sql<string>`email_norm`, status: sql<string>`status` }
  const enabled = sql<string>`case when enabled then 'Enabled' else 'Disabled' end`
  const name = where.column
  const text =
    typeof name === 'object' ? sql<string>`attributes ->> ${name.attribute}` : name === 'enabled' ? enabled : columns[name]
  return query
    .where(where.prefix ? sql<boolean>`starts_with(${text}, ${where.value})` : sql<boolean>`${text} = ${where.value}`)
    .execute()
}
