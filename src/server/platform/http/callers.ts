// From a token to a person, both through short caches that a change empties at once. Where its announcement is lost they run out.
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
/** With what the identity provider remembers itself, an ended sign-in counts for less than a minute. */
const tokenAge = 15_000
/** NOTIFY channel: the identity of a user whose row changed, or `*`. */
const userChanged = 'user_changed'
const tokenRevoked = 'token_revoked'

export const createCallers = (source: CallerSource, listener: Listener): Callers => {
  const tokens = new Map<string, { verified: VerifiedToken; until: number }>()
  const people = new Map<string, { caller: Caller; until: number }>()
  // What was being looked up while something changed may be old already: it is used once and not kept.
  let changes = 0
  const forgetPeople = (subject: string): void => {
    changes += 1
    if (subject === '*') people.clear()
    else people.delete(subject)
  }
  listener.on(userChanged, forgetPeople)
  listener.on(tokenRevoked, (originJti) => {
    changes += 1
    for (const [token, { verified }] of tokens) if (verified.originJti === originJti) tokens.delete(token)
  })
  listener.onGap(() => {
    changes += 1
    people.clear()
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
      const known = people.get(subject)
      if (known && known.until > Date.now()) return known.caller
      const before = changes
      const caller = await source.find(subject)
      // Whoever has to accept the terms or an invitation first does so at any moment, and must not be refused after that.
      if (caller === undefined || owesTerms(caller) || isInvited(caller) || before !== changes) return caller
      if (people.size >= tokensKept) people.delete(people.keys().next().value ?? '')
      people.set(subject, { caller, until: Date.now() + callerAge })
      return caller
    },
  }
}

export const bearerOf = (header: string | undefined): string => {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(header ?? '')?.[1]
  if (token === undefined) throw new AppError('UNAUTHENTICATED')
  return token
}
