import type { Tx } from '#server/platform/db/scope.ts'
import { sql } from 'kysely'

interface RefreshToken {
  hash: string
  seed: string
  sub: string
  originJti: string
  authTime: Date
  expires: Date
  deviceKey: string | null
}

interface Surplus {
  /** How many sign-ins of the user stay, with the new one. */
  kept: number
  now: Date
  /** When the last access token of the ended ones expires. */
  forgetAt: Date
}

/** Ends and announces, in the same statement, the oldest sign-ins of the user if there are too many. */
export const insertRefreshToken = async (tx: Tx, token: RefreshToken, { kept, now, forgetAt }: Surplus): Promise<void> => {
  const { hash, seed, sub, originJti, authTime, expires, deviceKey } = token
  // A statement does not see the row that it inserts: all but one of those that stay are older.
  await sql`
    with fresh as (
      insert into pool.refresh_token (token_hash, seed, sub, origin_jti, auth_time, expires, device_key)
      values (${hash}, ${seed}, ${sub}, ${originJti}, ${authTime}, ${expires}, ${deviceKey})
    ), surplus as (
      select token_hash from pool.refresh_token
      where sub = ${sub} and revoked_at is null and expires > ${now}
      order by auth_time desc, token_hash offset ${kept - 1}
    ), ended as (
      update pool.refresh_token set revoked_at = ${now}
      where token_hash in (select token_hash from surplus) returning origin_jti
    ), revoked as (
      insert into pool.revoked_origin (origin_jti, expires)
      select origin_jti, ${forgetAt} from ended on conflict do nothing
    )
    select pg_notify('token_revoked', origin_jti::text) from ended`.execute(tx)
}

const keptTokens = (tx: Tx) =>
  tx
    .selectFrom('pool.refresh_token')
    .select([
      'sub',
      'origin_jti as originJti',
      'auth_time as authTime',
      'expires',
      'revoked_at as revokedAt',
      'device_key as deviceKey',
      'seed',
      'generation',
      'rotated_at as rotatedAt',
    ])

export const selectRefreshTokenOf = (tx: Tx, originJti: string) =>
  keptTokens(tx).where('origin_jti', '=', originJti).executeTakeFirst()

export const selectRefreshTokenByHash = (tx: Tx, hash: string) => keptTokens(tx).where('token_hash', '=', hash).executeTakeFirst()

export type KeptToken = NonNullable<Awaited<ReturnType<typeof selectRefreshTokenOf>>>

/** When the user last proved their identity again. */
export const selectProvenAt = async (tx: Tx, originJti: string): Promise<Date | null> => {
  const row = await tx.selectFrom('pool.refresh_token').select('proven_at').where('origin_jti', '=', originJti).executeTakeFirst()
  return row?.proven_at ?? null
}

export const updateProvenAt = async (tx: Tx, originJti: string, at: Date): Promise<void> => {
  await tx.updateTable('pool.refresh_token').set({ proven_at: at }).where('origin_jti', '=', originJti).execute()
}

interface Rotated {
  originJti: string
  generation: number
  seed: string
  rotatedAt: Date
  expires: Date
}

export const rotateRefreshToken = async (tx: Tx, { originJti, generation, seed, rotatedAt, expires }: Rotated): Promise<void> => {
  await tx
    .updateTable('pool.refresh_token')
    .set({ generation, seed, rotated_at: rotatedAt, expires })
    .where('origin_jti', '=', originJti)
    .execute()
}

export interface Which {
  sub: string
  /** One sign-in instead of all. */
  only?: string
  /** All but this one. */
  except?: string
  /** Those that this device proved itself for. */
  deviceKey?: string
}

/** Ends the sign-ins of a user, and returns their origins. */
export const revokeRefreshTokens = async (
  tx: Tx,
  { sub, only, except, deviceKey, now }: Which & { now: Date },
): Promise<string[]> => {
  let query = tx.updateTable('pool.refresh_token').set({ revoked_at: now }).where('sub', '=', sub).where('revoked_at', 'is', null)
  if (only !== undefined) query = query.where('origin_jti', '=', only)
  if (except !== undefined) query = query.where('origin_jti', '<>', except)
  if (deviceKey !== undefined) query = query.where('device_key', '=', deviceKey)
  const rows = await query.returning('origin_jti').execute()
  return [...new Set(rows.map((row) => row.origin_jti))]
}

/** Stores and announces, to all processes, that the tokens of these origins are no longer valid. */
export const insertRevokedOrigins = async (tx: Tx, origins: readonly string[], expires: Date): Promise<void> => {
  if (origins.length === 0) return
  await sql`
    insert into pool.revoked_origin (origin_jti, expires)
    select unnest(${origins}::uuid[]), ${expires} on conflict do nothing`.execute(tx)
  await sql`select pg_notify('token_revoked', origin) from unnest(${origins}::text[]) origin`.execute(tx)
}

export const isOriginRevoked = async (tx: Tx, origin: string): Promise<boolean> => {
  const row = await tx.selectFrom('pool.revoked_origin').select('origin_jti').where('origin_jti', '=', origin).executeTakeFirst()
  return row !== undefined
}

/** Lets one process at a time create keys. */
export const lockKeys = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('pool signing keys', 0))`.execute(tx)
}

export const keyUses = ['access', 'id'] as const
export type KeyUse = (typeof keyUses)[number]

/** A public key in the form of RFC 7517. */
interface JsonWebKey {
  kty: string
  n: string
  e: string
}

interface StoredKey {
  kid: string
  use: KeyUse
  publicJwk: JsonWebKey
  privateSealed: string
  signsFrom: Date
}

/** Keys that are still valid for checking, newest first. */
export const selectKeys = (tx: Tx, now: Date) =>
  tx
    .selectFrom('pool.signing_key')
    .select(['kid', 'use', 'public_jwk as publicJwk', 'private_sealed as privateSealed', 'signs_from as signsFrom'])
    .$castTo<StoredKey>()
    .where((row) => row.or([row('retires_at', 'is', null), row('retires_at', '>', now)]))
    .orderBy('signs_from', 'desc')
    .orderBy('kid')
    .execute()

export const insertKey = async (tx: Tx, key: StoredKey & { createdAt: Date }): Promise<void> => {
  await tx
    .insertInto('pool.signing_key')
    .values({
      kid: key.kid,
      use: key.use,
      public_jwk: JSON.stringify(key.publicJwk),
      private_sealed: key.privateSealed,
      created_at: key.createdAt,
      signs_from: key.signsFrom,
    })
    .execute()
}

/** Sets the end of keys that have none yet. */
export const retireKeys = async (tx: Tx, at: Date): Promise<void> => {
  await tx.updateTable('pool.signing_key').set({ retires_at: at }).where('retires_at', 'is', null).execute()
}

export const selectSecret = async (tx: Tx, name: string): Promise<string | undefined> => {
  const row = await tx.selectFrom('pool.secret').select('value_sealed').where('name', '=', name).executeTakeFirst()
  return row?.value_sealed
}

export const insertSecret = async (tx: Tx, secret: { name: string; valueSealed: string; createdAt: Date }): Promise<void> => {
  await tx
    .insertInto('pool.secret')
    .values({ name: secret.name, value_sealed: secret.valueSealed, created_at: secret.createdAt })
    .execute()
}

const ageColumns = {
  'pool.code': 'expires',
  'pool.auth_session': 'expires',
  'pool.throttle': 'last_at',
  'pool.known_location': 'last_at',
  'pool.refresh_token': 'expires',
  'pool.revoked_origin': 'expires',
  'pool.signing_key': 'retires_at',
} as const

export type AgingTable = keyof typeof ageColumns

// Locked rows are left to the next run: cleaning waits for no locks, and deletes no row that is being changed.
const unheld = sql`for update skip locked`

/** Deletes at most `limit` rows that expired before that moment, and returns their number. */
export const deleteAged = async (
  tx: Tx,
  table: AgingTable,
  { before, limit }: { before: Date; limit: number },
): Promise<number> => {
  const [name, column] = [sql.table(table), sql.ref(ageColumns[table])]
  const old = sql`select ctid from ${name} where ${column} < ${before} limit ${limit} ${unheld}`
  const result = await sql`delete from ${name} where ctid = any(array(${old}))`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}

/** Unconfirmed sign-ups block an address that may belong to someone else. */
export const deleteUnconfirmed = async (tx: Tx, { before, limit }: { before: Date; limit: number }): Promise<number> => {
  const isOld = sql`status = 'UNCONFIRMED' and created_at < ${before}`
  const old = sql`select sub from pool.account where ${isOld} limit ${limit} ${unheld}`
  const result = await sql`delete from pool.account where sub = any(array(${old})) and ${isOld}`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}
