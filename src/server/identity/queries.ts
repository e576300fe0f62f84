// All SQL of the pool. Times come from the caller: one moment per operation.
import { isId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { sql } from 'kysely'

type AccountStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD' | 'RESET_REQUIRED'
export type Attributes = Readonly<Record<string, string>>
export type CodeKind = 'sign_up' | 'password' | 'attribute'
export type MfaMethod = 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP' | 'SMS_MFA'
export type ThrottleKind =
  | 'password'
  | 'code'
  | 'mfa'
  | 'question'
  | 'sign_up'
  | 'sign_up_code'
  | 'password_code'
  | 'attribute_code'
  | 'sign_in_code'
  | 'second_step_code'
  | 'address'
  | 'address_letters'
  | 'network'
  | 'network_letters'
  | 'attack_letter'
export const keyUses = ['access', 'id'] as const
export type KeyUse = (typeof keyUses)[number]

/** A public key in the form of RFC 7517. */
export interface JsonWebKey {
  kty: string
  n: string
  e: string
}

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
  'password_from_mail as passwordFromMail',
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
  /** Whoever reads the mailbox may have chosen it. */
  passwordFromMail: boolean
  createdAt: Date
  updatedAt: Date
}

/** An address belongs to whoever confirmed it; until somebody does, the newest sign-up stands for it. */
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

// The order of locks, so that no two operations wait for each other: the row of the account, then the subject (lockSubject), then
// everything else. Whatever changes or proves something of an account starts with its row.
/** The same, and nobody else proves or changes it until this operation is done: a sign-in and its withdrawal cannot miss each other. */
export const lockAccount = (tx: Tx, login: string): Promise<Account | undefined> =>
  accountBy(tx, login).forUpdate().executeTakeFirst()

/** Those who signed up with the address and may still confirm it, newest first. */
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

/** Undefined when the address is taken. */
export const insertAccount = (
  tx: Tx,
  account: Omit<Account, 'updatedAt' | 'enabled' | 'mfaMethods' | 'mfaPreferred' | 'passwordFromMail'>,
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
    | 'passwordFromMail'
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
      ...(change.passwordFromMail === undefined ? {} : { password_from_mail: change.passwordFromMail }),
    })
    .where('sub', '=', sub)
    .returning(accountColumns)
    .$castTo<Account>()
    .executeTakeFirstOrThrow()

/** False when the address belongs to another account. */
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

/** With everything that hangs on the account. */
export const deleteAccount = async (tx: Tx, sub: string): Promise<void> => {
  for (const table of ['pool.code', 'pool.auth_session'] as const) await tx.deleteFrom(table).where('subject', '=', sub).execute()
  const places = tx.selectFrom('pool.known_place').select('place').where('sub', '=', sub)
  await tx
    .deleteFrom('pool.throttle')
    .where((row) => row.or([row('subject', '=', sub), row('subject', 'in', places)]))
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

/** Makes proofs of one subject wait for each other, so that guesses sent side by side are all counted. */
export const lockSubject = async (tx: Tx, subject: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pool ${subject}`}, 0))`.execute(tx)
}

export const upsertCode = async (
  tx: Tx,
  code: { subject: string; kind: CodeKind; hash: string; expires: Date },
): Promise<void> => {
  await tx
    .insertInto('pool.code')
    .values({ subject: code.subject, kind: code.kind, code_hash: code.hash, attempts: 0, expires: code.expires })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'kind']).doUpdateSet((row) => ({
        code_hash: row.ref('excluded.code_hash'),
        attempts: row.ref('excluded.attempts'),
        expires: row.ref('excluded.expires'),
      })),
    )
    .execute()
}

export const selectCode = (tx: Tx, subject: string, kind: CodeKind) =>
  tx
    .selectFrom('pool.code')
    .select(['code_hash as hash', 'attempts', 'expires'])
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()

export const countCodeAttempt = async (tx: Tx, subject: string, kind: CodeKind): Promise<void> => {
  await tx
    .updateTable('pool.code')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .execute()
}

export const deleteCode = async (tx: Tx, subject: string, kind: CodeKind): Promise<void> => {
  await tx.deleteFrom('pool.code').where('subject', '=', subject).where('kind', '=', kind).execute()
}

export interface SessionRow {
  idHash: string
  subject: string
  step: string
  dataSealed: string
  expires: Date
}

export const insertSession = async (tx: Tx, { idHash, subject, step, dataSealed, expires }: SessionRow): Promise<void> => {
  await tx.insertInto('pool.auth_session').values({ id_hash: idHash, subject, step, data_sealed: dataSealed, expires }).execute()
}

/** Never that of another subject, not even to lock it. */
export const selectSession = (tx: Tx, idHash: string, subject: string) =>
  tx
    .selectFrom('pool.auth_session')
    .select(['id_hash as idHash', 'step', 'data_sealed as dataSealed', 'attempts', 'expires'])
    .where('id_hash', '=', idHash)
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirst()

export const countSessionAttempt = async (tx: Tx, idHash: string): Promise<void> => {
  await tx
    .updateTable('pool.auth_session')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('id_hash', '=', idHash)
    .execute()
}

export const deleteSession = async (tx: Tx, idHash: string): Promise<void> => {
  await tx.deleteFrom('pool.auth_session').where('id_hash', '=', idHash).execute()
}

/** The same, and it is over: what takes it goes on or fails, and nobody takes it again. */
export const takeSession = (tx: Tx, { idHash, subject, step }: Pick<SessionRow, 'idHash' | 'subject' | 'step'>) =>
  tx
    .deleteFrom('pool.auth_session')
    .where('id_hash', '=', idHash)
    .where('subject', '=', subject)
    .where('step', '=', step)
    .returning(['id_hash as idHash', 'step', 'data_sealed as dataSealed', 'attempts', 'expires'])
    .executeTakeFirst()

/** Whose sign-in that is; to be looked at again once their account is held. */
export const selectSessionSubject = async (tx: Tx, idHash: string): Promise<string | undefined> => {
  const row = await tx.selectFrom('pool.auth_session').select('subject').where('id_hash', '=', idHash).executeTakeFirst()
  return row?.subject
}

/** Every sign-in of the subject that is under way. */
export const deleteSessionsOf = async (tx: Tx, subject: string): Promise<void> => {
  await tx.deleteFrom('pool.auth_session').where('subject', '=', subject).execute()
}
