import { config } from '#web/lib/config.ts'
import { callPool } from '#web/lib/identity/pool-call.ts'

interface Link {
  username: string
  confirmationCode: string
}

export type Outcome = 'confirmed' | 'used' | 'expired' | 'tooMany' | 'signedIn' | 'wrongPassword' | 'failed'

/** The part after the `#`: `<user>.<secret>`. */
export const readLink = (hash: string): Link | undefined => {
  const [, username, confirmationCode] = /^#([0-9a-f-]{36})\.([\w-]{32})$/.exec(hash) ?? []
  return username && confirmationCode ? { username, confirmationCode } : undefined
}

const refusals: Record<string, Outcome> = {
  CodeMismatchException: 'expired',
  ExpiredCodeException: 'expired',
  TooManyFailedAttemptsException: 'expired',
  LimitExceededException: 'tooMany',
  TooManyRequestsException: 'tooMany',
  UserAlreadyAuthenticatedException: 'signedIn',
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

const refusedBy = (error: unknown, notAuthorized: Outcome): Outcome =>
  nameOf(error) === 'NotAuthorizedException' ? notAuthorized : (refusals[nameOf(error)] ?? 'failed')

/** The pool reports an unconfirmed address only to a caller with its password. */
const provePassword = async (username: string, password: string): Promise<Outcome | 'proven'> => {
  try {
    const { beginSignIn } = await import('#web/lib/identity/begin-sign-in.ts')
    const { signInStep } = await beginSignIn({ username, password })
    return signInStep === 'CONFIRM_SIGN_UP' ? 'proven' : 'used'
  } catch (error) {
    return refusedBy(error, 'wrongPassword')
  }
}

/**
 * Requires the password of the sign-up: anyone can sign up with another user's address, and one click of that user on the link would
 * give the account to the one who chose the password.
 */
export const confirmBy = async ({ username, confirmationCode }: Link, password: string): Promise<Outcome> => {
  const proof = await provePassword(username, password)
  if (proof !== 'proven') return proof
  const { userPoolClientId } = config().identity
  try {
    await callPool('ConfirmSignUp', { ClientId: userPoolClientId, Username: username, ConfirmationCode: confirmationCode })
    return 'confirmed'
  } catch (error) {
    return refusedBy(error, 'used')
  }
}
