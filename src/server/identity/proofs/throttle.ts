import { after, type Call } from '../pool.ts'
import { deleteThrottle, lockSubject, selectThrottle, upsertThrottle, type ThrottleKind } from '../queries.ts'
import { limitExceeded, notAuthorized } from '../refusals.ts'

const freeFailures = 5
const quietTime = 15 * 60_000
const codesPerHour = 5
const hour = 60 * 60_000
// The client repeats a call whose answer it did not get within about a second.
const repeatWindow = 2_000

const lockTime = (failures: number): number =>
  failures < freeFailures ? 0 : Math.min(2 ** (failures - freeFailures) * 1000, quietTime)

export interface Failures {
  count: number
}

/** Before a password is tried: waits for other tries at the same subject, and refuses while it is locked. */
export const assertMayTry = async (call: Call, subject: string): Promise<Failures> => {
  await lockSubject(call.tx, subject)
  const row = await selectThrottle(call.tx, subject, 'password')
  if (!row || after(row.lastAt, quietTime) <= call.now) return { count: 0 }
  if (call.now < after(row.lastAt, lockTime(row.count))) throw notAuthorized('Password attempts exceeded')
  return { count: row.count }
}

export const countFailure = (call: Call, subject: string, { count }: Failures): Promise<void> =>
  upsertThrottle(call.tx, { subject, kind: 'password', count: count + 1, since: call.now, lastAt: call.now })

export const forgetFailures = (call: Call, subject: string): Promise<void> => deleteThrottle(call.tx, subject, 'password')

/** Whether a requested code is to be sent: not for the client's own repetition of a call. Too many an hour are refused. */
export const admitCodeRequest = async (
  call: Call,
  subject: string,
  kind: Exclude<ThrottleKind, 'password'>,
): Promise<boolean> => {
  await lockSubject(call.tx, subject)
  const row = await selectThrottle(call.tx, subject, kind)
  const current = row && after(row.since, hour) > call.now ? row : { count: 0, since: call.now, lastAt: undefined }
  if (current.lastAt !== undefined && after(current.lastAt, repeatWindow) > call.now) return false
  if (current.count >= codesPerHour) throw limitExceeded()
  await upsertThrottle(call.tx, { subject, kind, count: current.count + 1, since: current.since, lastAt: call.now })
  return true
}
