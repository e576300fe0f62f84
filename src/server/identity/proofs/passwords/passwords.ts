import { limits } from '#contract/kit/limits.ts'
import { sealContext } from '#server/platform/secrets.ts'
import { randomBytes, randomInt } from 'node:crypto'
import type { Subject } from '../../accounts/accounts.ts'
import { poolName, type Call } from '../../pool.ts'
import type { Account } from '../../accounts/queries.ts'
import { invalidPassword } from '../../wire/refusals.ts'
import { isCommonPassword } from './common-passwords.ts'
import { computeVerifier, isSameNumber, newSalt, toHex } from './srp.ts'

/** The rules for every password, temporary ones too. */
export const assertPolicy = (password: string): void => {
  if (password === '') throw invalidPassword('Password cannot be empty')
  if (password.length < limits.passwordMin) throw invalidPassword()
  if (password.length > limits.passwordMax) throw invalidPassword('Password did not conform with policy: Password too long')
}

/** The rules for a permanent one. `login` is what the user signs in with: their own email is not a secret. */
export const assertLastingPolicy = (password: string, login: string): void => {
  assertPolicy(password)
  if (isCommonPassword(password))
    throw invalidPassword('This password is on public lists of common passwords. Please choose another one.')
  const [chosen, address] = [password.toLowerCase(), login.toLowerCase()]
  if (chosen === address || chosen === address.split('@')[0])
    throw invalidPassword('This password is your own email address. Please choose another one.')
}

const sealContextOf = (sub: string): string => sealContext('pool.account', 'srp_verifier_sealed', sub)

/** What is stored of a password. A verifier alone can be attacked quickly, hence sealed. */
export const credentialOf = (call: Call, sub: string, password: string) => {
  const salt = newSalt()
  const verifier = computeVerifier(salt, { group: poolName(call.settings), userId: sub, password })
  return { salt, verifierSealed: call.sealer.seal(toHex(verifier), sealContextOf(sub)), passwordFromEmail: false }
}

/** Instead of a password that may be a stranger's: no one knows this one. */
export const unknownCredentialOf = (call: Call, sub: string) => credentialOf(call, sub, randomBytes(32).toString('base64url'))

const openVerifier = (call: Call, { sub, verifierSealed }: Account): bigint =>
  BigInt(`0x${call.sealer.open(verifierSealed, sealContextOf(sub)).toString()}`)

export const verifierOf = (call: Call, { account, decoyVerifier }: Subject): bigint =>
  account === undefined ? decoyVerifier() : openVerifier(call, account)

export const isPasswordOf = (call: Call, subject: Subject, password: string): boolean => {
  const claimed = computeVerifier(subject.salt, { group: poolName(call.settings), userId: subject.sub, password })
  return isSameNumber(claimed, verifierOf(call, subject)) && subject.account !== undefined
}

export const isPasswordOfAccount = (call: Call, account: Account, password: string): boolean => {
  const claimed = computeVerifier(account.salt, { group: poolName(call.settings), userId: account.sub, password })
  return isSameNumber(claimed, openVerifier(call, account))
}

/** How long a temporary password works. */
export const temporaryFor = 7 * 86_400_000

// Without characters that look alike.
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'

export const newTemporaryPassword = (): string => Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
