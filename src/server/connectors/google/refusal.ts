// The meaning of errors of Google Ads.
import type { Refusal } from '../kit/failures.ts'
import { retryAfterOf, type VendorAnswer } from '../kit/calls/http.ts'
import { trouble, type Detail, type Problem } from './wire.ts'

/** No connected user can fix this, and it affects all of them. Their syncs resume automatically once it is fixed. */
const operatorPause = 15 * 60_000
const forOperator = (what: string): Refusal => ({
  kind: 'unavailable',
  message: `${what} The operator of this installation has to fix this. You don't need to reconnect.`,
  retryAfterMs: operatorPause,
})
const badToken = forOperator("Google doesn't accept our developer token.")
const renewable: Refusal = { kind: 'token_expired', message: 'Google revoked our access. Reconnect to resume syncing.' }
const refused = (message: string): Refusal => ({ kind: 'refused', message })

const meanings: Readonly<Record<string, Refusal>> = {
  OAUTH_TOKEN_EXPIRED: renewable,
  OAUTH_TOKEN_INVALID: renewable,
  OAUTH_TOKEN_REVOKED: {
    kind: 'auth_lost',
    message: 'Someone removed our access in the Google settings. Reconnect to resume syncing.',
  },
  OAUTH_TOKEN_DISABLED: { kind: 'auth_lost', message: 'Google turned off our access. Reconnect to resume syncing.' },
  NOT_ADS_USER: refused('This Google login has no Google Ads account. Connect with one that has.'),
  TWO_STEP_VERIFICATION_NOT_ENROLLED: refused(
    'Google Ads requires two-step verification for this login. Turn it on, then try again.',
  ),
  CUSTOMER_NOT_FOUND: refused('This ad account no longer exists. Choose another one.'),
  CUSTOMER_NOT_ENABLED: refused("This ad account isn't active. Activate it in Google Ads, or choose another one."),
  USER_PERMISSION_DENIED: refused(
    "This Google login doesn't have access to the ad account. Ask for access in Google Ads, or choose another one.",
  ),
  INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION: refused(
    'The ad account no longer belongs to that manager account. Choose it again.',
  ),
  REQUESTED_METRICS_FOR_MANAGER: refused('A manager account has no campaigns of its own. Choose one of its ad accounts.'),
  DEVELOPER_TOKEN_INVALID: badToken,
  DEVELOPER_TOKEN_NOT_APPROVED: badToken,
  DEVELOPER_TOKEN_PROHIBITED: badToken,
  UNSUPPORTED_VERSION: forOperator('Google Ads retired the API version we use.'),
  SERVICE_DISABLED: forOperator("Google Ads isn't enabled for our app."),
}

const secondsOf = (delay: string | undefined): number | undefined => {
  const seconds = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(delay ?? '')?.[1]
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000)
}

/** The errors of Google Ads itself, or of the gateway in front of it. */
const problemsIn = ({ errors = [], reason }: Detail): Problem[] =>
  reason === undefined ? errors : [...errors, { errorCode: { reason } }]

const problemsOf = (body: unknown): { status: string | undefined; problems: Problem[] } => {
  const parsed = trouble.safeParse(body)
  if (!parsed.success) return { status: undefined, problems: [] }
  const { status, details = [] } = parsed.data.error
  return { status, problems: details.flatMap(problemsIn) }
}

const isQuota = ({ errorCode = {} }: Problem): boolean => errorCode['quotaError'] !== undefined

const throttled = (problems: readonly Problem[], { headers }: VendorAnswer): Refusal => ({
  kind: 'rate_limited',
  message: 'Google Ads asked us to slow down.',
  retryAfterMs:
    problems.map(({ details }) => secondsOf(details?.quotaErrorDetails?.retryDelay)).find((ms) => ms !== undefined) ??
    retryAfterOf(headers),
})

export const refusalOf = (answer: VendorAnswer): Refusal | null => {
  if (answer.status < 400) return null
  const { status, problems } = problemsOf(answer.body)
  if (answer.status === 429 || status === 'RESOURCE_EXHAUSTED' || problems.some(isQuota)) return throttled(problems, answer)
  const codes = problems.flatMap(({ errorCode = {} }) => Object.values(errorCode))
  const known = codes.map((code) => meanings[code]).find((meaning) => meaning !== undefined)
  if (known) return known
  if (answer.status === 401) return renewable
  if (answer.status >= 500) return null
  return refused(
    codes[0] === undefined
      ? `Google Ads rejected the request (status ${answer.status}).`
      : `Google Ads rejected the request (${codes[0]}).`,
  )
}
