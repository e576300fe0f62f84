// The server's side of SRP-6a as Cognito does it.
import {
  constants,
  createHash,
  createHmac,
  createPublicKey,
  getDiffieHellman,
  hkdfSync,
  publicEncrypt,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

const prime = getDiffieHellman('modp15').getPrime()
const generator = 2n
const hexNumber = /^[0-9a-f]{1,768}$/i

const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
export const groupOrder = toNumber(prime)

/** A number from the client; undefined if it is none. */
export const parseNumber = (hex: string): bigint | undefined => (hexNumber.test(hex) ? BigInt(`0x${hex}`) : undefined)
export const toHex = (value: bigint): string => value.toString(16)

/** Big-endian with a leading zero byte if the top bit is set, as Java writes a positive number. */
const padded = (value: bigint): Buffer => {
  const hex = toHex(value)
  const even = hex.length % 2 === 0 ? hex : `0${hex}`
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex')
}

const wide = (value: bigint): Buffer => Buffer.from(toHex(value).padStart(prime.length * 2, '0'), 'hex')

const hash = (...parts: Uint8Array[]): Buffer => {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return digest.digest()
}

/**
 * RSA without padding is an exponentiation, and OpenSSL's is far faster than a loop over BigInt. Its time depends on
 * the exponent, so it is only used for public exponents and for those that are used once.
 */
const powerOf = (base: bigint, exponent: bigint): bigint => {
  const jwk = { kty: 'RSA', n: prime.toString('base64url'), e: padded(exponent).toString('base64url') }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  return toNumber(publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, wide(base)))
}

const exponentBytes = 32

const powersOfGenerator = (): { rows: bigint[][]; correction: bigint } => {
  const rows: bigint[][] = []
  let step = generator
  let sum = 0n
  for (let byte = 0; byte < exponentBytes; byte += 1) {
    const row = [step]
    while (row.length < 256) row.push(((row.at(-1) ?? 1n) * step) % groupOrder)
    rows.push(row)
    sum += 1n << BigInt(8 * byte)
    step = row.at(-1) ?? step
  }
  // The generator's powers repeat after the group's order less one.
  return { rows, correction: powerOf(generator, groupOrder - 1n - sum) }
}
let prepared: ReturnType<typeof powersOfGenerator> | undefined

/**
 * The base never changes, so its powers are precomputed: one multiplication per byte of the exponent, a third of what
 * OpenSSL needs. Each row begins with the first power instead of the zeroth and the sum is corrected: every exponent
 * costs the same number of full multiplications.
 */
const powerOfGenerator = (exponent: bigint): bigint => {
  prepared ??= powersOfGenerator()
  const bytes = Buffer.from(toHex(exponent).padStart(exponentBytes * 2, '0'), 'hex').toReversed()
  let power = prepared.correction
  for (const [position, row] of prepared.rows.entries()) power = (power * (row[bytes[position] ?? 0] ?? 1n)) % groupOrder
  return power
}

const multiplier = toNumber(hash(padded(groupOrder), padded(generator)))

export interface Login {
  /** The pool's id after the underscore, or a device group. */
  group: string
  userId: string
  password: string
}

export const newSalt = (): string => randomBytes(16).toString('hex')

export const computeX = (salt: string, { group, userId, password }: Login): bigint =>
  toNumber(hash(padded(BigInt(`0x${salt}`)), hash(Buffer.from(`${group}${userId}:${password}`))))

export const computeVerifier = (salt: string, login: Login): bigint => powerOfGenerator(computeX(salt, login))

export const newPrivateNumber = (): bigint => toNumber(randomBytes(32))

/** The server's public number: kv + g^b. */
export const computeB = (verifier: bigint, b: bigint): bigint => (multiplier * verifier + powerOfGenerator(b)) % groupOrder

export const computeU = (A: bigint, B: bigint): bigint => toNumber(hash(padded(A), padded(B)))

export interface Exchange {
  A: bigint
  B: bigint
  b: bigint
  verifier: bigint
}

/** Undefined if the client sent a number that would fix the key. */
export const sessionKey = ({ A, B, b, verifier }: Exchange): Buffer | undefined => {
  const u = computeU(A, B)
  if (A % groupOrder === 0n || u === 0n) return undefined
  const S = powerOf((A * powerOf(verifier, u)) % groupOrder, b)
  return Buffer.from(hkdfSync('sha256', padded(S), padded(u), 'Caldera Derived Key', 16))
}

export interface Claim {
  group: string
  userId: string
  secretBlock: string
  timestamp: string
}

export const signClaim = (key: Uint8Array, { group, userId, secretBlock, timestamp }: Claim): string =>
  createHmac('sha256', key)
    .update(group)
    .update(userId)
    .update(Buffer.from(secretBlock, 'base64'))
    .update(timestamp)
    .digest('base64')

export const isSameText = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Whether two verifiers are equal, in constant time. */
export const isSameNumber = (one: bigint, other: bigint): boolean => timingSafeEqual(wide(one), wide(other))
