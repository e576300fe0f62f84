import type { TFunction } from 'i18next'
import { ApiError } from '#web/lib/api-error.ts'
import { identityWords, type signUpWords } from '#web/lib/identity-words.ts'

const isConnectionProblem = (code: string): code is 'TIMEOUT' | 'NETWORK' | 'TOO_MANY_REDIRECTS' | 'BAD_ANSWER' =>
  ['TIMEOUT', 'NETWORK', 'TOO_MANY_REDIRECTS', 'BAD_ANSWER'].includes(code)

/** The server's sentence, else the error's own message, else the text of the step. */
export const explainFailure = (
  t: TFunction,
  error: unknown,
  fallback: string,
  wordsOf: typeof signUpWords = identityWords,
): string => {
  if (error instanceof ApiError) return isConnectionProblem(error.code) ? t(`errors.${error.code}`) : error.detail || fallback
  if (!(error instanceof Error)) return fallback
  const words = wordsOf(error)
  return words ? t(words) : error.message || fallback
}

/** The pool or the client no longer knows the sign-in that an answer belongs to. */
export const hasExpired = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error.name === 'NotAuthorizedException') return error.message.startsWith('Invalid session for the user')
  return error.name === 'SignInException' && error.message.includes('signIn was not called before confirmSignIn')
}

/** Another tab was faster. */
export const isAlreadySignedIn = (error: unknown) => error instanceof Error && error.name === 'UserAlreadyAuthenticatedException'
