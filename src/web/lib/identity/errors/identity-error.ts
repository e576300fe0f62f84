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

/** A code that an authenticator app has not shown: pools say it in either way, and in words for engineers. */
export const isWrongCode = (error: unknown): boolean =>
  error instanceof Error && ['CodeMismatchException', 'EnableSoftwareTokenMFAException'].includes(error.name)

/** Too many wrong passwords have the same name and another text. */
export const isWrongPassword = (error: unknown): boolean =>
  error instanceof Error && error.name === 'NotAuthorizedException' && error.message.startsWith('Incorrect')

/** The provider does not take this password: it is too common, or breaks the policy. Forms call the field `password`. */
export const passwordFieldOf = (error: unknown): 'password' | undefined =>
  error instanceof Error && error.name === 'InvalidPasswordException' ? 'password' : undefined

/** A failure as the identity client would name it. */
export const identityError = (name: string, message = ''): Error => Object.assign(new Error(message), { name })

/** Turns a refusal of the identity provider into an error; something on the way may answer in another shape. */
export const readIdentityRefusal = async (response: Response): Promise<Error> => {
  const body = (await response.json().catch(() => undefined)) as { __type?: string; message?: string } | undefined
  return identityError(body?.__type?.split('#').at(-1) ?? 'Unknown', body?.message)
}

/** A wrong code is told at the code. */
export const codeFieldOf = (error: unknown): 'code' | undefined => (isWrongCode(error) ? 'code' : undefined)
