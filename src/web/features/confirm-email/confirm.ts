import { config } from '#web/lib/config.ts'
import { askPool } from '#web/lib/identity/pool-call.ts'

interface Link {
  username: string
  confirmationCode: string
}

export type Outcome = 'confirmed' | 'used' | 'expired' | 'tooMany' | 'signedIn' | 'wrongPassword' | 'failed'

/** What stands behind the `#`: `<user>.<secret>`. */
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

/** The pool says of an address that is not confirmed only to those with its password that it is not. */
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
 * With the password of the sign-up: anybody can sign up with an address of somebody else, and one click of theirs would open the
 * account to whoever chose the password.
 */
export const confirmBy = async ({ username, confirmationCode }: Link, password: string): Promise<Outcome> => {
  const proof = await provePassword(username, password)
  if (proof !== 'proven') return proof
  const { userPoolClientId } = config().identity
  try {
    await askPool('ConfirmSignUp', { ClientId: userPoolClientId, Username: username, ConfirmationCode: confirmationCode })
    return 'confirmed'
  } catch (error) {
    return refusedBy(error, 'used')
  }
}
