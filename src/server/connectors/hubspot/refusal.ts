import type { Refusal } from '../kit/failures.ts'
import { retryAfterOf, type VendorAnswer } from '../kit/calls/http.ts'
import { problem } from './wire.ts'

const second = 1000
const hour = 3_600_000
/** HubSpot names the limit that was reached, but not the time to wait. */
const waits: Readonly<Record<string, number>> = { SECONDLY: second, TEN_SECONDLY_ROLLING: 10 * second, DAILY: hour }

const throttled = (policy: string | null | undefined): Refusal => ({
  kind: 'rate_limited',
  message:
    policy === 'DAILY'
      ? "We've used up today's HubSpot requests. We'll resume automatically."
      : "HubSpot asked us to slow down. We'll resume automatically.",
  retryAfterMs: waits[policy ?? ''] ?? 10 * second,
})

const forbidden = (scopes: readonly string[]): Refusal => ({
  kind: 'refused',
  message:
    scopes.length > 0
      ? `We're missing the HubSpot permission ${scopes.join(', ')}. Reconnect and allow it.`
      : "We don't have access to this in HubSpot. Reconnect as a user who can see contacts and deals.",
})

const readings: Readonly<Record<number, (answer: VendorAnswer) => Refusal>> = {
  401: () => ({ kind: 'token_expired', message: 'HubSpot revoked our access. Reconnect to resume syncing.' }),
  403: ({ body }) => forbidden(problem.safeParse(body).data?.context?.requiredGranularScopes ?? []),
  404: () => ({ kind: 'refused', message: "HubSpot couldn't find what we asked for. It may have been deleted." }),
  423: () => ({ kind: 'unavailable', message: 'HubSpot locked this for a moment.', retryAfterMs: 2 * second }),
  429: ({ body }) => throttled(problem.safeParse(body).data?.policyName),
  477: ({ headers }) => ({
    kind: 'unavailable',
    message: "HubSpot is moving this account. We'll resume automatically.",
    retryAfterMs: retryAfterOf(headers) ?? 10 * 60 * second,
  }),
}

export const refusalOf = (answer: VendorAnswer): Refusal | null => readings[answer.status]?.(answer) ?? null
