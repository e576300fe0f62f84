import { findSubject } from '../../../accounts/accounts.ts'
import { choiceData, choiceStep, provePasskey } from '../../../factors/passkeys/passkey-proof.ts'
import { findSession } from '../../../proofs/sessions.ts'
import { assertMayTry, countFailure, forgetFailures } from '../../../proofs/throttle/throttle.ts'
import { lockSubject } from '../../../proofs/throttle/throttle-queries.ts'
import { invalidParameter, invalidSession, wrongPassword } from '../../../wire/refusals.ts'
import { firstFactor } from '../first-factors.ts'
import { continueSignIn } from '../next-step.ts'
import type { Challenge } from './challenge.ts'

/** The session proves nothing: the client repeats the step with it after a wrong password. */
export const selectChallenge: Challenge = async (call, { session: id, username, given }) => {
  const subject = await findSubject(call, username)
  await lockSubject(call.tx, subject.sub)
  const session = await findSession(call, { id, subject: subject.sub, step: choiceStep, data: choiceData })
  const proof = firstFactor(call, given['ANSWER'])
  if (!proof) throw invalidParameter('The selected challenge is not available.')
  await session.countTry()
  const answer = await proof(call, subject, given)
  if (answer['ChallengeName'] !== 'PASSWORD_VERIFIER') await session.close()
  return answer
}

/** Each challenge allows one attempt. */
export const webAuthn: Challenge = async (call, { session: id, username, given }) => {
  const { sub, account } = await findSubject(call, username)
  const failures = await assertMayTry(call, sub, 'passkey')
  const session = await findSession(call, { id, subject: sub, step: choiceStep, data: choiceData })
  const challenge = session.data.passkeyChallenge
  if (challenge === undefined) throw invalidSession()
  await session.close()
  const isProven = await provePasskey(call, sub, { credential: given['CREDENTIAL'] ?? '', challenge })
  if (!isProven || !account) {
    await countFailure(call, { sub, account }, failures)
    throw wrongPassword()
  }
  await forgetFailures(call, failures)
  return continueSignIn(call, account, { first: 'passkey' })
}
