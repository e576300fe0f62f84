// From a token to a user, both through short caches that a change clears. If its notification is lost, they expire.
import type { Listener } from '../db/listen.ts'
import { AppError } from '../errors.ts'
import { isInvited, owesTerms } from './access.ts'
import type { Caller, SignInToken } from './context.ts'

interface VerifiedToken extends SignInToken {
  sub: string
}

export interface CallerSource {
  verify(token: string): Promise<VerifiedToken>
  /** The user of an identity, from the database. */
  find(subject: string): Promise<Caller | undefined>
}

export interface Callers {
  verify(token: string): Promise<VerifiedToken>
  find(subject: string): Promise<Caller | undefined>
}

const tokensKept = 20_000
const callerAge = 15_000
/** Together with the identity provider's own cache, an ended sign-in is valid for less than a minute. */
const tokenAge = 15_000
/** NOTIFY channel: the identity of a user whose row changed, or `*`. */
const userChanged = 'user_changed'
const tokenRevoked = 'token_revoked'

export const createCallers = (source: CallerSource, listener: Listener): Callers => {
  const tokens = new Map<string, { verified: VerifiedToken; until: number }>()
  const users = new Map<string, { caller: Caller; until: number }>()
  // A lookup during a change may be outdated: it is used once and not cached.
  let changes = 0
  const forgetUsers = (subject: string): void => {
    changes += 1
    if (subject === '*') users.clear()
    else users.delete(subject)
  }
  listener.on(userChanged, forgetUsers)
  listener.on(tokenRevoked, (originJti) => {
    changes += 1
    for (const [token, { verified }] of tokens) if (verified.originJti === originJti) tokens.delete(token)
  })
  listener.onGap(() => {
    changes += 1
    users.clear()
    tokens.clear()
  })
  return {
    async verify(token) {
      const known = tokens.get(token)
      if (known && known.until > Date.now()) return known.verified
      const before = changes
      const verified = await source.verify(token)
      if (before !== changes) return verified
      tokens.delete(token)
      if (tokens.size >= tokensKept) tokens.delete(tokens.keys().next().value ?? '')
      tokens.set(token, { verified, until: Math.min(verified.expiresAt * 1000, Date.now() + tokenAge) })
      return verified
    },
    async find(subject) {
      const known = users.get(subject)
      if (known && known.until > Date.now()) return known.caller
      const before = changes
      const caller = await source.find(subject)
      // A user who has to accept the terms or an invitation may do so at any moment, and must not be refused after
      // that.
      if (caller === undefined || owesTerms(caller) || isInvited(caller) || before !== changes) return caller
      if (users.size >= tokensKept) users.delete(users.keys().next().value ?? '')
      users.set(subject, { caller, until: Date.now() + callerAge })
      return caller
    },
  }
}

export const bearerOf = (header: string | undefined): string => {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(header ?? '')?.[1]
  if (token === undefined) throw new AppError('UNAUTHENTICATED')
  return token
}
