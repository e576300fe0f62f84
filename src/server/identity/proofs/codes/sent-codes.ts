// Codes by email or text message that belong to one sign-in: the session contains their hash.
import { createHmac, randomInt } from 'node:crypto'
import { z } from 'zod'
import { deliveryByText, deliveryTo, isEmailVerified, provenPhone, type Subject } from '../../accounts/accounts.ts'
import { sendToNobody, sendPasswordFirstEmail, sendSignInCode } from '../../emails.ts'
import { madeUpBytes } from '../../accounts/decoys.ts'
import type { Answer, Call } from '../../pool.ts'
import type { Account } from '../../accounts/queries.ts'
import { codeNotDelivered } from '../../wire/refusals.ts'
import { wouldBeBothSteps } from '../../factors/methods.ts'
import { progressData, type Progress } from '../progress.ts'
import { newSessionId, openSession } from '../sessions.ts'
import { isSameText } from '../passwords/srp.ts'
import { countSignInCode } from './code-requests.ts'

type Medium = 'EMAIL' | 'SMS'
type Purpose = 'first' | 'second' | 'set-up'
export type CodeChallenge = 'EMAIL_OTP' | 'SMS_MFA' | 'SMS_OTP'

interface CodeRequest {
  subject: Pick<Subject, 'sub' | 'email' | 'account'>
  medium: Medium
  challenge: CodeChallenge
  purpose: Purpose
  progress: Progress
}

export const sentCodeData = z.object({
  purpose: z.enum(['first', 'second', 'set-up']),
  medium: z.enum(['EMAIL', 'SMS']),
  /** Absent if no code was sent: then none is right. */
  sent: z.optional(z.object({ to: z.string(), hash: z.string() })),
  progress: progressData,
})

type SentCode = z.infer<typeof sentCodeData>

// As many as the service sends: a first code is requested without any proof.
const digits: Record<Purpose, number> = { first: 8, second: 6, 'set-up': 6 }

const newCode = (length: number): string => String(randomInt(10 ** length)).padStart(length, '0')

const hashCode = ({ ring }: Call, sub: string, code: string): string =>
  createHmac('sha256', ring.macSecret).update(`sign-in code ${sub} ${code}`).digest('base64url')

/** Where a code may be sent: only to what the user has verified. */
const destinationOf = (call: Call, account: Account | undefined, medium: Medium): string | undefined => {
  if (!account?.enabled) return undefined
  if (medium === 'EMAIL') return isEmailVerified(account) ? account.email : undefined
  return call.postText && provenPhone(account)
}

const firstOf = { EMAIL: 'email', SMS: 'sms' } as const

const postText = async ({ tx, postText }: Call, to: string, text: string): Promise<void> => {
  await postText?.(tx, { to, text })
}

interface Delivery {
  account: Account
  to: string
  code: string
}

const sendCode: Record<Medium, (call: Call, delivery: Delivery) => Promise<void>> = {
  EMAIL: (call, { account, code }) => sendSignInCode(call, account, code),
  SMS: (call, { to, code }) =>
    postText(call, to, `${code} is your Tributary sign-in code. It is valid for three minutes. Don't share it.`),
}

const sendToPassword: Record<Medium, (call: Call, delivery: Delivery) => Promise<void>> = {
  EMAIL: (call, { account }) => sendPasswordFirstEmail(call, account),
  SMS: (call, { to }) =>
    postText(call, to, 'Your Tributary account requires your password first. Choose Password when you sign in.'),
}

const send = async (call: Call, request: CodeRequest, code: string): Promise<SentCode['sent']> => {
  const { subject, medium, purpose } = request
  const to = destinationOf(call, subject.account, medium)
  const hash = hashCode(call, subject.sub, code)
  if (!subject.account || to === undefined) {
    await sendToNobody(call)
    return undefined
  }
  const isBoth = purpose === 'first' && wouldBeBothSteps(subject.account, firstOf[medium])
  await (isBoth ? sendToPassword : sendCode)[medium](call, { account: subject.account, to, code })
  return isBoth ? undefined : { to, hash }
}

/** Always the same for the same subject, so that it does not reveal who has a phone number. */
const madeUpPhone = (call: Call, sub: string): string =>
  String(madeUpBytes(call, `nobody phone ${sub}`, 4).readUInt32BE() % 10_000).padStart(4, '0')

const shownDestination = (call: Call, { subject, medium }: CodeRequest): string => {
  if (medium === 'EMAIL') return deliveryTo(subject.email).Destination
  const phone = destinationOf(call, subject.account, medium) ?? madeUpPhone(call, subject.sub)
  return deliveryByText(phone).Destination
}

/**
 * Sends a code and asks for it. As a first step it answers the same for all names, also if nothing may be sent; as a
 * second one the account is known by then, and a code that cannot be sent is refused.
 */
export const askForCode = async (call: Call, request: CodeRequest): Promise<Answer> => {
  const { subject, medium, challenge, purpose, progress } = request
  const isFirst = purpose === 'first'
  if (!isFirst && destinationOf(call, subject.account, medium) === undefined) throw codeNotDelivered()
  await countSignInCode(call, subject.sub, isFirst ? 'sign_in_code' : 'second_step_code')
  const sent = await send(call, request, newCode(digits[purpose]))
  const id = newSessionId()
  await openSession(call, { id, subject: subject.sub, step: challenge, data: { purpose, medium, sent, progress } })
  const ChallengeParameters = {
    CODE_DELIVERY_DELIVERY_MEDIUM: medium,
    CODE_DELIVERY_DESTINATION: shownDestination(call, request),
    ...(isFirst ? {} : { USERNAME: subject.sub, USER_ID_FOR_SRP: subject.sub }),
  }
  return { ChallengeName: challenge, ChallengeParameters, Session: id }
}

/** Right only while the code's destination still belongs to the account. */
export const isSentCode = (call: Call, account: Account, { sent, medium }: SentCode, code: string): boolean =>
  sent !== undefined &&
  sent.to === destinationOf(call, account, medium) &&
  isSameText(sent.hash, hashCode(call, account.sub, code))

/** The progress of a sign-in once the code was right. */
export const progressAfter = ({ purpose, medium, progress }: SentCode, deviceKey: string | undefined): Progress => ({
  ...progress,
  ...(purpose === 'first' ? { first: firstOf[medium] } : { isSecondStepDone: true }),
  deviceKey: progress.deviceKey ?? deviceKey,
})
