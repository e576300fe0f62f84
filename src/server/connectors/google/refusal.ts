// What the errors of Google Ads mean.
import type { Refusal } from '../kit/failures.ts'
import { retryAfterOf, type VendorAnswer } from '../kit/http.ts'
import { trouble, type Problem } from './wire.ts'

const operator = 'Google does not accept the developer token of this installation. Whoever runs it has to look into it.'
const renewable: Refusal = { kind: 'token_expired', message: 'Google no longer accepts our access. Connect again.' }
const refused = (message: string): Refusal => ({ kind: 'refused', message })

const meanings: Readonly<Record<string, Refusal>> = {
  OAUTH_TOKEN_EXPIRED: renewable,
  OAUTH_TOKEN_INVALID: renewable,
  OAUTH_TOKEN_REVOKED: { kind: 'auth_lost', message: 'Somebody ended our access in the settings of Google. Connect again.' },
  OAUTH_TOKEN_DISABLED: { kind: 'auth_lost', message: 'Google has switched our access off. Connect again.' },
  NOT_ADS_USER: refused('This Google login has no Google Ads account. Connect with one that has.'),
  TWO_STEP_VERIFICATION_NOT_ENROLLED: refused(
    'Google Ads wants this login to use two-step verification. Switch it on, then try again.',
  ),
  CUSTOMER_NOT_FOUND: refused('This ad account does not exist any more. Choose another one.'),
  CUSTOMER_NOT_ENABLED: refused('This ad account is not active. Activate it in Google Ads, or choose another one.'),
  USER_PERMISSION_DENIED: refused(
    'This Google login may not read the ad account. Ask for access in Google Ads, or choose another one.',
  ),
  INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION: refused(
    'The ad account no longer belongs to that manager account. Choose it again.',
  ),
  REQUESTED_METRICS_FOR_MANAGER: refused('A manager account has no campaigns of its own. Choose one of its ad accounts.'),
  DEVELOPER_TOKEN_INVALID: refused(operator),
  DEVELOPER_TOKEN_NOT_APPROVED: refused(operator),
  DEVELOPER_TOKEN_PROHIBITED: refused(operator),
}

const secondsOf = (delay: string | undefined): number | undefined => {
  const seconds = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(delay ?? '')?.[1]
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000)
}

const problemsOf = (body: unknown): { status: string | undefined; problems: Problem[] } => {
  const parsed = trouble.safeParse(body)
  if (!parsed.success) return { status: undefined, problems: [] }
  const { status, details = [] } = parsed.data.error
  return { status, problems: details.flatMap(({ errors = [] }) => errors) }
}

const isQuota = ({ errorCode = {} }: Problem): boolean => errorCode['quotaError'] !== undefined

const throttled = (problems: readonly Problem[], { headers }: VendorAnswer): Refusal => ({
  kind: 'rate_limited',
  message: 'Google Ads asks us to slow down.',
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
  return refused(codes[0] === undefined ? `Google Ads refused (status ${answer.status}).` : `Google Ads refused (${codes[0]}).`)
}
