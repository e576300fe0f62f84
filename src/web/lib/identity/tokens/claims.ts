import { decodeJwt, type JWTPayload } from 'jose'

/** What a token says, unverified: only the server knows whether it is true. Empty when the token cannot be read. */
export const claimsOf = (token = ''): JWTPayload => {
  try {
    return decodeJwt(token)
  } catch {
    return {}
  }
}
