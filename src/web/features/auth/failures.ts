import type { TFunction } from 'i18next'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { identityWords, withNextStep, type signUpWords } from '#web/lib/identity/errors/identity-words.ts'

const isNetworkProblem = (code: string): code is 'TIMEOUT' | 'NETWORK' | 'TOO_MANY_REDIRECTS' | 'BAD_ANSWER' =>
  ['TIMEOUT', 'NETWORK', 'TOO_MANY_REDIRECTS', 'BAD_ANSWER'].includes(code)

/** The identity client uses its own text if the provider sent none. */
const messageOf = ({ message }: Error) => (message === 'Unknown error' ? '' : message)

/** The server's sentence, else the error's own message with the next step, else the text of the step. */
export const explainFailure = (
  t: TFunction,
  error: unknown,
  fallback: string,
  wordsOf: typeof signUpWords = identityWords,
): string => {
  if (error instanceof ApiError) return isNetworkProblem(error.code) ? t(`errors.${error.code}`) : error.detail || fallback
  if (!(error instanceof Error)) return fallback
  const words = wordsOf(error)
  if (words) return t(words)
  const message = messageOf(error)
  return message ? withNextStep(t, error, message) : fallback
}

/** Why the pool or the client no longer knows the sign-in; undefined when it still does. */
export const endOfSignIn = (error: unknown): 'tookTooLong' | 'signInOver' | undefined => {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'SignInException')
    return error.message.includes('signIn was not called before confirmSignIn') ? 'tookTooLong' : undefined
  if (error.name !== 'NotAuthorizedException' || !error.message.startsWith('Invalid session for the user')) return undefined
  return error.message.includes('expired') ? 'tookTooLong' : 'signInOver'
}

/** The pool refuses further attempts after too many wrong ones. */
export const isRefused = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'NotAuthorizedException' && error.message.startsWith('Incorrect')

/** The identity client's message why the automatic sign-in after a sign-up failed. */
export const autoSignInFailure = (error: unknown): string | undefined =>
  error instanceof Error && error.name === 'AutoSignInException' ? error.message : undefined

/** The user signed in in another tab. */
export const isAlreadySignedIn = (error: unknown) => error instanceof Error && error.name === 'UserAlreadyAuthenticatedException'
