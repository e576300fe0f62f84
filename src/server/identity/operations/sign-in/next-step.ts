// What follows once the first factor is proven. Only here may an answer depend on the state of the account.
import { keepLocation } from '../../proofs/throttle/known-location-queries.ts'
import { newSessionId, openSession } from '../../proofs/sessions.ts'
import type { Progress } from '../../proofs/progress.ts'
import { askDevice, offerDevice } from '../../factors/devices.ts'
import { askQuestion } from '../../factors/question.ts'
import { askSecondStep, askSetUp } from '../../factors/second-step.ts'
import type { Step } from '../../factors/step.ts'
import type { Answer, Call } from '../../pool.ts'
import type { Account } from '../../accounts/queries.ts'
import { notAuthorized, passwordResetRequired, userNotConfirmed } from '../../wire/refusals.ts'
import { signIn } from '../../tokens/issue.ts'

const refuseDisabled: Step = async (_call, account) => {
  if (!account.enabled) throw notAuthorized('User is disabled.')
  return undefined
}

/** A user who proved the password of a sign-up can confirm that one from here, regardless of strangers' sign-ups. */
const refuseUnconfirmed: Step = async (call, account, { first }) => {
  if (account.status !== 'UNCONFIRMED') return undefined
  if (first === 'password') await keepLocation(call, account.sub)
  throw userNotConfirmed()
}

const refuseResetRequired: Step = async (_call, account) => {
  if (account.status === 'RESET_REQUIRED') throw passwordResetRequired()
  return undefined
}

const askNewPassword: Step = async (call, account, progress) => {
  if (account.status !== 'FORCE_CHANGE_PASSWORD') return undefined
  if (account.tempPasswordExpires !== null && account.tempPasswordExpires <= call.now)
    throw notAuthorized('Temporary password has expired and must be reset by an administrator.')
  const id = newSessionId()
  await openSession(call, { id, subject: account.sub, step: 'NEW_PASSWORD_REQUIRED', data: { progress } })
  const ChallengeParameters = {
    USER_ID_FOR_SRP: account.sub,
    requiredAttributes: '[]',
    userAttributes: JSON.stringify(account.attributes),
  }
  return { ChallengeName: 'NEW_PASSWORD_REQUIRED', ChallengeParameters, Session: id }
}

const steps: readonly Step[] = [
  refuseDisabled,
  refuseUnconfirmed,
  refuseResetRequired,
  askNewPassword,
  askQuestion,
  askDevice,
  askSecondStep,
  askSetUp,
]

export const continueSignIn = async (call: Call, account: Account, progress: Progress): Promise<Answer> => {
  for (const step of steps) {
    const answer = await step(call, account, progress)
    if (answer) return answer
  }
  const tokens = await signIn(call, account, progress)
  return { AuthenticationResult: { ...tokens, ...(await offerDevice(call, account, progress)) }, ChallengeParameters: {} }
}
