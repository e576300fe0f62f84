import type { TFunction } from 'i18next'
import { ApiError } from '#web/lib/api-error.ts'

const isConnectionProblem = (code: string): code is 'TIMEOUT' | 'NETWORK' | 'TOO_MANY_REDIRECTS' | 'BAD_ANSWER' =>
  ['TIMEOUT', 'NETWORK', 'TOO_MANY_REDIRECTS', 'BAD_ANSWER'].includes(code)

/** The name that the identity client gives its own network failures. */
const isUnreachable = (error: unknown) => error instanceof Error && error.name === 'NetworkError'

/** The server's sentence, else the error's own message, else the text of the step. */
export const explainFailure = (t: TFunction, error: unknown, fallback: string): string => {
  if (error instanceof ApiError) return isConnectionProblem(error.code) ? t(`errors.${error.code}`) : error.detail || fallback
  if (isUnreachable(error)) return t('errors.NETWORK')
  return (error instanceof Error && error.message) || fallback
}
