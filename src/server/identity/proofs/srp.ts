// The server's side of SRP-6a as Cognito does it.
import { createHash, createHmac, getDiffieHellman, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { constants, createPrivateKey, createPublicKey, diffieHellman, publicEncrypt, type KeyObject } from 'node:crypto'

const prime = getDiffieHellman('modp15').getPrime()
const generator = 2n
const hexNumber = /^[0-9a-f]{1,768}$/i

const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
export const groupOrder = toNumber(prime)

/** A number of the other side; undefined when it is none. */
export const parseNumber = (hex: string): bigint | undefined => (hexNumber.test(hex) ? BigInt(`0x${hex}`) : undefined)
export const toHex = (value: bigint): string => value.toString(16)

/** Big-endian with a leading zero byte where the top bit is set, as Java writes a positive number. */
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

// Exponentiation borrows OpenSSL's Diffie-Hellman through key objects: a loop over BigInt takes four times as long, and
// createDiffieHellman() of Node 26 first spends two seconds on proving the prime.
const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const derNumber = (value: bigint): Buffer => der(0x02, padded(value))
const dhKeyAgreement = Buffer.from('06092a864886f70d010301', 'hex')
const group = der(0x30, dhKeyAgreement, der(0x30, derNumber(groupOrder), derNumber(generator)))

const privateKeyOf = (exponent: bigint) =>
  createPrivateKey({ key: der(0x30, derNumber(0n), group, der(0x04, derNumber(exponent))), format: 'der', type: 'pkcs8' })

const publicKeyOf = (base: bigint) =>
  createPublicKey({ key: der(0x30, group, der(0x03, Buffer.from([0]), derNumber(base))), format: 'der', type: 'spki' })

/** In constant time, for exponents that are secret. */
const powerOf = (base: bigint, exponent: KeyObject): bigint =>
  toNumber(diffieHellman({ privateKey: exponent, publicKey: publicKeyOf(base) }))

// Where the number begins in an exported public key: behind the group and the heads around it, which a number of this size always has.
const heads = group.length + 13

/** The same for the generator, for half the price: a private key is not read without computing its public one. */
const powerOfGenerator = (exponent: KeyObject): bigint =>
  toNumber(createPublicKey(exponent).export({ format: 'der', type: 'spki' }).subarray(heads))

/** For exponents that everybody may know: RSA without padding is nothing but an exponentiation, and needs no key of its own. */
const openPowerOf = (base: bigint, exponent: bigint): bigint => {
  const jwk = { kty: 'RSA', n: prime.toString('base64url'), e: padded(exponent).toString('base64url') }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  return toNumber(publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, wide(base)))
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

export const computeVerifier = (salt: string, login: Login): bigint => powerOfGenerator(privateKeyOf(computeX(salt, login)))

// The private key of an exchange is kept from its first half to its second, which mostly comes to the same process: that spares a third
// of the arithmetic. The oldest give way, and a key that is not there is read again.
const keptMax = 1000
const kept = new Map<bigint, KeyObject>()

const keepKey = (b: bigint): KeyObject => {
  const key = privateKeyOf(b)
  kept.set(b, key)
  const [oldest] = kept.keys()
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
  return key
}

const takeKey = (b: bigint): KeyObject => {
  const key = kept.get(b) ?? privateKeyOf(b)
  kept.delete(b)
  return key
}

export const newPrivateNumber = (): bigint => toNumber(randomBytes(32))

/** What the server shows of its private number: kv + g^b. */
export const computeB = (verifier: bigint, b: bigint): bigint =>
  (multiplier * verifier + powerOfGenerator(keepKey(b))) % groupOrder

export const computeU = (A: bigint, B: bigint): bigint => toNumber(hash(padded(A), padded(B)))

export interface Exchange {
  A: bigint
  B: bigint
  b: bigint
  verifier: bigint
}

/** Undefined when the other side sent a number that would fix the key. */
export const sessionKey = ({ A, B, b, verifier }: Exchange): Buffer | undefined => {
  const u = computeU(A, B)
  if (A % groupOrder === 0n || u === 0n) return undefined
  try {
    const S = powerOf((A * openPowerOf(verifier, u)) % groupOrder, takeKey(b))
    return Buffer.from(hkdfSync('sha256', padded(S), padded(u), 'Caldera Derived Key', 16))
  } catch {
    // OpenSSL refuses 0, 1 and N-1 as a base.
    return undefined
  }
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
