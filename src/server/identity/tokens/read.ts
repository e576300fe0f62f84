import type { Clock } from '#server/platform/clock.ts'
import { errors, jwtVerify, type JWTVerifyOptions } from 'jose'
import { z } from 'zod'
import { tokenAlgorithm, type KeyRing, type Keys } from './keys.ts'

const sharedClaims = z.object({ sub: z.uuid(), origin_jti: z.uuid(), exp: z.number() })

export interface AccessToken {
  sub: string
  username: string
  originJti: string
  /** Seconds since 1970. */
  expiresAt: number
  /** When the user proved their identity, likewise. */
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

/** Checks signature, issuer, purpose, client and time, but not whether it was revoked. */
export interface TokenReader {
  read(token: string): Promise<AccessToken>
  readId(token: string): Promise<IdToken>
}

interface ReaderOptions {
  settings: { issuer: string; clientId: string }
  keys: Keys
  clock: Clock
}

/** The claims of a token; undefined if it was signed by an unknown key. */
const verifyByRing = async ({ publicKeys }: KeyRing, token: string, options: JWTVerifyOptions): Promise<unknown> => {
  try {
    return (await jwtVerify(token, publicKeys, options)).payload
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return undefined
    throw new TokenProblem(error instanceof errors.JWTExpired ? 'expired' : 'invalid', error)
  }
}

export const createTokenReader = ({ settings, keys, clock }: ReaderOptions): TokenReader => {
  const { issuer, clientId } = settings
  const verify = async <Claims>(token: string, schema: z.ZodType<Claims>): Promise<Claims> => {
    const options = { issuer, algorithms: [tokenAlgorithm], requiredClaims: ['exp'], currentDate: clock.now() }
    const payload =
      (await verifyByRing(await keys.ring(), token, options)) ?? (await verifyByRing(await keys.newerRing(), token, options))
    const claims = schema.safeParse(payload)
    if (!claims.success) throw new TokenProblem('invalid', claims.error)
    return claims.data
  }
  const accessClaims = sharedClaims.extend({
    token_use: z.literal('access'),
    client_id: z.literal(clientId),
    username: z.string(),
    auth_time: z.number(),
  })
  const idClaims = sharedClaims.extend({ token_use: z.literal('id'), aud: z.literal(clientId) })
  return {
    async read(token) {
      const { sub, username, origin_jti: originJti, exp, auth_time: authTime } = await verify(token, accessClaims)
      return { sub, username, originJti, expiresAt: exp, authTime }
    },
    async readId(token) {
      const { sub, origin_jti: originJti } = await verify(token, idClaims)
      return { sub, originJti }
    },
  }
}
