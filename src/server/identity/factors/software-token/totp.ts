// Codes of authenticator apps, as in RFC 6238: SHA-1, six digits, 30 seconds, and one step before and after for slow
// clocks and users.
import { Secret, TOTP } from 'otpauth'

const period = 30
const form = { algorithm: 'SHA1', digits: 6, period } as const

/** In base 32, the form that apps accept. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The time step that the code belongs to; undefined if it is not current. */
export const stepOfCode = (secret: string, code: string, now: Date): number | undefined => {
  if (!/^\d{6}$/.test(code)) return undefined
  const timestamp = now.getTime()
  const delta = TOTP.validate({ ...form, token: code, secret: Secret.fromBase32(secret), timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta
}
