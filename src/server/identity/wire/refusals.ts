/** A refusal by its Cognito name; clients choose their texts and next steps by name and sometimes by text. */
export class PoolError extends Error {
  readonly status: number

  constructor(name: string, message: string, status = 400) {
    super(message)
    this.name = name
    this.status = status
  }
}

const refusal =
  (name: string, message: string, status?: number) =>
  (detail = message): PoolError =>
    new PoolError(name, detail, status)

export const wrongPassword = refusal('NotAuthorizedException', 'Incorrect username or password.')
export const notAuthorized = refusal('NotAuthorizedException', 'Not authorized')
export const invalidSession = refusal('NotAuthorizedException', 'Invalid session for the user.')
export const invalidParameter = refusal('InvalidParameterException', 'Invalid parameter')
export const invalidPassword = refusal(
  'InvalidPasswordException',
  'Password did not conform with policy: Password not long enough',
)
export const codeMismatch = refusal('CodeMismatchException', 'Invalid verification code provided, please try again.')
export const expiredCode = refusal('ExpiredCodeException', 'Invalid code provided, please request a code again.')
export const usedCode = refusal('ExpiredCodeException', 'Your software token has already been used once.')
export const tokenMismatch = refusal('EnableSoftwareTokenMFAException', 'Code mismatch')
export const tokenNotFound = refusal('SoftwareTokenMFANotFoundException', 'No software token waits to be verified.')
export const codeNotDelivered = refusal(
  'CodeDeliveryFailureException',
  "We can't send the code your account requires right now. Please ask an admin of your account.",
)
export const tooManyFailures = refusal('TooManyFailedAttemptsException', 'Too many wrong codes, please request a code again.')
export const limitExceeded = refusal('LimitExceededException', 'Attempt limit exceeded, please try after some time.')
export const tooManyRequests = refusal('TooManyRequestsException', 'Too many requests', 429)
export const refreshTokenReused = refusal('RefreshTokenReuseException', 'Refresh token has been used before.')
export const proofTooOld = refusal(
  'ReauthenticationRequiredException',
  "Confirm it's you first. You did so more than five minutes ago, or not yet.",
)
export const userExists = refusal('UsernameExistsException', 'User already exists')
export const aliasExists = refusal('AliasExistsException', 'An account with the given email already exists.')
export const userNotFound = refusal('UserNotFoundException', 'User does not exist.')
export const userNotConfirmed = refusal('UserNotConfirmedException', 'User is not confirmed.')
export const passwordResetRequired = refusal('PasswordResetRequiredException', 'Password reset required for the user')
export const resourceNotFound = refusal('ResourceNotFoundException', 'Resource not found')
export const unsupportedState = refusal('UnsupportedUserStateException', 'The user is in an unsupported state')
export const unknownOperation = refusal('UnknownOperationException', 'Unknown operation')
export const missingSignature = refusal('MissingAuthenticationTokenException', 'Missing Authentication Token', 403)
export const unreadable = refusal('SerializationException', 'The request could not be read')
export const unavailable = refusal('InternalErrorException', "This isn't available right now. Try again in a moment.", 503)
export const internalFault = refusal('InternalErrorException', 'Something went wrong on our side. Please try again.', 500)
