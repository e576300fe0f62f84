import type { TFunction } from 'i18next'
import type { refusalMessages } from '#web/messages/en-refusals.ts'
import { sentenceOf } from './identity-error.ts'

// Errors of the identity client that have only a name, or a message that does not help the user.
const byName = {
  NetworkError: 'errors.NETWORK',
  TooManyRequestsException: 'errors.TOO_MANY',
  Unknown: 'identity.unknown',
  UserUnAuthenticatedException: 'identity.noUser',
  DeviceMetadataNotFoundException: 'identity.noDevices',
  IncorrectMFAMethod: 'identity.mfaType',
  ReauthenticationRequiredException: 'identity.proofNeeded',
  UnexpectedSignInInterruptionException: 'identity.tokensLost',
} as const

const emptyByEnding = {
  Username: 'identity.emptyUsername',
  Password: 'identity.emptyPassword',
  Code: 'identity.emptyCode',
  Response: 'identity.emptyResponse',
  Email: 'identity.emptyEmail',
  PhoneNumber: 'identity.emptyPhone',
} as const

type Words = (typeof byName)[keyof typeof byName] | (typeof emptyByEnding)[keyof typeof emptyByEnding] | 'identity.disabled'

/** A disabled user has the same error name as a wrong password. */
const isDisabled = ({ name, message }: Error) => name === 'NotAuthorizedException' && message.startsWith('User is disabled')

const isKey = <T extends object>(name: string, table: T): name is keyof T & string => Object.hasOwn(table, name)

/** The key of the text for an identity failure; undefined when its own message is good enough. */
export const identityWords = (error: unknown): Words | undefined => {
  if (!(error instanceof Error)) return undefined
  if (isKey(error.name, byName)) return byName[error.name]
  if (isDisabled(error)) return 'identity.disabled'
  const ending = /^Empty.*(Username|Password|Code|Response|Email|PhoneNumber)$/.exec(error.name)?.[1] ?? ''
  return isKey(ending, emptyByEnding) ? emptyByEnding[ending] : undefined
}

/** The same while an account is created. */
export const signUpWords = (error: unknown) =>
  error instanceof Error && error.name === 'Unknown' ? ('identity.signUp' as const) : identityWords(error)

type Refusal = keyof typeof refusalMessages

const refusalByName: Readonly<Record<string, Refusal>> = {
  AliasExistsException: 'addressTaken',
  CodeDeliveryFailureException: 'codeNotSent',
  CodeMismatchException: 'wrongCode',
  ConcurrentModificationException: 'unavailable',
  EnableSoftwareTokenMFAException: 'wrongCode',
  ExpiredCodeException: 'expiredCode',
  ExternalServiceException: 'unavailable',
  ForbiddenException: 'blocked',
  InternalErrorException: 'unavailable',
  InvalidEmailRoleAccessPolicyException: 'notSetUp',
  InvalidIdentityPoolConfigurationException: 'notSetUp',
  InvalidLambdaResponseException: 'notSetUp',
  InvalidParameterException: 'unusable',
  InvalidPasswordException: 'otherPassword',
  InvalidSmsRoleAccessPolicyException: 'notSetUp',
  InvalidSmsRoleTrustRelationshipException: 'notSetUp',
  InvalidUserPoolConfigurationException: 'notSetUp',
  LimitExceededException: 'tooManyTries',
  MFAMethodNotFoundException: 'noApp',
  MissingAuthenticationTokenException: 'outdatedPage',
  NotAuthorizedException: 'notAllowed',
  PasswordHistoryPolicyViolationException: 'otherPassword',
  PasswordResetRequiredException: 'resetNeeded',
  RefreshTokenReuseException: 'signedOut',
  ResourceConflictException: 'unavailable',
  ResourceNotFoundException: 'notSetUp',
  SerializationException: 'outdatedPage',
  SoftwareTokenMFANotFoundException: 'noApp',
  TooManyFailedAttemptsException: 'expiredCode',
  UnexpectedLambdaException: 'notSetUp',
  UnknownOperationException: 'outdatedPage',
  UnsupportedUserStateException: 'notNow',
  UserLambdaValidationException: 'notAllowed',
  UserNotConfirmedException: 'notConfirmed',
  UserNotFoundException: 'unknownUser',
  UsernameExistsException: 'addressTaken',
  WebAuthnChallengeNotFoundException: 'tooLate',
  WebAuthnClientMismatchException: 'tooLate',
  WebAuthnConfigurationMissingException: 'otherWay',
  WebAuthnCredentialNotSupportedException: 'passkeyKind',
  WebAuthnNotEnabledException: 'otherWay',
  WebAuthnOriginNotAllowedException: 'passkeySite',
  WebAuthnRelyingPartyMismatchException: 'passkeySite',
}

// Some error names have several meanings, which only the message distinguishes.
const refusalByText: readonly [text: RegExp, refusal: Refusal][] = [
  [/^Incorrect username or password/, 'wrongPassword'],
  [/^Password attempts exceeded/, 'tooManyPasswords'],
  [/^Passkey attempts exceeded/, 'tooManyPasskeys'],
  [/^Invalid session for the user/, 'tooLate'],
  [/(Access|Refresh) Token/, 'signedOut'],
  [/^Temporary password has expired/, 'invitationExpired'],
  [/^This account asks for the password first/, 'passwordFirst'],
  [/^User cannot be confirmed|^User is already confirmed/, 'confirmed'],
  [/^User password cannot be reset in the current state/, 'notNow'],
  [/^Cannot reset password for the user/, 'noAddress'],
  [/is not (enabled for the client|available)\.?$/, 'otherWay'],
  [/^Your software token has already been used once/, 'usedCode'],
  [/^(Device|The passkey) does not exist/, 'gone'],
]

// Messages of the provider that are sentences for users, or that the specification fixes.
const forUsers: readonly RegExp[] = [
  / cannot be empty$/,
  /^No valid MFA method provided$/,
  /^Invalid MFA type$/,
  /^This password is /,
  /^Your account requires two-step sign-in/,
  /^Codes can be sent only to the confirmed email address/,
  /^You can have at most \d+ passkeys/,
  /^We can't send the code your account requires/,
  /^Something went wrong on our side/,
  /^This isn't available right now/,
]

const isForUsers = (message: string): boolean => forUsers.some((text) => text.test(message))

const refusalOf = ({ name, message }: Error): Refusal | undefined =>
  isKey(name, refusalByName) ? (refusalByText.find(([text]) => text.test(message))?.[1] ?? refusalByName[name]) : undefined

/** The provider's own message, if a screen has to show it, followed by the next step. */
export const withNextStep = (t: TFunction, error: Error, message: string): string => {
  const refusal = refusalOf(error)
  if (!refusal || isForUsers(message)) return message
  return `${message}${/[.!?]$/.test(message) ? '' : '.'} ${t(`identity.refusals.${refusal}.next`)}`
}

/** The same with our own text only. */
export const refusalWords = (t: TFunction, error: unknown): string | undefined => {
  const refusal = error instanceof Error && !isForUsers(error.message) ? refusalOf(error) : undefined
  if (!refusal) return sentenceOf(error)
  return `${t(`identity.refusals.${refusal}.what`)} ${t(`identity.refusals.${refusal}.next`)}`
}
