import type { TFunction } from 'i18next'
import { ApiError } from '#web/lib/api-error.ts'

const isConnectionProblem = (code: string): code is 'TIMEOUT' | 'NETWORK' | 'TOO_MANY_REDIRECTS' | 'BAD_ANSWER' =>
  ['TIMEOUT', 'NETWORK', 'TOO_MANY_REDIRECTS', 'BAD_ANSWER'].includes(code)

/** The server's sentence, else the error's own message, else the text of the step. */
export const explainFailure = (t: TFunction, error: unknown, fallback: string): string => {
  if (error instanceof ApiError) return isConnectionProblem(error.code) ? t(`errors.${error.code}`) : error.detail || fallback
  return (error instanceof Error && error.message) || fallback
}
