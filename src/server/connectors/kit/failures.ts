import type { failureKinds } from '#contract/syncs/runs.ts'

type FailureKind = (typeof failureKinds)[number]

interface Details {
  /** How long the vendor asks us to wait. */
  retryAfterMs?: number | undefined
  status?: number | undefined
  /** No answer came within the timeout. */
  isTimeout?: boolean | undefined
  /**
   * For staff and engineers: what exactly was invalid, without any content. It is logged, stored with the run and shown
   * to staff only.
   */
  technical?: string | undefined
  /** The field of the manifest that it is about, if a user has just filled it in. */
  field?: string | undefined
}

/** `message` is a text for the user: what happened and what to do. It never contains a secret or a name. */
export class ConnectorFailure extends Error {
  readonly kind: FailureKind
  readonly retryAfterMs: number | undefined
  readonly status: number | undefined
  readonly isTimeout: boolean
  readonly technical: string | undefined
  readonly field: string | undefined
  constructor(kind: FailureKind, message: string, { retryAfterMs, status, isTimeout = false, technical, field }: Details = {}) {
    super(message)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
    this.status = status
    this.isTimeout = isTimeout
    this.technical = technical
    this.field = field
  }
}

/** The connector's interpretation of an answer. `token_expired` is fixed by a renewal; access is lost only if that fails. */
export interface Refusal {
  kind: FailureKind | 'token_expired'
  message: string
  retryAfterMs?: number | undefined
}
