import { z } from 'zod'

/** Every way a call can be refused: stable code, HTTP status, and the English text shown when nothing better is known. */
export const errorCatalogue = {
  VALIDATION_FAILED: { status: 400, text: 'Some of what was sent is not valid. Nothing was saved.' },
  UNKNOWN_FILTER: { status: 400, text: 'That filter or sort field is not known here.' },
  UNAUTHENTICATED: { status: 401, text: 'Please sign in.' },
  FORBIDDEN: { status: 403, text: 'Your role does not allow this.' },
  TENANT_MISMATCH: { status: 403, text: 'This account does not belong to you. Reload the page and sign in again.' },
  USER_SUSPENDED: { status: 403, text: 'Your access is suspended. Ask an admin of your account to restore it.' },
  INVITATION_OPEN: { status: 403, text: 'Accept your invitation first: sign out and sign in again.' },
  EMAIL_UNVERIFIED: { status: 403, text: 'Confirm your email address first.' },
  TERMS_NOT_ACCEPTED: { status: 403, text: 'Accept the terms and conditions to continue.' },
  NOT_FOUND: { status: 404, text: 'There is nothing here, or it is not yours to see.' },
  CLIENT_NAME_TAKEN: { status: 409, text: 'A company with this name already exists. Choose another name.' },
  USER_EXISTS: { status: 409, text: 'A user with this email already exists. Sign in instead.' },
  LAST_ADMIN: { status: 409, text: 'An account keeps its owner and at least one admin. Give these to somebody else first.' },
  ACTION_NOT_ALLOWED: { status: 409, text: 'This is not possible in the present state.' },
  SYNC_RUNNING: { status: 409, text: 'A sync of this source is already under way. Wait for it, or cancel it first.' },
  OTHER_ACCOUNT: {
    status: 409,
    text: 'This is another account of the vendor. One source is bound to one account: disconnect it and erase its data first.',
  },
  CONNECTION_LOST: { status: 409, text: 'The vendor no longer accepts our access. Reconnect.' },
  CONNECTION_EXPIRED: { status: 410, text: 'This connection attempt has expired or was already used. Start again.' },
  MAPPING_INVALID: { status: 422, text: 'These columns cannot be read like that.' },
  PROVIDER_REFUSED: { status: 422, text: 'The vendor refused.' },
  STALE_VERSION: { status: 409, text: 'Somebody else changed this in the meantime. Reload and try again.' },
  IDEMPOTENCY_KEY_REUSED: { status: 409, text: 'This Idempotency-Key was already used for another request.' },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, text: 'The same request is still being worked on. Try again in a moment.' },
  IDEMPOTENCY_ANSWER_LOST: {
    status: 409,
    text: 'This request was carried out, but its answer was lost. Reload to see the result.',
  },
  PAYLOAD_TOO_LARGE: { status: 413, text: 'That is more than this call takes.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, text: 'Send JSON.' },
  CLIENT_SUSPENDED: { status: 423, text: 'This account is suspended. Write to support to have it restored.' },
  TOO_MANY_REQUESTS: { status: 429, text: 'Too many requests. Wait a moment and try again.' },
  INTERNAL: { status: 500, text: 'Something went wrong on our side. It has been recorded; please try again.' },
  PROVIDER_NOT_SET_UP: { status: 503, text: 'No OAuth URL returned from server: this vendor is not set up here yet.' },
  PROVIDER_UNAVAILABLE: { status: 503, text: 'The vendor does not answer right now. Try again in a moment.' },
  UNAVAILABLE: { status: 503, text: 'This is not available right now. Try again in a moment.' },
} as const satisfies Record<string, { status: number; text: string }>

export type ErrorCode = keyof typeof errorCatalogue

const errorCodes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]

/** The one shape every refused call answers with. `detail` is the text for the person, `field` the input it is about. */
export const errorEnvelope = z
  .object({
    code: z.enum(errorCodes),
    message: z.string(),
    detail: z.string(),
    field: z.string().optional(),
    request_id: z.string(),
  })
  .meta({ id: 'Error' })

export type ErrorEnvelope = z.infer<typeof errorEnvelope>
