import { errorCatalogue, type ErrorCode, type ErrorEnvelope } from '#contract/kit/errors.ts'

interface Details {
  /** The text for the user, if it can say more than the code's own. */
  detail?: string
  /** The input it is about. */
  field?: string
  /** Seconds after which a retry makes sense. */
  retryAfter?: number
  /** The underlying error; for the log only. */
  cause?: unknown
}

/** The only way to refuse: a code of the contract. Anything else that is thrown is a bug and answers 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.detail ?? errorCatalogue[code].text, { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.details = details
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }

  toEnvelope(requestId: string): ErrorEnvelope {
    const { detail, field } = this.details
    return {
      code: this.code,
      message: errorCatalogue[this.code].text,
      detail: detail ?? errorCatalogue[this.code].text,
      ...(field === undefined ? {} : { field }),
      request_id: requestId,
    }
  }
}
