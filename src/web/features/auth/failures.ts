import type { TFunction } from 'i18next'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { identityWords, withNextStep, type signUpWords } from '#web/lib/identity/errors/identity-words.ts'

const isConnectionProblem = (code: string): code is 'TIMEOUT' | 'NETWORK' | 'TOO_MANY_REDIRECTS' | 'BAD_ANSWER' =>
  ['TIMEOUT', 'NETWORK', 'TOO_MANY_REDIRECTS', 'BAD_ANSWER'].includes(code)

/** The identity client puts its own words where the provider gave none. */
const messageOf = ({ message }: Error) => (message === 'Unknown error' ? '' : message)

/** The server's sentence, else the error's own message with what to do next, else the text of the step. */
export const explainFailure = (
  t: TFunction,
  error: unknown,
  fallback: string,
  wordsOf: typeof signUpWords = identityWords,
): string => {
  if (error instanceof ApiError) return isConnectionProblem(error.code) ? t(`errors.${error.code}`) : error.detail || fallback
  if (!(error instanceof Error)) return fallback
  const words = wordsOf(error)
  if (words) return t(words)
  const message = messageOf(error)
  return message ? withNextStep(t, error, message) : fallback
}

/** Why the pool or the client no longer knows the sign-in that an answer belongs to; undefined when it does. */
export const endOfSignIn = (error: unknown): 'tookTooLong' | 'signInOver' | undefined => {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'SignInException')
    return error.message.includes('signIn was not called before confirmSignIn') ? 'tookTooLong' : undefined
  if (error.name !== 'NotAuthorizedException' || !error.message.startsWith('Invalid session for the user')) return undefined
  return error.message.includes('expired') ? 'tookTooLong' : 'signInOver'
}

/** The pool has heard enough wrong answers. */
export const isRefused = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'NotAuthorizedException' && error.message.startsWith('Incorrect')

/** Why the identity client gave up signing in automatically after a sign-up, in its own words. */
export const autoSignInFailure = (error: unknown): string | undefined =>
  error instanceof Error && error.name === 'AutoSignInException' ? error.message : undefined

/** Another tab was faster. */
export const isAlreadySignedIn = (error: unknown) => error instanceof Error && error.name === 'UserAlreadyAuthenticatedException'
