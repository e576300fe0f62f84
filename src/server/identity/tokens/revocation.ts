import type { Clock } from '#server/platform/clock.ts'
import type { Listener } from '#server/platform/db/listen.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { after, type Call } from '../pool.ts'
import { deleteSessionsOf } from '../proofs/session-queries.ts'
import { accessLifetime } from './issue.ts'
import { insertRevokedOrigins, isOriginRevoked, revokeRefreshTokens, type Which } from './queries.ts'

/** Ends sign-ins: refreshing stops, and issued access tokens are no longer valid. */
export const endSignIns = async (call: Call, which: Which): Promise<void> => {
  const origins = await revokeRefreshTokens(call.tx, { ...which, now: call.now })
  await insertRevokedOrigins(call.tx, origins, after(call.now, accessLifetime))
  if (which.only === undefined && which.deviceKey === undefined) await deleteSessionsOf(call.tx, which.sub)
}

export type Announcements = Pick<Listener, 'on' | 'onGap'>

export interface Revocations {
  isRevoked(originJti: string): Promise<boolean>
  onRevoked(listener: (originJti: string) => void): void
}

// A valid sign-in is checked again after this time, in case the notifications stopped without a broken connection.
const trustedFor = 30_000
const remembered = 20_000

interface RevocationOptions {
  database: Database
  clock: Clock
  listener?: Announcements | undefined
}

/** Answers from memory; notifications keep the memory up to date. Without them every check queries the database. */
export const createRevocations = ({ database, clock, listener }: RevocationOptions): Revocations => {
  const known = new Map<string, { revoked: boolean; at: number }>()
  const listeners: ((originJti: string) => void)[] = []
  let gaps = 0
  const remember = (originJti: string, revoked: boolean): void => {
    known.delete(originJti)
    known.set(originJti, { revoked, at: clock.now().getTime() })
    const [oldest] = known.keys()
    if (known.size > remembered && oldest !== undefined) known.delete(oldest)
  }
  listener?.on('token_revoked', (originJti) => {
    remember(originJti, true)
    for (const tell of listeners) tell(originJti)
  })
  listener?.onGap(() => {
    gaps += 1
    known.clear()
  })
  const ask = async (originJti: string): Promise<boolean> => {
    const before = gaps
    const revoked = await database.asSystem('identity: is this sign-in ended', (tx) => isOriginRevoked(tx, originJti))
    // A notification that came meanwhile is newer.
    if (known.get(originJti)?.revoked === true) return true
    // An answer from before a gap may be outdated: it is used once and not cached.
    if (listener !== undefined && before === gaps) remember(originJti, revoked)
    return revoked
  }
  return {
    async isRevoked(originJti) {
      const entry = known.get(originJti)
      const isTrusted = entry !== undefined && (entry.revoked || Math.abs(clock.now().getTime() - entry.at) < trustedFor)
      return isTrusted ? entry.revoked : ask(originJti)
    },
    onRevoked: (tell) => {
      listeners.push(tell)
    },
  }
}
