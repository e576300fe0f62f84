// Limits attempts. Wrong attempts at a subject make the next one wait, longer each time, and anything that can be
// guessed has a daily limit. Attempts from a known location are counted for that location alone.
import type { Subject } from '../../accounts/accounts.ts'
import { after, type Call } from '../../pool.ts'
import { limitExceeded, notAuthorized, tooManyRequests } from '../../wire/refusals.ts'
import { assertAddressMayTry, countAddressFailure, failureCounters, isNetworkUsedUp } from './addresses.ts'
import { notifyGuessing } from './attack.ts'
import { isKnownLocation, locationOf, selectLocations } from './known-location-queries.ts'
import {
  deleteThrottles,
  lockSubject,
  restartThrottle,
  selectThrottles,
  upsertThrottle,
  type Count,
  type ProofKind,
} from './throttle-queries.ts'

const freeFailures = 5
const quarter = 15 * 60_000
const hour = 60 * 60_000
const day = 24 * hour

interface Patience {
  longestWait: number
  /** The waits are reset after this long without a wrong attempt. */
  forgottenAfter: number
  perDay: number
  /** At this many within a day the user is notified. */
  notifyAt: number
}

const withSecrets: Patience = { longestWait: quarter, forgottenAfter: quarter, perDay: 100, notifyAt: 50 }
/** A signature cannot be guessed. */
const withKeys: Patience = { ...withSecrets, perDay: Infinity }
const withDigits: Patience = { longestWait: hour, forgottenAfter: day, perDay: 20, notifyAt: 10 }

const patience: Record<ProofKind, Patience> = {
  password: withSecrets,
  passkey: withKeys,
  code: withDigits,
  mfa: withDigits,
  question: withSecrets,
}

export interface Failures {
  kind: ProofKind
  /** What they are counted for: the subject, or one location. Undefined if there are none. */
  countedFor: string | undefined
  count: number
  dayCount: number
  daySince: Date
}

const refuseLocked = (kind: ProofKind): Error => {
  if (kind === 'password') return notAuthorized('Password attempts exceeded')
  return kind === 'passkey' ? notAuthorized('Passkey attempts exceeded') : limitExceeded()
}

const waitAfter = (failures: number, { longestWait }: Patience): number =>
  failures < freeFailures ? 0 : Math.min(2 ** (failures - freeFailures) * 1000, longestWait)

const readDay = ({ now }: Call, row: Count | undefined): { dayCount: number; daySince: Date } => {
  const daySince = row?.daySince ?? null
  if (row === undefined || daySince === null || after(daySince, day) <= now) return { dayCount: 0, daySince: now }
  return { dayCount: row.dayCount, daySince }
}

const readFailures = (call: Call, kind: ProofKind, row: Count | undefined): Failures => {
  const rules = patience[kind]
  const today = readDay(call, row)
  if (today.dayCount >= rules.perDay) throw refuseLocked(kind)
  if (row === undefined || after(row.lastAt, rules.forgottenAfter) <= call.now)
    return { kind, countedFor: row?.subject, count: 0, ...today }
  if (call.now < after(row.lastAt, waitAfter(row.count, rules))) throw refuseLocked(kind)
  return { kind, countedFor: row.subject, count: row.count, ...today }
}

/** Refuses while the subject or the address is locked. The answer may be outdated a moment later. */
export const assertUnlocked = async (call: Call, sub: string, kind: ProofKind = 'password'): Promise<Failures> => {
  const location = locationOf(call, sub)
  const atLocation = location === undefined ? [] : [{ subject: location, kind }]
  const counts = await selectThrottles(call.tx, [{ subject: sub, kind }, ...atLocation, ...failureCounters(call)])
  assertAddressMayTry(call, counts)
  const ofKind = counts.filter((count) => count.kind === kind)
  const isBusy = isNetworkUsedUp(call, counts)
  const isKnown = (ofKind.length > 0 || isBusy) && location !== undefined && (await isKnownLocation(call, sub, location))
  if (isBusy && !isKnown) throw tooManyRequests()
  const failures = readFailures(
    call,
    kind,
    ofKind.find(({ subject }) => subject === (isKnown ? location : sub)),
  )
  return isKnown ? { ...failures, countedFor: location } : failures
}

/** The same before an attempt: waits for other attempts at the same subject. */
export const assertMayTry = async (call: Call, sub: string, kind: ProofKind = 'password'): Promise<Failures> => {
  await lockSubject(call.tx, sub)
  return assertUnlocked(call, sub, kind)
}

const counterOf = async (call: Call, sub: string): Promise<string> => {
  const location = locationOf(call, sub)
  return location !== undefined && (await isKnownLocation(call, sub, location)) ? location : sub
}

export const countFailure = async (
  call: Call,
  { sub, account }: Pick<Subject, 'sub' | 'account'>,
  failures: Failures,
): Promise<void> => {
  const { kind, daySince } = failures
  const subject = failures.countedFor ?? (await counterOf(call, sub))
  const [count, dayCount] = [failures.count + 1, failures.dayCount + 1]
  await upsertThrottle(call.tx, { subject, kind, count, since: call.now, lastAt: call.now, dayCount, daySince })
  await countAddressFailure(call)
  if (kind !== 'passkey' && dayCount === patience[kind].notifyAt) await notifyGuessing(call, { sub, account }, kind)
}

/** After a success. */
export const forgetFailures = async (call: Call, { kind, countedFor, count }: Failures): Promise<void> => {
  if (countedFor !== undefined && count > 0) await restartThrottle(call.tx, { subjects: [countedFor], kind })
}

/** After a new password, for all locations: guesses at the old one say nothing about it. */
export const forgetAllFailures = async (call: Call, sub: string): Promise<void> =>
  deleteThrottles(call.tx, { subjects: [sub, ...(await selectLocations(call.tx, sub))], kind: 'password' })
