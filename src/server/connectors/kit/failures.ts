/** The five ways in which a vendor fails us. What is done about each is decided once, by whoever runs the sync. */
export type FailureKind =
  /** Our access is gone for good: revoked, expired beyond renewal, the account closed. A person has to connect again. */
  | 'auth_lost'
  /** We asked too often. Comes back by itself. */
  | 'rate_limited'
  /** The vendor is down or unreachable. Comes back by itself. */
  | 'unavailable'
  /** The answer is not what the vendor's documentation promises. */
  | 'bad_answer'
  /** The vendor understood and said no: a missing right, a plan without the feature, a table that is gone. */
  | 'refused'

interface Details {
  /** How long the vendor wants to be left alone. */
  retryAfterMs?: number | undefined
  status?: number | undefined
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
  readonly technical: string | undefined
  readonly field: string | undefined
  constructor(kind: FailureKind, message: string, { retryAfterMs, status, technical, field }: Details = {}) {
    super(message)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
    this.status = status
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
