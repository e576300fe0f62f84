// The two halves of a sign-in without sending the password.
import { findSubject, type Subject } from '../../accounts/accounts.ts'
import { checkDevice } from '../../factors/devices.ts'
import { poolName, type Answer, type Call } from '../../pool.ts'
import type { Account } from '../../accounts/queries.ts'
import { wrongPassword } from '../../wire/refusals.ts'
import { exchangeData, isProven, openExchange } from './exchange.ts'
import { verifierOf } from './passwords.ts'
import type { Progress } from '../progress.ts'
import { findSession } from '../sessions.ts'
import { assertMayTry, countFailure, forgetFailures } from '../throttle/throttle.ts'

const step = 'PASSWORD_VERIFIER'

interface Opening {
  subject: Subject
  /** SRP_A, as it came. */
  clientNumber: string
}

export const startExchange = async (call: Call, { subject, clientNumber }: Opening): Promise<Answer> => {
  const verifier = verifierOf(call, subject)
  const opened = await openExchange(call, { subject: subject.sub, step, verifier, clientNumber, data: {} })
  const ChallengeParameters = { SALT: subject.salt, ...opened, USERNAME: subject.sub, USER_ID_FOR_SRP: subject.sub }
  return { ChallengeName: step, ChallengeParameters }
}

export interface PasswordClaim {
  username: string
  secretBlock: string
  timestamp: string
  signature: string
  deviceKey: string | undefined
}

/** The account that the claim proves; each exchange allows one attempt. */
export const finishExchange = async (call: Call, claim: PasswordClaim): Promise<{ account: Account; progress: Progress }> => {
  const subject = await findSubject(call, claim.username)
  const failures = await assertMayTry(call, subject.sub)
  // The device may be deleted, and the claim then comes again without it.
  const isLast = claim.deviceKey === undefined
  const session = await findSession(call, { id: claim.secretBlock, subject: subject.sub, step, data: exchangeData, isLast })
  const exchange = { ...session.data, verifier: verifierOf(call, subject) }
  const isRight = isProven(call, exchange, { ...claim, group: poolName(call.settings), userId: subject.sub })
  if (!isRight || !subject.account) {
    await session.close()
    await countFailure(call, subject, failures)
    throw wrongPassword()
  }
  const { deviceKey } = claim
  const { account } = subject
  await checkDevice(call, account, { deviceKey, session })
  await session.close()
  await forgetFailures(call, failures)
  return { account, progress: { first: 'password', deviceKey } }
}
