// The ways to begin a sign-in, by their names in a choice.
import type { Subject } from '../../accounts/accounts.ts'
import { assertKnownDevice } from '../../factors/devices.ts'
import { askPasskey, choiceStep } from '../../factors/passkeys/passkey-proof.ts'
import type { Answer, Call } from '../../pool.ts'
import { startExchange } from '../../proofs/passwords/password-exchange.ts'
import { isPasswordOf } from '../../proofs/passwords/passwords.ts'
import { askForCode } from '../../proofs/codes/sent-codes.ts'
import { newSessionId, openSession } from '../../proofs/sessions.ts'
import { assertMayTry, assertUnlocked, countFailure, forgetFailures } from '../../proofs/throttle/throttle.ts'
import { wrongPassword } from '../../wire/refusals.ts'
import { required, type Params } from './params.ts'
import { continueSignIn } from './next-step.ts'

type FirstFactor = (call: Call, subject: Subject, given: Params) => Promise<Answer>

export const byPassword: FirstFactor = async (call, subject, given) => {
  const password = required(given, 'PASSWORD')
  const failures = await assertMayTry(call, subject.sub)
  if (!isPasswordOf(call, subject, password) || !subject.account) {
    await countFailure(call, subject, failures)
    throw wrongPassword()
  }
  await forgetFailures(call, failures)
  await assertKnownDevice(call, subject.account, given['DEVICE_KEY'])
  return continueSignIn(call, subject.account, { first: 'password', deviceKey: given['DEVICE_KEY'] })
}

export const bySrp: FirstFactor = async (call, subject, given) => {
  await assertUnlocked(call, subject.sub)
  return startExchange(call, { subject, clientNumber: required(given, 'SRP_A') })
}

const byEmail: FirstFactor = (call, subject) =>
  askForCode(call, { subject, medium: 'EMAIL', challenge: 'EMAIL_OTP', purpose: 'first', progress: { first: 'email' } })

const byText: FirstFactor = (call, subject) =>
  askForCode(call, { subject, medium: 'SMS', challenge: 'SMS_OTP', purpose: 'first', progress: { first: 'sms' } })

const byPasskey: FirstFactor = async (call, subject) => {
  await assertMayTry(call, subject.sub, 'passkey')
  return askPasskey(call, subject)
}

const proofs = new Map<string, FirstFactor>([
  ['PASSWORD', byPassword],
  ['PASSWORD_SRP', bySrp],
  ['EMAIL_OTP', byEmail],
  ['SMS_OTP', byText],
  ['WEB_AUTHN', byPasskey],
])

/** Undefined for a way that is not available here. */
export const firstFactor = ({ settings, postText }: Call, name: string | undefined): FirstFactor | undefined => {
  if (name === undefined || (name === 'WEB_AUTHN' && !settings.passkeys) || (name === 'SMS_OTP' && !postText)) return undefined
  return proofs.get(name)
}

/** The same for all: which of them a user can really use is not revealed. Few users have a phone number. */
const offered = ({ settings }: Call): string[] => [
  'PASSWORD',
  'PASSWORD_SRP',
  'EMAIL_OTP',
  ...(settings.passkeys ? ['WEB_AUTHN'] : []),
]

export const askChoice = async (call: Call, { sub }: Subject): Promise<Answer> => {
  const id = newSessionId()
  await openSession(call, { id, subject: sub, step: choiceStep, data: {} })
  const ChallengeParameters = { USERNAME: sub }
  return { ChallengeName: choiceStep, AvailableChallenges: offered(call), ChallengeParameters, Session: id }
}
