// How often a code may be asked for.
import { after, type Call } from '../../pool.ts'
import { limitExceeded } from '../../wire/refusals.ts'
import { countEmail } from '../throttle/addresses.ts'
import { isKnownLocation, locationOf } from '../throttle/known-locations.ts'
import { assertOneMore, countEmails, readEmails } from './emails-per-network.ts'
import { lockSubject, selectThrottles, upsertThrottle } from '../throttle/throttle-queries.ts'

const hour = 60 * 60_000
// The client repeats a call whose answer it did not get within about a second.
export const repeatWindow = 2_000

// Only who is signed in asks for a code of an attribute, and only who knows the password for one of a second step.
const codesPerHour = { attribute_code: 5, second_step_code: 10 }

interface Request<Kind> {
  subject: string
  kind: Kind
  /** A call so soon after the last one is the client's own repetition of it. */
  window: number
}

const admitOwn = async (call: Call, { subject, kind, window }: Request<keyof typeof codesPerHour>): Promise<boolean> => {
  await lockSubject(call.tx, subject)
  const [row] = await selectThrottles(call.tx, [{ subject, kind }])
  const current = row && after(row.since, hour) > call.now ? row : { count: 0, since: call.now, lastAt: undefined }
  if (current.lastAt !== undefined && after(current.lastAt, window) > call.now) return false
  if (current.count >= codesPerHour[kind]) throw limitExceeded()
  await upsertThrottle(call.tx, { subject, kind, count: current.count + 1, since: current.since, lastAt: call.now })
  return true
}

/** Where the person signed in before, what strangers ask for elsewhere does not count. */
const countedFor = async (call: Call, sub: string): Promise<string> => {
  const location = locationOf(call, sub)
  return location !== undefined && (await isKnownLocation(call, sub, location)) ? location : sub
}

const admitAnybody = async (
  call: Call,
  { subject, kind, window }: Request<'password_code' | 'sign_in_code'>,
): Promise<boolean> => {
  await lockSubject(call.tx, subject)
  const letters = await readEmails(call, await countedFor(call, subject), kind)
  const { ofNetwork } = letters
  if (ofNetwork && after(ofNetwork.lastAt, window) > call.now) return false
  assertOneMore(letters)
  await countEmail(call)
  await countEmails(call, letters)
  return true
}

/** Whether a requested code is to be sent: not for the client's own repetition of a call. Too many an hour are refused. */
export const admitCodeRequest = (call: Call, subject: string, kind: 'password_code' | 'attribute_code'): Promise<boolean> =>
  kind === 'password_code'
    ? admitAnybody(call, { subject, kind, window: repeatWindow })
    : admitOwn(call, { subject, kind, window: repeatWindow })

/**
 * The same for codes that belong to one sign-in. A repetition by the client opens a sign-in of its own, and its code has to arrive
 * as well: each is sent, and each counts, or repetitions would be a way to fill a mailbox.
 */
export const countSignInCode = async (call: Call, subject: string, kind: 'sign_in_code' | 'second_step_code'): Promise<void> => {
  await (kind === 'sign_in_code'
    ? admitAnybody(call, { subject, kind, window: 0 })
    : admitOwn(call, { subject, kind, window: 0 }))
}
