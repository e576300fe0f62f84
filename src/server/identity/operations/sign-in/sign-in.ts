import { z } from 'zod'
import { findSubject, readSubject, type Subject } from '../../accounts/accounts.ts'
import { openQuestion } from '../../factors/question.ts'
import { operation, type Answer, type Call } from '../../pool.ts'
import { startExchange } from '../../proofs/passwords/password-exchange.ts'
import { findSession } from '../../proofs/sessions.ts'
import { assertMayTry } from '../../proofs/throttle/throttle.ts'
import { invalidParameter, invalidSession } from '../../wire/refusals.ts'
import { askChoice, byPassword, bySrp, firstFactor } from './first-factors.ts'
import { required, usernameOf, type Params } from './params.ts'
import { continueSignIn } from './next-step.ts'
import { refreshTokens } from '../refresh.ts'
import { client, parameters, text } from '../wire-schemas.ts'
import { signUpStep } from '../sign-up.ts'

type Flow = (call: Call, given: Params, session: string | undefined) => Promise<Answer>

const notEnabled = (flow: string) => invalidParameter(`${flow} is not enabled for the client.`)

const withSrp: Flow = async (call, given) => bySrp(call, await readSubject(call, usernameOf(given)), given)

const withPassword: Flow = async (call, given) => byPassword(call, await findSubject(call, usernameOf(given)), given)

const withRefreshToken: Flow = async (call, given) => {
  const used = { refreshToken: required(given, 'REFRESH_TOKEN'), deviceKey: given['DEVICE_KEY'] }
  return { AuthenticationResult: await refreshTokens(call, used), ChallengeParameters: {} }
}

/** Directly after the sign-up: its code has just proven the mailbox. */
const continueFromSignUp = async (call: Call, { sub, account }: Subject, id: string): Promise<Answer> => {
  const session = await findSession(call, { id, subject: sub, step: signUpStep, data: z.object({}) })
  await session.close()
  if (!account) throw invalidSession()
  return continueSignIn(call, account, { first: 'email' })
}

const withChoice: Flow = async (call, given, session) => {
  const subject = await findSubject(call, usernameOf(given))
  if (session !== undefined) return continueFromSignUp(call, subject, session)
  const proof = firstFactor(call, given['PREFERRED_CHALLENGE'])
  return proof ? proof(call, subject, given) : askChoice(call, subject)
}

const withQuestion: Flow = async (call, given) => {
  if (!call.customChallenge) throw notEnabled('CUSTOM_AUTH')
  const subject = await findSubject(call, usernameOf(given))
  await assertMayTry(call, subject.sub)
  if (given['CHALLENGE_NAME'] === 'SRP_A') return startExchange(call, { subject, clientNumber: required(given, 'SRP_A') })
  if (!call.customChallenge.standsAlone) throw notEnabled('CUSTOM_AUTH without SRP_A')
  return openQuestion(call, subject.sub, { progress: { first: 'question' }, wrong: 0 })
}

const flows = new Map<string, Flow>([
  ['USER_SRP_AUTH', withSrp],
  ['USER_PASSWORD_AUTH', withPassword],
  ['USER_AUTH', withChoice],
  ['CUSTOM_AUTH', withQuestion],
  ['REFRESH_TOKEN_AUTH', withRefreshToken],
  ['REFRESH_TOKEN', withRefreshToken],
])

export const initiateAuth = operation(
  client.extend({ AuthFlow: text(64), AuthParameters: parameters.default({}), Session: z.optional(text(2048)) }),
  async (call, input) => {
    const flow = flows.get(input.AuthFlow)
    if (!flow) throw notEnabled(input.AuthFlow)
    return flow(call, input.AuthParameters, input.Session)
  },
)
