import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import { AppError } from '#server/platform/errors.ts'

const codes = {
  auth_lost: 'CONNECTION_LOST',
  rate_limited: 'PROVIDER_UNAVAILABLE',
  unavailable: 'PROVIDER_UNAVAILABLE',
  bad_answer: 'PROVIDER_UNAVAILABLE',
  refused: 'PROVIDER_REFUSED',
} as const

/** A vendor's failure as an answer to the person who is waiting. */
const asAppError = (error: unknown): unknown =>
  error instanceof ConnectorFailure ? new AppError(codes[error.kind], { detail: error.message, cause: error }) : error

export const answered = async <T>(asking: Promise<T>): Promise<T> => {
  try {
    return await asking
  } catch (error) {
    throw asAppError(error)
  }
}
