import { limits } from '#contract/limits.ts'
import { placeOf } from '#server/platform/secrets.ts'
import { randomInt } from 'node:crypto'
import type { Subject } from '../accounts.ts'
import { poolName, type Call } from '../pool.ts'
import { invalidPassword } from '../refusals.ts'
import { isCommonPassword } from './common-passwords.ts'
import { computeVerifier, isSameNumber, newSalt, toHex } from './srp.ts'

/** What holds for every password, temporary ones too. */
export const assertPolicy = (password: string): void => {
  if (password === '') throw invalidPassword('Password cannot be empty')
  if (password.length < limits.passwordMin) throw invalidPassword()
  if (password.length > limits.passwordMax) throw invalidPassword('Password did not conform with policy: Password too long')
}

/** What holds for one that stays. `login` is what the person signs in with: their own address is no secret. */
export const assertLastingPolicy = (password: string, login: string): void => {
  assertPolicy(password)
  if (isCommonPassword(password))
    throw invalidPassword('This password is on public lists of often used passwords. Please choose another one.')
  const [given, address] = [password.toLowerCase(), login.toLowerCase()]
  if (given === address || given === address.split('@')[0])
    throw invalidPassword('This password is your own address. Please choose another one.')
}

const place = (sub: string): string => placeOf('pool.account', 'srp_verifier_sealed', sub)

/** What is kept of a password. A verifier alone is quickly guessed from, hence sealed. */
export const credentialOf = (call: Call, sub: string, password: string) => {
  const salt = newSalt()
  const verifier = computeVerifier(salt, { group: poolName(call.settings), userId: sub, password })
  return { salt, verifierSealed: call.sealer.seal(toHex(verifier), place(sub)), passwordFromMail: false }
}

export const verifierOf = (call: Call, { sub, account, decoyVerifier }: Subject): bigint =>
  account === undefined ? decoyVerifier() : BigInt(`0x${call.sealer.open(account.verifierSealed, place(sub)).toString()}`)

export const isPasswordOf = (call: Call, subject: Subject, password: string): boolean => {
  const claimed = computeVerifier(subject.salt, { group: poolName(call.settings), userId: subject.sub, password })
  return isSameNumber(claimed, verifierOf(call, subject)) && subject.account !== undefined
}

/** How long a password that somebody else chose lets its person in. */
export const temporaryFor = 7 * 86_400_000

// Without those that look alike in a letter.
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'

export const newTemporaryPassword = (): string => Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
