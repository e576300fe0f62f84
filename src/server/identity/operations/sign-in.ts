import { z } from 'zod'
import { findSubject } from '../accounts.ts'
import { assertKnownDevice } from '../factors/devices.ts'
import { operation, type Answer, type Call } from '../pool.ts'
import { isPasswordOf } from '../proofs/passwords.ts'
import { startExchange } from '../proofs/password-exchange.ts'
import { assertMayTry, countFailure, forgetFailures } from '../proofs/throttle.ts'
import { invalidParameter, wrongPassword } from '../refusals.ts'
import { continueSignIn } from './next-step.ts'
import { refreshTokens } from './refresh.ts'
import { client, parameters, text } from './shapes.ts'

type Parameters = Readonly<Record<string, string>>
type Flow = (call: Call, parameters: Parameters) => Promise<Answer>

const required = (given: Parameters, name: string): string => {
  const value = given[name]
  if (!value) throw invalidParameter(`Missing required parameter ${name}`)
  return value
}

const usernameOf = (given: Parameters): string => {
  const name = required(given, 'USERNAME')
  if (name.length > 254) throw invalidParameter("Value at 'USERNAME' failed to satisfy constraint")
  return name
}

const withSrp: Flow = async (call, given) => {
  const subject = await findSubject(call, usernameOf(given))
  await assertMayTry(call, subject.sub)
  return startExchange(call, { subject, clientNumber: required(given, 'SRP_A') })
}

const withPassword: Flow = async (call, given) => {
  const [username, password] = [usernameOf(given), required(given, 'PASSWORD')]
  const subject = await findSubject(call, username)
  const failures = await assertMayTry(call, subject.sub)
  if (!isPasswordOf(call, subject, password) || !subject.account) {
    await countFailure(call, subject.sub, failures)
    throw wrongPassword()
  }
  if (failures.count > 0) await forgetFailures(call, subject.sub)
  await assertKnownDevice(call, subject.account, given['DEVICE_KEY'])
  return continueSignIn(call, subject.account, { first: 'password', deviceKey: given['DEVICE_KEY'] })
}

const withRefreshToken: Flow = async (call, given) => ({
  AuthenticationResult: await refreshTokens(call, required(given, 'REFRESH_TOKEN')),
  ChallengeParameters: {},
})

const flows = new Map<string, Flow>([
  ['USER_SRP_AUTH', withSrp],
  ['USER_PASSWORD_AUTH', withPassword],
  ['REFRESH_TOKEN_AUTH', withRefreshToken],
  ['REFRESH_TOKEN', withRefreshToken],
])

export const initiateAuth = operation(
  client.extend({ AuthFlow: text(64), AuthParameters: parameters.default({}), Session: z.optional(text(2048)) }),
  async (call, input) => {
    const flow = flows.get(input.AuthFlow)
    if (!flow) throw invalidParameter(`${input.AuthFlow} is not enabled for the client.`)
    return flow(call, input.AuthParameters)
  },
)
