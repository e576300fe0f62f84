import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import { AppError } from '#server/platform/errors.ts'

const codes = {
  auth_lost: 'CONNECTION_LOST',
  rate_limited: 'PROVIDER_UNAVAILABLE',
  unavailable: 'PROVIDER_UNAVAILABLE',
  bad_answer: 'PROVIDER_UNAVAILABLE',
  refused: 'PROVIDER_REFUSED',
} as const

/** A run is retried automatically; a user has to try again. */
const detailOf = ({ kind, message }: ConnectorFailure): string =>
  kind === 'bad_answer' ? `${message} Try again later.` : message

/** If the vendor does not say when, a minute is long enough for most failures. */
const secondsUntil = ({ retryAfterMs = 60_000 }: ConnectorFailure): number => Math.max(1, Math.ceil(retryAfterMs / 1000))

/** A vendor's failure as an answer to the user who is waiting. */
const asAppError = (error: unknown): unknown => {
  if (!(error instanceof ConnectorFailure)) return error
  const { kind, field } = error
  const code = codes[kind]
  const at = field === undefined ? {} : { field: `fields.${field}` }
  const soon = code === 'PROVIDER_UNAVAILABLE' ? { retryAfter: secondsUntil(error) } : {}
  return new AppError(code, { detail: detailOf(error), cause: error, ...at, ...soon })
}

export const answered = async <T>(ask: () => T | Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    throw asAppError(error)
  }
}
