import i18next from 'i18next'
import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTranslations } from '#web/lib/i18n.ts'
import { gateMessages } from '#web/messages/en.ts'
import { identityWords, refusalWords, signUpWords, withNextStep } from './identity-words.ts'

const named = (name: string) => Object.assign(new Error('username is required to signIn'), { name })

const textOf = (name: string, wordsOf: typeof signUpWords = identityWords): string | undefined => {
  const [group, key] = wordsOf(named(name))?.split('.') ?? []
  return (gateMessages as unknown as Record<string, Record<string, string>>)[group ?? '']?.[key ?? '']
}

describe('Errors of the identity client that have only a name [MSG-03] [IDP-10]', () => {
  it('have the specified text for an empty field [MSG-03] [IDP-10]', () => {
    for (const name of ['EmptySignInUsername', 'EmptyConfirmResetPasswordUsername'])
      expect(textOf(name)).toBe('Username cannot be empty')
    for (const name of ['EmptySignInPassword', 'EmptyConfirmResetPasswordNewPassword', 'EmptyUpdatePassword'])
      expect(textOf(name)).toBe('Password cannot be empty')
    for (const name of ['EmptyConfirmSignUpCode', 'EmptyConfirmResetPasswordConfirmationCode', 'EmptyVerifyTOTPSetupCode'])
      expect(textOf(name)).toBe('Confirmation code cannot be empty')
    expect(textOf('EmptyChallengeResponse')).toBe('Challenge response cannot be empty')
  })

  it('have texts for the network, the missing user, devices and two-step methods [MSG-03]', () => {
    expect(textOf('NetworkError')).toMatch(/^Network Error/)
    expect(textOf('Unknown')).toMatch(/^Authentication Error/)
    expect(textOf('UserUnAuthenticatedException')).toBe('Failed to get the session because the user is empty')
    expect(textOf('DeviceMetadataNotFoundException')).toBe('Device tracking has not been configured in this User Pool')
    expect(textOf('IncorrectMFAMethod')).toBe('Invalid MFA type')
    expect(textOf('UnexpectedSignInInterruptionException')).toBe(
      'Invalid tokens: please check the user pool settings. Please also check that this browser keeps cookies.',
    )
    expect(gateMessages.notices.emailConfirmed).toContain('Please use your credentials to sign in')
    expect(gateMessages.notices.hostedSignOutFailed).toBe('An error occurred when attempting to log out from OAuth provider.')
  })

  it('have a text for an unknown failure while signing up [MSG-03]', () => {
    expect(textOf('Unknown', signUpWords)).toBe('Error creating account')
    expect(textOf('NetworkError', signUpWords)).toMatch(/^Network Error/)
  })

  it('tell a disabled user whom to contact [USER-07]', () => {
    const disabled = Object.assign(new Error('User is disabled.'), { name: 'NotAuthorizedException' })
    expect(identityWords(disabled)).toBe('identity.disabled')
    expect(gateMessages.identity.disabled).toBe('Your access was suspended or removed. Ask an admin of your account.')
  })

  it('keep the sentence of the provider if there is one [MSG-01]', () => {
    expect(identityWords(named('NotAuthorizedException'))).toBeUndefined()
    expect(identityWords('nothing')).toBeUndefined()
  })
})

const poolNames = (): string[] => {
  const files = globSync('src/server/identity/**/*.ts').filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  return files.flatMap((file) => readFileSync(file, 'utf8').match(/(?<=')\w+Exception(?=')/g) ?? [])
}

/** Errors that a Cognito pool can return to a browser and the embedded pool does not. */
const cognitoNames = [
  'ConcurrentModificationException',
  'ExternalServiceException',
  'ForbiddenException',
  'InvalidEmailRoleAccessPolicyException',
  'InvalidIdentityPoolConfigurationException',
  'InvalidLambdaResponseException',
  'InvalidSmsRoleAccessPolicyException',
  'InvalidSmsRoleTrustRelationshipException',
  'MFAMethodNotFoundException',
  'PasswordHistoryPolicyViolationException',
  'ResourceConflictException',
  'UnexpectedLambdaException',
  'UserLambdaValidationException',
  'WebAuthnConfigurationMissingException',
]

describe('Refusals of the identity provider', () => {
  beforeAll(() => startTranslations())
  const refusal = (name: string, message: string) => Object.assign(new Error(message), { name })
  const textFor = (name: string, message: string) => refusalWords(i18next.t, refusal(name, message))
  const shown = (name: string, message: string) => withNextStep(i18next.t, refusal(name, message), message)

  it('have a plain text and a next step for every error name that a pool can send', () => {
    const names = new Set([...poolNames(), ...cognitoNames])
    expect(names.size).toBeGreaterThan(40)
    const jargon = 'Value at attribute failed to satisfy constraint'
    const wordless = [...names].filter((name) => !identityWords(refusal(name, jargon)) && textFor(name, jargon) === jargon)
    expect(wordless).toEqual([])
  })

  it('keep a message that a screen has to show word for word, followed by the next step [MSG-01]', () => {
    expect(shown('NotAuthorizedException', 'Incorrect username or password.')).toBe(
      'Incorrect username or password. Check both for typos, or reset your password.',
    )
    expect(shown('NotAuthorizedException', 'Password attempts exceeded')).toBe(
      'Password attempts exceeded. Wait a while, then try again, or reset your password.',
    )
    expect(shown('CodeMismatchException', 'Invalid code received for user')).toBe(
      'Invalid code received for user. Check the digits, or use a new code.',
    )
    expect(shown('SomethingElse', 'No such door')).toBe('No such door')
  })

  it('are distinguished by their message when several share a name', () => {
    const notAuthorized = (message: string) => textFor('NotAuthorizedException', message)
    expect(notAuthorized('Password attempts exceeded')).toBe(
      'Too many wrong passwords. Wait a while, then try again, or reset your password.',
    )
    expect(notAuthorized('Passkey attempts exceeded')).toBe(
      "Too many passkeys that didn't work. Wait a while, then try again, or sign in another way.",
    )
    expect(textFor('LimitExceededException', 'Attempt limit exceeded, please try after some time.')).toBe(
      'Too many attempts. Try again later, or tomorrow at the latest.',
    )
    expect(notAuthorized('Invalid session for the user, session is expired.')).toBe('That took too long. Start again.')
    expect(notAuthorized('Temporary password has expired and must be reset by an administrator.')).toMatch(/new invitation/)
    expect(notAuthorized('Not authorized')).toBe("You don't have permission to do this. Ask an admin of your account.")
    expect(textFor('ResourceNotFoundException', 'Device does not exist.')).toMatch(/already removed/)
    expect(textFor('ExpiredCodeException', 'Your software token has already been used once.')).toMatch(/until your app shows/)
  })

  it('keep a sentence that was written for users', () => {
    for (const [name, sentence] of [
      ['InvalidPasswordException', 'This password is your own email address. Please choose another one.'],
      [
        'InvalidParameterException',
        'Your account requires two-step sign-in. Turn on another method before you turn this one off.',
      ],
      ['InvalidParameterException', 'Email cannot be empty'],
      ['InternalErrorException', "This isn't available right now. Try again in a moment."],
    ] as const)
      expect([textFor(name, sentence), shown(name, sentence)]).toEqual([sentence, sentence])
  })
})
