// The second steps of an account, and what follows when they change.
import { isEmailVerified, provenPhone } from '../accounts/accounts.ts'
import { sendSecurityEmail } from '../emails.ts'
import type { Call } from '../pool.ts'
import type { Progress } from '../proofs/progress.ts'
import { deleteSessionsOf } from '../proofs/session-queries.ts'
import { updateAccount, type Account, type Attributes, type MfaMethod } from '../accounts/queries.ts'
import { invalidParameter } from '../wire/refusals.ts'

export interface Methods {
  enabled: readonly MfaMethod[]
  preferred: MfaMethod | null
}

const words: Record<MfaMethod, string> = {
  SOFTWARE_TOKEN_MFA: 'authenticator app',
  EMAIL_OTP: 'email codes',
  SMS_MFA: 'text messages',
}

const sameWay: Partial<Record<Progress['first'], MfaMethod>> = { email: 'EMAIL_OTP', sms: 'SMS_MFA' }

/** Those that prove something else than the first step did: one mailbox or phone cannot be both. */
export const otherMethods = ({ mfaMethods, passwordFromEmail }: Account, first: Progress['first']): MfaMethod[] => {
  const others = mfaMethods.filter((method) => method !== sameWay[first])
  const beyondMail = others.filter((method) => method !== 'EMAIL_OTP')
  return first === 'password' && passwordFromEmail && beyondMail.length > 0 ? beyondMail : others
}

/** Whether the first proof is also the only second step: it would prove everything at once. */
export const wouldBeBothSteps = (account: Account, first: Progress['first']): boolean =>
  account.mfaMethods.length > 0 && otherMethods(account, first).length === 0

/** Whether a code of that kind can reach the user. */
export const isReachable = (call: Call, account: Account, method: MfaMethod): boolean => {
  if (method === 'EMAIL_OTP') return isEmailVerified(account)
  return method !== 'SMS_MFA' || (call.postText !== undefined && provenPhone(account) !== undefined)
}

/** Those that stay with other attributes: an unverified email or number cannot be a second step. */
const lastingMethods = (account: Account, attributes: Attributes): MfaMethod[] => {
  const changed = { ...account, attributes }
  return account.mfaMethods.filter(
    (method) =>
      (method !== 'EMAIL_OTP' || isEmailVerified(changed)) && (method !== 'SMS_MFA' || provenPhone(changed) !== undefined),
  )
}

/** For changes by users themselves. An administrator may, and the user then sets up a new one when signing in. */
export const assertKeepsSecondStep = ({ settings }: Call, { mfaMethods }: Account, enabled: readonly MfaMethod[]): void => {
  if (settings.mfa === 'required' && mfaMethods.length > 0 && enabled.length === 0)
    throw invalidParameter('Your account requires two-step sign-in. Turn on another method before you turn this one off.')
}

export const assertAttributesKeepSecondStep = (call: Call, account: Account, attributes: Attributes): void =>
  assertKeepsSecondStep(call, account, lastingMethods(account, attributes))

const describeChange = (before: readonly MfaMethod[], now: readonly MfaMethod[]): string[] => [
  ...now.filter((method) => !before.includes(method)).map((method) => `Two-step sign-in method turned on: ${words[method]}.`),
  ...before.filter((method) => !now.includes(method)).map((method) => `Two-step sign-in method turned off: ${words[method]}.`),
]

/** Ends every sign-in that is under way, because it was asked for an outdated step. */
export const changeMethods = async (call: Call, account: Account, { enabled, preferred }: Methods): Promise<Account> => {
  const sentences = describeChange(account.mfaMethods, enabled)
  if (sentences.length === 0 && preferred === account.mfaPreferred) return account
  await deleteSessionsOf(call.tx, account.sub)
  const change = { mfaMethods: enabled, mfaPreferred: preferred, updatedAt: call.now }
  const changed = await updateAccount(call.tx, account.sub, change)
  if (sentences.length > 0) await sendSecurityEmail(call, account, sentences.join(' '))
  return changed
}

/** Saves the attributes, and turns off the second steps that they no longer support. */
export const saveAttributes = async (call: Call, account: Account, attributes: Attributes): Promise<void> => {
  const enabled = lastingMethods(account, attributes)
  const preferred = enabled.find((method) => method === account.mfaPreferred) ?? null
  await changeMethods(call, account, { enabled, preferred })
  await updateAccount(call.tx, account.sub, { attributes, updatedAt: call.now })
}
