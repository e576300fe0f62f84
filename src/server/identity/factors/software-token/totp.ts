// Codes of authenticator apps, as in RFC 6238: SHA-1, six digits, 30 seconds, and one step before and after for slow clocks and people.
import { Secret, TOTP } from 'otpauth'

const period = 30
const form = { algorithm: 'SHA1', digits: 6, period } as const

/** In base 32, the form in which apps take it. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The 30 seconds that the code belongs to; undefined when it is not one of now. */
export const stepOfCode = (secret: string, code: string, now: Date): number | undefined => {
  if (!/^\d{6}$/.test(code)) return undefined
  const timestamp = now.getTime()
  const delta = TOTP.validate({ ...form, token: code, secret: Secret.fromBase32(secret), timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta
}
