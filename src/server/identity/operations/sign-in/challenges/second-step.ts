// Answers to second steps, and to codes that were sent. Each locks the account and its subject before it reads the
// session, so that of two concurrent answers only one counts.
import { findSubject, type Subject } from '../../../accounts/accounts.ts'
import { changeMethods } from '../../../factors/methods.ts'
import { askMethod, methodsToAsk, secondStepData } from '../../../factors/second-step.ts'
import { findSetUp, methodsToSetUp, type SetUp } from '../../../factors/set-up.ts'
import { keepToken, redeemTokenCode } from '../../../factors/software-token/software-token.ts'
import type { Answer, Call } from '../../../pool.ts'
import { askForCode, isSentCode, progressAfter, sentCodeData, type CodeChallenge } from '../../../proofs/codes/sent-codes.ts'
import { findSession, type Session } from '../../../proofs/sessions.ts'
import { assertMayTry, countFailure, forgetFailures, type Failures } from '../../../proofs/throttle/throttle.ts'
import { lockSubject } from '../../../proofs/throttle/throttle-queries.ts'
import { updateAccount, type Account, type MfaMethod } from '../../../accounts/queries.ts'
import { codeMismatch, invalidParameter, invalidSession, usedCode } from '../../../wire/refusals.ts'
import { required } from '../params.ts'
import { continueSignIn } from '../next-step.ts'
import type { Challenge } from './challenge.ts'

const holdSubject = async (call: Call, username: string): Promise<Subject> => {
  const subject = await findSubject(call, username)
  await lockSubject(call.tx, subject.sub)
  return subject
}

const countWrong = async (call: Call, subject: Subject, tried: { session: Session<unknown>; failures: Failures }) => {
  await tried.session.countTry()
  await countFailure(call, subject, tried.failures)
}

export const softwareTokenMfa: Challenge = async (call, { session: id, username, given }) => {
  const code = required(given, 'SOFTWARE_TOKEN_MFA_CODE')
  const subject = await holdSubject(call, username)
  const { sub, account } = subject
  const session = await findSession(call, { id, subject: sub, step: 'SOFTWARE_TOKEN_MFA', data: secondStepData })
  if (!account?.mfaMethods.includes('SOFTWARE_TOKEN_MFA')) throw invalidSession()
  const failures = await assertMayTry(call, sub, 'mfa')
  const outcome = await redeemTokenCode(call, sub, code)
  if (outcome === 'used') {
    await session.countTry()
    throw usedCode()
  }
  if (outcome === 'wrong') {
    await countWrong(call, subject, { session, failures })
    throw codeMismatch('Invalid code received for user')
  }
  await session.close()
  await forgetFailures(call, failures)
  if (account.passwordFromEmail) await updateAccount(call.tx, sub, { passwordFromEmail: false, updatedAt: call.now })
  const { progress } = session.data
  const deviceKey = progress.deviceKey ?? given['DEVICE_KEY']
  return continueSignIn(call, account, { ...progress, deviceKey, isSecondStepDone: true })
}

const setUp = (call: Call, account: Account, method: MfaMethod): Promise<Account> =>
  changeMethods(call, account, { enabled: [method], preferred: method })

/** Whether the account still asks for what the code was sent for. */
const isStillAsked = ({ mfaMethods }: Account, challenge: CodeChallenge, purpose: 'first' | 'second' | 'set-up'): boolean => {
  if (purpose === 'first') return true
  return purpose === 'second' ? (mfaMethods as readonly string[]).includes(challenge) : mfaMethods.length === 0
}

const sentCode =
  (challenge: CodeChallenge, codeName: string): Challenge =>
  async (call, { session: id, username, given }) => {
    const code = required(given, codeName)
    const subject = await holdSubject(call, username)
    const { sub, account } = subject
    const session = await findSession(call, { id, subject: sub, step: challenge, data: sentCodeData })
    const { purpose } = session.data
    // A stranger can guess at a first code, which must not lock the user's second step; nor may the user's mailbox
    // reset wrong guesses at another second step.
    const failures = await assertMayTry(call, sub, purpose === 'first' ? 'code' : 'mfa')
    if (account && !isStillAsked(account, challenge, purpose)) throw invalidSession()
    if (!account || !isSentCode(call, account, session.data, code)) {
      await countWrong(call, subject, { session, failures })
      throw codeMismatch()
    }
    await session.close()
    await forgetFailures(call, failures)
    const proven = purpose === 'set-up' ? await setUp(call, account, 'EMAIL_OTP') : account
    return continueSignIn(call, proven, progressAfter(session.data, given['DEVICE_KEY']))
  }

export const emailOtp = sentCode('EMAIL_OTP', 'EMAIL_OTP_CODE')
export const smsMfa = sentCode('SMS_MFA', 'SMS_MFA_CODE')
export const smsOtp = sentCode('SMS_OTP', 'SMS_OTP_CODE')

export const selectMfaType: Challenge = async (call, { session: id, username, given }) => {
  const chosen = required(given, 'ANSWER')
  const { sub, account } = await holdSubject(call, username)
  const session = await findSession(call, { id, subject: sub, step: 'SELECT_MFA_TYPE', data: secondStepData })
  if (!account) throw invalidSession()
  const { progress } = session.data
  const method = methodsToAsk(call, account, progress).find((one) => one === chosen)
  if (method === undefined) throw invalidParameter('Invalid MFA type')
  const answer = await askMethod(call, account, { method, progress })
  await session.close()
  return answer
}

/** Only the account's own email: another one would be proven by the person signing in, not by the user. */
const setUpEmail = async (call: Call, { account, session }: SetUp, email: string): Promise<Answer> => {
  const { progress } = session.data
  if (email.toLowerCase() !== account.email || !methodsToSetUp(account, progress).includes('EMAIL_OTP'))
    throw invalidParameter('Codes can be sent only to the confirmed email address of the account.')
  const subject = { ...account, account }
  const answer = await askForCode(call, { subject, medium: 'EMAIL', challenge: 'EMAIL_OTP', purpose: 'set-up', progress })
  await session.close()
  return answer
}

export const mfaSetup: Challenge = async (call, { session: id, username, given }) => {
  const subject = await holdSubject(call, username)
  const found = await findSetUp(call, subject.account, id)
  if (given['EMAIL']) return setUpEmail(call, found, given['EMAIL'])
  const { account, session } = found
  const { verified, progress } = session.data
  if (!verified) throw invalidParameter('The software token is not verified yet.')
  await session.close()
  await keepToken(call, account.sub, verified)
  const changed = await setUp(call, account, 'SOFTWARE_TOKEN_MFA')
  return continueSignIn(call, changed, { ...progress, isSecondStepDone: true })
}
