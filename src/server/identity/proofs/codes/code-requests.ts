// How often a code may be requested.
import { after, type Call } from '../../pool.ts'
import { limitExceeded } from '../../wire/refusals.ts'
import { countEmail } from '../throttle/addresses.ts'
import { isKnownLocation, locationOf } from '../throttle/known-location-queries.ts'
import { assertOneMore, countEmails, readEmails } from './emails-per-network.ts'
import { lockSubject, selectThrottles, upsertThrottle } from '../throttle/throttle-queries.ts'

const hour = 60 * 60_000
// The client repeats a call if it got no answer within about a second.
export const repeatWindow = 2_000

// Only signed-in users request a code for an attribute, and only with the password one for a second step.
const codesPerHour = { attribute_code: 5, second_step_code: 10 }

interface Request<Kind> {
  subject: string
  kind: Kind
  /** A call this soon after the last one is the client's own repetition of it. */
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

/** At a known location, requests of strangers elsewhere do not count. */
const countedFor = async (call: Call, sub: string): Promise<string> => {
  const location = locationOf(call, sub)
  return location !== undefined && (await isKnownLocation(call, sub, location)) ? location : sub
}

const admitPublicRequest = async (
  call: Call,
  { subject, kind, window }: Request<'password_code' | 'sign_in_code'>,
): Promise<boolean> => {
  await lockSubject(call.tx, subject)
  const emails = await readEmails(call, await countedFor(call, subject), kind)
  const { ofNetwork } = emails
  if (ofNetwork && after(ofNetwork.lastAt, window) > call.now) return false
  assertOneMore(emails)
  await countEmail(call)
  await countEmails(call, emails)
  return true
}

/** Whether a requested code is sent: not for the client's own repetition of a call. Too many an hour are refused. */
export const admitCodeRequest = (call: Call, subject: string, kind: 'password_code' | 'attribute_code'): Promise<boolean> =>
  kind === 'password_code'
    ? admitPublicRequest(call, { subject, kind, window: repeatWindow })
    : admitOwn(call, { subject, kind, window: repeatWindow })

/**
 * The same for codes that belong to one sign-in. A repetition by the client opens its own sign-in, and its code has to
 * arrive too: each is sent, and each counts, or repetitions could fill a mailbox.
 */
export const countSignInCode = async (call: Call, subject: string, kind: 'sign_in_code' | 'second_step_code'): Promise<void> => {
  await (kind === 'sign_in_code'
    ? admitPublicRequest(call, { subject, kind, window: 0 })
    : admitOwn(call, { subject, kind, window: 0 }))
}
