/** The messages for a token that is no longer valid. A wrong password has the same error name and another message. */
const tokenRefusal = /access token|refresh token|user is disabled|not authenticated/i

export const isSessionOver = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error.name === 'UserUnAuthenticatedException') return true
  return error.name === 'NotAuthorizedException' && tokenRefusal.test(error.message)
}

/** The message of an error that the provider named: it is written for users. */
export const sentenceOf = (error: unknown): string | undefined =>
  error instanceof Error && error.name.endsWith('Exception') ? error.message : undefined

/** A wrong code of an authenticator app: pools report it under two names, with messages for engineers. */
export const isWrongCode = (error: unknown): boolean =>
  error instanceof Error && ['CodeMismatchException', 'EnableSoftwareTokenMFAException'].includes(error.name)

/** Too many wrong passwords have the same error name and another message. */
export const isWrongPassword = (error: unknown): boolean =>
  error instanceof Error && error.name === 'NotAuthorizedException' && error.message.startsWith('Incorrect')

/** The provider refuses the new password: it is too common, or breaks the policy. Forms call the field `password`. */
export const passwordFieldOf = (error: unknown): 'password' | undefined =>
  error instanceof Error && error.name === 'InvalidPasswordException' ? 'password' : undefined

/** An error with the name that the identity client would use. */
export const identityError = (name: string, message = ''): Error => Object.assign(new Error(message), { name })

/** Turns a refusal of the identity provider into an error; a proxy may reply in another format. */
export const readIdentityRefusal = async (response: Response): Promise<Error> => {
  const body = (await response.json().catch(() => undefined)) as { __type?: string; message?: string } | undefined
  return identityError(body?.__type?.split('#').at(-1) ?? 'Unknown', body?.message)
}

/** A wrong code is shown at the code field. */
export const codeFieldOf = (error: unknown): 'code' | undefined => (isWrongCode(error) ? 'code' : undefined)
