import { z } from 'zod'
import { findSubject } from '../../../accounts/accounts.ts'
import { mergeAttributes, readAttributes } from '../../../accounts/attributes.ts'
import { finishExchange } from '../../../proofs/passwords/password-exchange.ts'
import { assertLastingPolicy, credentialOf } from '../../../proofs/passwords/passwords.ts'
import { progressData } from '../../../proofs/progress.ts'
import { findSession, type Session } from '../../../proofs/sessions.ts'
import { updateAccount, type Account } from '../../../accounts/queries.ts'
import { invalidSession, notAuthorized } from '../../../wire/refusals.ts'
import { endSignIns } from '../../../tokens/revocation.ts'
import { continueSignIn } from '../next-step.ts'
import type { Challenge } from './challenge.ts'

export const passwordVerifier: Challenge = async (call, { username, given }) => {
  const { account, progress } = await finishExchange(call, {
    username,
    secretBlock: given['PASSWORD_CLAIM_SECRET_BLOCK'] ?? '',
    timestamp: given['TIMESTAMP'] ?? '',
    signature: given['PASSWORD_CLAIM_SIGNATURE'] ?? '',
    deviceKey: given['DEVICE_KEY'],
  })
  return continueSignIn(call, account, progress)
}

/** The client repeats the step with the same session after a refused password. */
const assertPolicyOrCount = async (password: string, { email }: Account, session: Session<unknown>): Promise<void> => {
  try {
    assertLastingPolicy(password, email)
  } catch (refusal) {
    await session.countTry()
    throw refusal
  }
}

const sessionData = z.object({ progress: progressData })
const attributePrefix = 'userAttributes.'

export const newPasswordRequired: Challenge = async (call, { session: id, username, given }) => {
  const { sub, account } = await findSubject(call, username)
  const session = await findSession(call, { id, subject: sub, step: 'NEW_PASSWORD_REQUIRED', data: sessionData })
  if (account?.status !== 'FORCE_CHANGE_PASSWORD') throw invalidSession()
  const password = given['NEW_PASSWORD'] ?? ''
  await assertPolicyOrCount(password, account, session)
  const named = Object.entries(given).filter(([name]) => name.startsWith(attributePrefix))
  const change = readAttributes(named.map(([name, Value]) => ({ Name: name.slice(attributePrefix.length), Value })))
  // With the temporary password alone, the second step must not be bypassed by another number.
  if (change['phone_number'] !== undefined && account.mfaMethods.includes('SMS_MFA'))
    throw notAuthorized('A client attempted to write unauthorized attribute')
  const attributes = mergeAttributes(account.attributes, change)
  await endSignIns(call, { sub: account.sub })
  const confirmed = await updateAccount(call.tx, account.sub, {
    ...credentialOf(call, account.sub, password),
    attributes,
    status: 'CONFIRMED',
    tempPasswordExpires: null,
    updatedAt: call.now,
  })
  return continueSignIn(call, confirmed, session.data.progress)
}
