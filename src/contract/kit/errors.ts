import { z } from 'zod'

/** Every way a call can be refused: stable code, HTTP status, and the default English text. */
export const errorCatalogue = {
  VALIDATION_FAILED: { status: 400, text: "Some of the information isn't valid. Nothing was saved." },
  UNKNOWN_FILTER: { status: 400, text: "We don't know that filter or sort field." },
  UNAUTHENTICATED: { status: 401, text: 'Please sign in.' },
  FORBIDDEN: { status: 403, text: "Your role doesn't allow this." },
  TENANT_MISMATCH: { status: 403, text: "You don't have access to this account. Reload the page and sign in again." },
  USER_SUSPENDED: { status: 403, text: 'Your access is suspended. Ask an admin of your account to restore it.' },
  INVITATION_OPEN: { status: 403, text: 'Accept your invitation first: sign out and sign in again.' },
  EMAIL_UNVERIFIED: { status: 403, text: 'Confirm your email address first.' },
  TERMS_NOT_ACCEPTED: { status: 403, text: 'Accept the terms and conditions to continue.' },
  NOT_FOUND: { status: 404, text: "It doesn't exist, or you don't have access to it." },
  CLIENT_NAME_TAKEN: { status: 409, text: 'A company with this name already exists. Choose another name.' },
  COMPANY_EXISTS: { status: 409, text: 'company already exists' },
  PROPERTY_EXISTS: { status: 409, text: 'A property with this name already exists.' },
  PROPERTY_IN_USE: { status: 409, text: 'Records have values of this property.' },
  USER_EXISTS: { status: 409, text: 'A user with this email already exists. Sign in instead.' },
  LAST_ADMIN: { status: 409, text: 'An account needs an owner and at least one admin. Assign someone else first.' },
  ACTION_NOT_ALLOWED: { status: 409, text: "You can't do this right now." },
  CONNECTION_EXISTS: { status: 409, text: 'You already have a connection or an open invitation with this address.' },
  INVITATION_INVALID: { status: 410, text: 'Invitation link is not valid' },
  INVITEE_MISMATCH: { status: 403, text: "Invitee email doesn't match with yours" },
  SYNC_FIRST: { status: 409, text: 'You should sync first to accept partner' },
  SYNC_RUNNING: { status: 409, text: 'This source is already syncing. Wait for it to finish, or cancel it first.' },
  OTHER_ACCOUNT: {
    status: 409,
    text: 'This is a different account at the vendor. Each source reads one account. Disconnect it and erase its data first.',
  },
  CONNECTION_LOST: { status: 409, text: 'The vendor revoked our access. Reconnect.' },
  CONNECTION_EXPIRED: { status: 410, text: 'This connection attempt expired or was already used. Start again.' },
  MAPPING_INVALID: { status: 422, text: "We can't read the columns with this mapping." },
  PROVIDER_REFUSED: { status: 422, text: 'The vendor rejected the request.' },
  STALE_VERSION: { status: 409, text: 'Someone else changed this in the meantime. Reload and try again.' },
  IDEMPOTENCY_KEY_REUSED: { status: 409, text: 'This Idempotency-Key was already used for another request.' },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, text: 'The same request is still running. Try again in a moment.' },
  IDEMPOTENCY_ANSWER_LOST: {
    status: 409,
    text: 'This request succeeded, but its response was lost. Reload to see the result.',
  },
  PAYLOAD_TOO_LARGE: { status: 413, text: 'The request is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, text: 'Send the request body as JSON.' },
  CLIENT_SUSPENDED: { status: 423, text: 'This account is suspended. Contact support to restore it.' },
  TOO_MANY_REQUESTS: { status: 429, text: 'Too many requests. Wait a moment and try again.' },
  INTERNAL: { status: 500, text: 'Something went wrong on our side. Please try again.' },
  PROVIDER_NOT_SET_UP: { status: 503, text: "No OAuth URL returned from server: this vendor isn't set up here yet." },
  PROVIDER_UNAVAILABLE: { status: 503, text: "The vendor isn't responding right now. Try again in a moment." },
  UNAVAILABLE: { status: 503, text: "This isn't available right now. Try again in a moment." },
} as const satisfies Record<string, { status: number; text: string }>

export type ErrorCode = keyof typeof errorCatalogue

const errorCodes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]

/** The one form of every refused call. `detail` is the text for the user, `field` the input it is about. */
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
