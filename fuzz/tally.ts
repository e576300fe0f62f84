// What a campaign counts, and what it finds.
import type { Answer, Attempt } from './send.ts'

export const findingKinds = ['leak', 'change', 'failure', 'form', 'disclosure', 'slow', 'unsafe'] as const
type FindingKind = (typeof findingKinds)[number]

export interface Finding {
  kind: FindingKind
  what: string
  attempt?: Attempt
  answer?: Answer
  /** Whether the request alone, on the saved state, is sufficient. */
  isAlone?: boolean
}

export interface Tally {
  campaign: string
  requests: number
  authenticated: number
  handled: number
  byClass: Map<string, number>
  slowest: { ms: number; route: string }
  findings: Finding[]
  routes: Set<string>
  /** What else was checked, as texts. */
  notes: string[]
}

export const createTally = (campaign: string): Tally => ({
  campaign,
  requests: 0,
  authenticated: 0,
  handled: 0,
  byClass: new Map(),
  slowest: { ms: 0, route: '' },
  findings: [],
  routes: new Set(),
  notes: [],
})

/** Refused before the caller is known, or because of the caller. */
const turnedAway = new Set([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'TENANT_MISMATCH',
  'USER_SUSPENDED',
  'CLIENT_SUSPENDED',
  'TERMS_NOT_ACCEPTED',
  'INVITATION_OPEN',
  'TOO_MANY_REQUESTS',
])
const notRead = new Set(['VALIDATION_FAILED', 'UNKNOWN_FILTER', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'NOT_FOUND'])

export const codeOf = ({ text }: Answer): string => /"(?:code|__type)":"(\w+)"/.exec(text.slice(0, 2000))?.[1] ?? ''

/** As far as an answer shows it; what a handler itself finds invalid counts as not handled. */
const howFar = ({ isValid }: Attempt, answer: Answer): { isIn: boolean; isHandled: boolean } => {
  const code = answer.status >= 400 ? codeOf(answer) : ''
  const isIn = answer.status > 0 && !turnedAway.has(code)
  return { isIn, isHandled: isIn && (isValid || !notRead.has(code)) }
}

export const count = (tally: Tally, attempt: Attempt, answer: Answer): void => {
  const { status, ms } = answer
  const { isIn, isHandled } = howFar(attempt, answer)
  tally.requests += 1
  if (isIn) tally.authenticated += 1
  if (isHandled) {
    tally.handled += 1
    tally.routes.add(attempt.route)
  }
  const shown = status === 0 ? 'none' : `${Math.floor(status / 100)}xx`
  tally.byClass.set(shown, (tally.byClass.get(shown) ?? 0) + 1)
  if (ms > tally.slowest.ms) tally.slowest = { ms, route: attempt.route }
}

const alikeMax = 3

/** The same finding is reported once, from one call or from all of them. */
export const report = (tally: Tally, finding: Finding): void => {
  const ofKind = tally.findings.filter(({ kind }) => kind === finding.kind)
  const same = ofKind.filter(({ what }) => what === finding.what)
  const there = ofKind.filter(({ attempt }) => attempt !== undefined && attempt.route === finding.attempt?.route)
  if (same.length < alikeMax && there.length < alikeMax) tally.findings.push(finding)
}
