import type { Clock } from '#server/platform/clock.ts'
import { JwtVerifier } from 'aws-jwt-verify'
import { validateCognitoJwtFields } from 'aws-jwt-verify/cognito-verifier'
import { JwtExpiredError, KidNotFoundInJwksError } from 'aws-jwt-verify/error'
import { z } from 'zod'
import type { KeyRing, Keys } from './keys.ts'

const accessClaims = z.object({ sub: z.uuid(), username: z.string(), origin_jti: z.uuid(), exp: z.number() })

export interface AccessToken {
  sub: string
  username: string
  originJti: string
  /** Seconds since 1970. */
  expiresAt: number
}

export class TokenProblem extends Error {
  readonly kind: 'expired' | 'invalid'

  constructor(kind: 'expired' | 'invalid', cause?: unknown) {
    super(`The access token is ${kind}`, { cause })
    this.kind = kind
  }
}

export interface TokenReader {
  /** Signature, issuer, purpose, client and time; whether it was revoked is another question. */
  read(token: string): Promise<AccessToken>
}

interface ReaderOptions {
  settings: { issuer: string; clientId: string }
  keys: Keys
  clock: Clock
}

export const createTokenReader = ({ settings, keys, clock }: ReaderOptions): TokenReader => {
  const verifier = JwtVerifier.create({
    issuer: settings.issuer,
    audience: null,
    customJwtCheck: ({ payload }) => validateCognitoJwtFields(payload, { tokenUse: 'access', clientId: settings.clientId }),
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
  return {
    async read(token) {
      const payload = verifyWith(await keys.ring(), token) ?? verifyWith(await keys.newerRing(), token)
      const claims = accessClaims.safeParse(payload)
      if (!claims.success) throw new TokenProblem('invalid', claims.error)
      const { sub, username, origin_jti: originJti, exp } = claims.data
      if (exp * 1000 <= clock.now().getTime()) throw new TokenProblem('expired')
      return { sub, username, originJti, expiresAt: exp }
    },
  }
}
