// How often a code may be asked for.
import { after, type Call } from '../pool.ts'
import { lockSubject } from '../queries.ts'
import { limitExceeded } from '../refusals.ts'
import { countLetter } from './addresses.ts'
import { addToThrottle, selectThrottles, upsertThrottle } from './throttle-queries.ts'

const hour = 60 * 60_000
const signUpsPerHour = 10
// The client repeats a call whose answer it did not get within about a second.
const repeatWindow = 2_000

// Anybody can ask for a code to sign in with; for one of a second step only who knows the password. They are counted apart, so that
// a stranger cannot use up what the person needs.
const codesPerHour = {
  sign_up_code: 5,
  password_code: 5,
  attribute_code: 5,
  sign_in_code: 5,
  second_step_code: 10,
}

type CodeRequest = keyof typeof codesPerHour

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

/** With one address, whoever signs up with it: each sends a letter there. */
export const countSignUp = async (call: Call, address: string): Promise<void> => {
  const count = await addToThrottle(call.tx, { subject: address, kind: 'sign_up' }, { now: call.now, window: hour })
  if (count > signUpsPerHour) throw limitExceeded()
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
