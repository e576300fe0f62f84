// What the identity client says by a name only, or in words that help nobody.
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

/** The name is that of a wrong password. */
const isDisabled = ({ name, message }: Error) => name === 'NotAuthorizedException' && message.startsWith('User is disabled')

const isKey = <T extends object>(name: string, table: T): name is keyof T & string => Object.hasOwn(table, name)

/** Where the words of an identity failure are to be found; undefined when its own message is good enough. */
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
