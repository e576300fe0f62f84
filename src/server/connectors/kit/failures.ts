import type { failureKinds } from '#contract/syncs/runs.ts'

type FailureKind = (typeof failureKinds)[number]

interface Details {
  /** How long the vendor wants to be left alone. */
  retryAfterMs?: number | undefined
  status?: number | undefined
  /** No answer came in the time that we give. */
  isTimeout?: boolean | undefined
  /** For whoever mends it: what exactly was odd, without what anybody wrote. It is logged, kept with the run and shown to our own people alone. */
  technical?: string | undefined
  /** Which of the manifest's fields it is about, where somebody has just filled it in. */
  field?: string | undefined
}

/** `message` is a sentence for the person whose account it is: what happened and what to do. It never holds a secret or a name. */
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

/** What an answer means, as the connector reads it. `token_expired` is cured by a renewal; only if that fails is access lost. */
export interface Refusal {
  kind: FailureKind | 'token_expired'
  message: string
  retryAfterMs?: number | undefined
}
