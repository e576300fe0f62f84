import type { Clock } from '#server/platform/clock.ts'
import { JwtVerifier } from 'aws-jwt-verify'
import { validateCognitoJwtFields } from 'aws-jwt-verify/cognito-verifier'
import { JwtExpiredError, KidNotFoundInJwksError } from 'aws-jwt-verify/error'
import { z } from 'zod'
import type { KeyRing, Keys } from './keys.ts'

const sharedClaims = z.object({ sub: z.uuid(), origin_jti: z.uuid(), exp: z.number() })
const accessClaims = sharedClaims.extend({ username: z.string(), auth_time: z.number() })

export interface AccessToken {
  sub: string
  username: string
  originJti: string
  /** Seconds since 1970. */
  expiresAt: number
  /** When the person proved who they are, likewise. */
  authTime: number
}

export class TokenProblem extends Error {
  readonly kind: 'expired' | 'invalid'

  constructor(kind: 'expired' | 'invalid', cause?: unknown) {
    super(`The token is ${kind}`, { cause })
    this.kind = kind
  }
}

export interface IdToken {
  sub: string
  originJti: string
}

/** Signature, issuer, purpose, client and time; whether it was revoked is another question. */
export interface TokenReader {
  read(token: string): Promise<AccessToken>
  readId(token: string): Promise<IdToken>
}

interface ReaderOptions {
  settings: { issuer: string; clientId: string }
  keys: Keys
  clock: Clock
}

/** Answers the claims of one kind of token. */
const createVerifier = ({ settings, keys }: ReaderOptions, tokenUse: 'access' | 'id') => {
  const verifier = JwtVerifier.create({
    issuer: settings.issuer,
    audience: null,
    customJwtCheck: ({ payload }) => validateCognitoJwtFields(payload, { tokenUse, clientId: settings.clientId }),
  })
  let cached: KeyRing | undefined
  // The synchronous check reads the cached keys only: the server never calls itself. Undefined: signed by a key that is not among them.
  const verifyWith = (ring: KeyRing, token: string): unknown => {
    if (cached !== ring) verifier.cacheJwks(ring.jwks)
    cached = ring
    try {
      return verifier.verifySync(token)
    } catch (error) {
      if (error instanceof KidNotFoundInJwksError) return undefined
      throw new TokenProblem(error instanceof JwtExpiredError ? 'expired' : 'invalid', error)
    }
  }
  return async (token: string): Promise<unknown> =>
    verifyWith(await keys.ring(), token) ?? verifyWith(await keys.newerRing(), token)
}

export const createTokenReader = (options: ReaderOptions): TokenReader => {
  const [verifyAccess, verifyId] = [createVerifier(options, 'access'), createVerifier(options, 'id')]
  const claimsOf = <Claims extends { exp: number }>(schema: z.ZodType<Claims>, payload: unknown): Claims => {
    const claims = schema.safeParse(payload)
    if (!claims.success) throw new TokenProblem('invalid', claims.error)
    if (claims.data.exp * 1000 <= options.clock.now().getTime()) throw new TokenProblem('expired')
    return claims.data
  }
  return {
    async read(token) {
      const { sub, username, origin_jti: originJti, exp, auth_time: authTime } = claimsOf(accessClaims, await verifyAccess(token))
      return { sub, username, originJti, expiresAt: exp, authTime }
    },
    async readId(token) {
      const { sub, origin_jti: originJti } = claimsOf(sharedClaims, await verifyId(token))
      return { sub, originJti }
    },
  }
}
