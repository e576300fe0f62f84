// The meaning of Facebook's errors. Nearly all of them come with status 400; the code distinguishes them.
import type { Refusal } from '../kit/failures.ts'
import type { VendorAnswer } from '../kit/calls/http.ts'
import { jsonOf } from '../kit/wire.ts'
import { accountUsage, businessUsage, trouble, type Trouble } from './wire.ts'

export const tooMuchMessage = 'This report is too large for Facebook.'
/** Sent for reports that take too long, and for any other failure there. */
export const unfinishedMessage = "Facebook couldn't finish this report. This usually resolves itself."

const whyLost: Readonly<Record<number, string>> = {
  458: 'Someone removed our access in the Facebook settings. Reconnect to resume syncing.',
  460: 'The Facebook password changed, which ended our access. Reconnect to resume syncing.',
  463: 'Facebook limits our access to 60 days, and it expired. Reconnect to resume syncing.',
  464: 'Facebook wants you to confirm your login first. Sign in to Facebook, then reconnect.',
}

const throttles = new Set([4, 17, 32, 613])
const isThrottle = (code: number): boolean => throttles.has(code) || (code >= 80_000 && code <= 80_014)
const isLost = (code: number): boolean => code === 190 || code === 102
const isForbidden = (code: number): boolean => code === 10 || (code >= 200 && code <= 299)

/** The longest wait in the usage headers. */
export const waitOf = (headers: VendorAnswer['headers']): number | undefined => {
  const uses = businessUsage.safeParse(jsonOf(headers['x-business-use-case-usage']))
  const minutes = uses.success
    ? Object.values(uses.data).flatMap((list) => list.map((one) => one.estimated_time_to_regain_access ?? 0))
    : []
  const account = accountUsage.safeParse(jsonOf(headers['x-ad-account-usage']))
  const seconds = account.success ? (account.data.reset_time_duration ?? 0) : 0
  const ms = Math.max(0, ...minutes) * 60_000 || seconds * 1000
  return ms > 0 ? ms : undefined
}

const forbidden =
  "This Facebook login doesn't have access. Ask for access to the ad account in the business settings, then reconnect."
const gone = 'This ad account was deleted, or is no longer shared with this Facebook login. Choose another one.'
const blocked = 'Facebook blocked this for breaking its policies. Check the Account Quality page in Facebook.'

const saidNo = ({ code, error_subcode: subcode }: Trouble): string => {
  if (isForbidden(code)) return forbidden
  if (code === 100 && subcode === 33) return gone
  if (code === 368) return blocked
  return `Facebook rejected the request (code ${code}).`
}

const tookTooLong = 1_504_018
const isTooMuch = ({ error_subcode: subcode, message = '' }: Trouble): boolean =>
  subcode === tookTooLong || /reduce the amount of data/i.test(message)

const passing = (error: Trouble): Refusal | null => {
  const { code, error_subcode: subcode, is_transient: isTransient } = error
  if (isTooMuch(error)) return { kind: 'refused', message: tooMuchMessage }
  if (code === 1 && subcode === 99) return { kind: 'unavailable', message: unfinishedMessage }
  if (code !== 1 && code !== 2 && isTransient !== true) return null
  return { kind: 'unavailable', message: 'Facebook is having trouble.' }
}

export const refusalOf = ({ body, headers }: VendorAnswer): Refusal | null => {
  const parsed = trouble.safeParse(body)
  if (!parsed.success) return null
  const { error } = parsed.data
  if (isThrottle(error.code))
    return { kind: 'rate_limited', message: 'Facebook asked us to slow down.', retryAfterMs: waitOf(headers) }
  if (isLost(error.code))
    return {
      kind: 'auth_lost',
      message: whyLost[error.error_subcode ?? 0] ?? 'Facebook revoked our access. Reconnect to resume syncing.',
    }
  return passing(error) ?? { kind: 'refused', message: saidNo(error) }
}
