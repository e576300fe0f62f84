/** How the identity provider says that a token is no longer good. A wrong password has the same name and another text. */
const tokenRefusal = /access token|refresh token|user is disabled|not authenticated/i

export const isSessionOver = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error.name === 'UserUnAuthenticatedException') return true
  return error.name === 'NotAuthorizedException' && tokenRefusal.test(error.message)
}

/** Wherever the failure has a name of the provider's, its message is a sentence for people. */
export const sentenceOf = (error: unknown): string | undefined =>
  error instanceof Error && error.name.endsWith('Exception') ? error.message : undefined
