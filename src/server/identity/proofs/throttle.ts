// How often somebody may try. What is tried against one subject is counted for that subject, and every wrong try also for the
// address it came from: neither many guesses at one account nor one guess at many accounts get far.
import { madeUpId } from '../made-up.ts'
import { networkOf } from '#server/platform/network.ts'
import { after, type Call } from '../pool.ts'
import { lockSubject, type ThrottleKind } from '../queries.ts'
import { limitExceeded, notAuthorized, tooManyRequests } from '../refusals.ts'
import { addToThrottle, deleteThrottle, selectThrottles, upsertThrottle, type Count } from './throttle-queries.ts'

const freeFailures = 5
const quietTime = 15 * 60_000
const hour = 60 * 60_000
// The client repeats a call whose answer it did not get within about a second.
const repeatWindow = 2_000

const lockTime = (failures: number): number =>
  failures < freeFailures ? 0 : Math.min(2 ** (failures - freeFailures) * 1000, quietTime)

type AddressKind = 'address' | 'address_letters'

const addressOf = (call: Call, kind: AddressKind = 'address'): { subject: string; kind: AddressKind }[] =>
  call.address === undefined ? [] : [{ subject: madeUpId(call, `address ${networkOf(call.address)}`), kind }]

/** What is proven: a password, that of a second step, or the answer to the operator's question. */
type ProofKind = 'password' | 'mfa' | 'question'

export interface Failures {
  kind: ProofKind
  count: number
}

const refuseLocked: Record<ProofKind, () => Error> = {
  password: () => notAuthorized('Password attempts exceeded'),
  mfa: () => limitExceeded(),
  question: () => limitExceeded(),
}

const assertAddressMayTry = (call: Call, counts: readonly Count[]): void => {
  const address = counts.find(({ kind }) => kind === 'address')
  if (!address || after(address.since, quietTime) <= call.now) return
  if (address.count >= call.limits.failuresPerAddress) throw tooManyRequests()
}

/** Refuses while the subject or the address is locked. What it answers may be old a moment later. */
export const assertUnlocked = async (call: Call, subject: string, kind: ProofKind = 'password'): Promise<Failures> => {
  const counts = await selectThrottles(call.tx, [{ subject, kind }, ...addressOf(call)])
  assertAddressMayTry(call, counts)
  const own = counts.find((count) => count.kind === kind)
  if (!own || after(own.lastAt, quietTime) <= call.now) return { kind, count: 0 }
  if (call.now < after(own.lastAt, lockTime(own.count))) throw refuseLocked[kind]()
  return { kind, count: own.count }
}

/** The same before something is tried: waits for other tries at the same subject. */
export const assertMayTry = async (call: Call, subject: string, kind: ProofKind = 'password'): Promise<Failures> => {
  await lockSubject(call.tx, subject)
  return assertUnlocked(call, subject, kind)
}

/** The same for what has a count of its own, such as a code in a letter. */
export const assertAddressMay = async (call: Call): Promise<void> => {
  const address = addressOf(call)
  if (address.length > 0) assertAddressMayTry(call, await selectThrottles(call.tx, address))
}

export const countAddressFailure = async (call: Call): Promise<void> => {
  for (const address of addressOf(call)) await addToThrottle(call.tx, address, { now: call.now, window: quietTime })
}

export const countFailure = async (call: Call, subject: string, { kind, count }: Failures): Promise<void> => {
  await upsertThrottle(call.tx, { subject, kind, count: count + 1, since: call.now, lastAt: call.now })
  await countAddressFailure(call)
}

export const forgetFailures = (call: Call, subject: string, kind: ProofKind = 'password'): Promise<void> =>
  deleteThrottle(call.tx, { subject, kind })

/** Before a letter that anybody can ask for, whether or not it then goes to somebody. */
export const countLetter = async (call: Call): Promise<void> => {
  for (const address of addressOf(call, 'address_letters')) {
    const count = await addToThrottle(call.tx, address, { now: call.now, window: hour })
    if (count > call.limits.lettersPerAddress) throw tooManyRequests()
  }
}

type CodeRequest = Exclude<ThrottleKind, ProofKind | AddressKind>

// Anybody can ask for a code to sign in with; for one of a second step only who knows the password. They are counted apart, so that
// a stranger cannot use up what the person needs.
const codesPerHour: Record<CodeRequest, number> = {
  sign_up_code: 5,
  password_code: 5,
  attribute_code: 5,
  sign_in_code: 5,
  second_step_code: 10,
}

const forAnybody = new Set<CodeRequest>(['sign_up_code', 'password_code', 'sign_in_code'])

const countRequest = async (call: Call, { subject, kind }: { subject: string; kind: CodeRequest }, window: number) => {
  await lockSubject(call.tx, subject)
  const [row] = await selectThrottles(call.tx, [{ subject, kind }])
  const current = row && after(row.since, hour) > call.now ? row : { count: 0, since: call.now, lastAt: undefined }
  if (window > 0 && current.lastAt !== undefined && after(current.lastAt, window) > call.now) return false
  if (current.count >= codesPerHour[kind]) throw limitExceeded()
  if (forAnybody.has(kind)) await countLetter(call)
  await upsertThrottle(call.tx, { subject, kind, count: current.count + 1, since: current.since, lastAt: call.now })
  return true
}

/** Whether a requested code is to be sent: not for the client's own repetition of a call. Too many an hour are refused. */
export const admitCodeRequest = (
  call: Call,
  subject: string,
  kind: Exclude<CodeRequest, 'sign_in_code' | 'second_step_code'>,
): Promise<boolean> => countRequest(call, { subject, kind }, repeatWindow)

/**
 * The same for codes that belong to one sign-in. A repetition by the client opens a sign-in of its own, and its code has to arrive
 * as well: each is sent, and each counts, or repetitions would be a way to fill a mailbox.
 */
export const countSignInCode = async (call: Call, subject: string, kind: 'sign_in_code' | 'second_step_code'): Promise<void> => {
  await countRequest(call, { subject, kind }, 0)
}
