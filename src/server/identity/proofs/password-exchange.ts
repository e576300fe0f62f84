// The two halves of a sign-in without sending the password. The block that the client echoes is the name of the session.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { findSubject, type Subject } from '../accounts.ts'
import { poolName, type Answer, type Call } from '../pool.ts'
import type { Account } from '../queries.ts'
import { invalidParameter, wrongPassword } from '../refusals.ts'
import { assertKnownDevice } from '../factors/devices.ts'
import { verifierOf } from './passwords.ts'
import type { Progress } from './progress.ts'
import { findSession, openSession, type Session } from './sessions.ts'
import {
  computeB,
  groupOrder,
  isSameText,
  newPrivateNumber,
  parseNumber,
  sessionKey,
  signClaim,
  toHex,
  type Exchange,
} from './srp.ts'
import { assertMayTry, countFailure, forgetFailures } from './throttle.ts'

const step = 'PASSWORD_VERIFIER'
// Generous, for computers with a wrong clock: the session itself lives three minutes and is used once.
const clockTolerance = 15 * 60_000

const hex = z.string().transform((value) => BigInt(`0x${value}`))
const exchangeData = z.object({ A: hex, B: hex, b: hex, owesAnswer: z.optional(z.literal(true)) })

interface Opening {
  subject: Subject
  /** SRP_A, as it came. */
  clientNumber: string
  /** Whether the operator's own question follows. */
  owesAnswer?: true
}

export const startExchange = async (call: Call, { subject, clientNumber, owesAnswer }: Opening): Promise<Answer> => {
  const A = parseNumber(clientNumber)
  if (A === undefined || A % groupOrder === 0n) throw invalidParameter('SRP_A is not a number of the group')
  const b = newPrivateNumber()
  const B = computeB(verifierOf(call, subject), b)
  const secretBlock = randomBytes(384).toString('base64')
  const data = { A: toHex(A), B: toHex(B), b: toHex(b), owesAnswer }
  await openSession(call, { id: secretBlock, subject: subject.sub, step, data })
  const ChallengeParameters = {
    SALT: subject.salt,
    SECRET_BLOCK: secretBlock,
    SRP_B: toHex(B),
    USERNAME: subject.sub,
    USER_ID_FOR_SRP: subject.sub,
  }
  return { ChallengeName: step, ChallengeParameters }
}

const timestampForm = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{1,2}) (\d\d:\d\d:\d\d) UTC (\d{4})$/

const isTimely = (timestamp: string, now: Date): boolean => {
  const [, month, day, time, year] = timestampForm.exec(timestamp) ?? []
  const moment = Date.parse(`${day} ${month} ${year} ${time} UTC`)
  return Math.abs(now.getTime() - moment) <= clockTolerance
}

export interface PasswordClaim {
  username: string
  secretBlock: string
  timestamp: string
  signature: string
  deviceKey: string | undefined
}

const isProven = (call: Call, exchange: Exchange, claim: PasswordClaim & { userId: string }): boolean => {
  const key = sessionKey(exchange)
  if (!key) return false
  const expected = signClaim(key, { ...claim, group: poolName(call.settings) })
  return isSameText(expected, claim.signature) && isTimely(claim.timestamp, call.now)
}

/** The client repeats the very same claim without the device, when that is not there any more. */
const checkDevice = async (call: Call, session: Session<unknown>, known: { account: Account; deviceKey: string | undefined }) => {
  try {
    await assertKnownDevice(call, known.account, known.deviceKey)
  } catch (refusal) {
    await session.countTry()
    throw refusal
  }
}

/** The account that the claim proves; each exchange allows one try. */
export const finishExchange = async (call: Call, claim: PasswordClaim): Promise<{ account: Account; progress: Progress }> => {
  const subject = await findSubject(call, claim.username)
  const failures = await assertMayTry(call, subject.sub)
  const session = await findSession(call, { id: claim.secretBlock, subject: subject.sub, step, data: exchangeData })
  const exchange = { ...session.data, verifier: verifierOf(call, subject) }
  if (!isProven(call, exchange, { ...claim, userId: subject.sub }) || !subject.account) {
    await session.close()
    await countFailure(call, subject.sub, failures)
    throw wrongPassword()
  }
  const { deviceKey } = claim
  const { account } = subject
  await checkDevice(call, session, { account, deviceKey })
  await session.close()
  if (failures.count > 0) await forgetFailures(call, subject.sub)
  return { account, progress: { first: 'password', deviceKey, owesAnswer: session.data.owesAnswer } }
}
