// The keys that sign tokens, and the secret behind hashes. Created by the first process, then shared through the
// database.
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/db/scope.ts'
import { sealContext, type Sealer } from '#server/platform/secrets.ts'
import { calculateJwkThumbprint, createLocalJWKSet, type LocalJWKSet } from 'jose'
import { createPrivateKey, generateKeyPair, randomBytes, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { insertKey, insertSecret, keyUses, lockKeys, selectKeys, selectSecret, type KeyUse } from './queries.ts'

export const tokenAlgorithm = 'RS256' as const

export interface SigningKey {
  kid: string
  privateKey: KeyObject
}

// An alias, not an interface: jose wants to index it.
type PublishedKey = { kty: string; n: string; e: string; kid: string; alg: typeof tokenAlgorithm; use: 'sig' }

export interface KeyRing {
  access: SigningKey
  id: SigningKey
  jwks: { keys: PublishedKey[] }
  /** The same keys, to verify with: the server never calls its own endpoint for them. */
  publicKeys: LocalJWKSet
  /** The key for hashes of codes and for decoys of unknown names. */
  macSecret: Buffer
}

export interface Keys {
  ring(): Promise<KeyRing>
  /** For a token signed by a key that this process does not know yet; reads at most every few seconds. */
  newerRing(): Promise<KeyRing>
}

export interface KeyStore {
  database: Database
  sealer: Sealer
  clock: Clock
}

// A key that another process created is known within this time.
const freshFor = 5 * 60_000
const lookAgainAfter = 10_000

const makeKeyPair = promisify(generateKeyPair)
const keyContext = (kid: string) => sealContext('pool.signing_key', 'private_sealed', kid)
const secretContext = sealContext('pool.secret', 'value_sealed', 'mac')

export const createKey = async (tx: Tx, { sealer, clock }: KeyStore, key: { use: KeyUse; signsFrom: Date }): Promise<void> => {
  const { publicKey, privateKey } = await makeKeyPair('rsa', { modulusLength: 2048 })
  const { kty, n, e } = publicKey.export({ format: 'jwk' })
  const publicJwk = { kty: kty ?? '', n: n ?? '', e: e ?? '' }
  const kid = await calculateJwkThumbprint(publicJwk)
  const privateSealed = sealer.seal(privateKey.export({ type: 'pkcs8', format: 'der' }), keyContext(kid))
  await insertKey(tx, { ...key, kid, publicJwk, privateSealed, createdAt: clock.now() })
}

/** Newest first: the first one whose time has come. */
const signingKey = (keys: Awaited<ReturnType<typeof selectKeys>>, use: KeyUse, now: Date) =>
  keys.find((key) => key.use === use && key.signsFrom <= now)

const createMissing = async (tx: Tx, store: KeyStore): Promise<void> => {
  await lockKeys(tx)
  const now = store.clock.now()
  const present = await selectKeys(tx, now)
  for (const use of keyUses) if (!signingKey(present, use, now)) await createKey(tx, store, { use, signsFrom: now })
  if ((await selectSecret(tx, 'mac')) !== undefined) return
  await insertSecret(tx, {
    name: 'mac',
    valueSealed: store.sealer.seal(randomBytes(32), secretContext),
    createdAt: store.clock.now(),
  })
}

const readRing = async (tx: Tx, { sealer, clock }: KeyStore): Promise<KeyRing | undefined> => {
  const now = clock.now()
  const rows = await selectKeys(tx, now)
  const secret = await selectSecret(tx, 'mac')
  const signing = (use: KeyUse): SigningKey | undefined => {
    const row = signingKey(rows, use, now)
    if (row === undefined) return undefined
    const key = sealer.open(row.privateSealed, keyContext(row.kid))
    return { kid: row.kid, privateKey: createPrivateKey({ key, type: 'pkcs8', format: 'der' }) }
  }
  const [access, id] = [signing('access'), signing('id')]
  if (access === undefined || id === undefined || secret === undefined) return undefined
  const keys = rows.map(({ kid, publicJwk }) => ({ ...publicJwk, kid, alg: tokenAlgorithm, use: 'sig' as const }))
  return { access, id, jwks: { keys }, publicKeys: createLocalJWKSet({ keys }), macSecret: sealer.open(secret, secretContext) }
}

const loadRing = (store: KeyStore): Promise<KeyRing> =>
  store.database.asSystem('identity: read the signing keys', async (tx) => {
    const present = await readRing(tx, store)
    if (present) return present
    await createMissing(tx, store)
    const made = await readRing(tx, store)
    if (made === undefined) throw new Error('The signing keys of the user pool could not be made')
    return made
  })

export const createKeys = (store: KeyStore): Keys => {
  let cached: { ring: Promise<KeyRing>; at: number } | undefined
  const load = (): Promise<KeyRing> => {
    const entry = { ring: loadRing(store), at: store.clock.now().getTime() }
    cached = entry
    entry.ring.catch(() => {
      if (cached === entry) cached = undefined
    })
    return entry.ring
  }
  const heldFor = (limit: number): Promise<KeyRing> =>
    cached !== undefined && Math.abs(store.clock.now().getTime() - cached.at) < limit ? cached.ring : load()
  return { ring: () => heldFor(freshFor), newerRing: () => heldFor(lookAgainAfter) }
}
