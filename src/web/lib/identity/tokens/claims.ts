import { decodeJwt, type JWTPayload } from 'jose'

/** The unverified claims of a token: only the server verifies them. Empty when the token cannot be read. */
export const claimsOf = (token = ''): JWTPayload => {
  try {
    return decodeJwt(token)
  } catch {
    return {}
  }
}
