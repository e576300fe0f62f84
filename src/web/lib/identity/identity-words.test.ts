import { describe, expect, it } from 'vitest'
import { gateMessages } from '#web/messages/en.ts'
import { identityWords, signUpWords } from './identity-words.ts'

const named = (name: string) => Object.assign(new Error('username is required to signIn'), { name })

const textOf = (name: string, wordsOf: typeof signUpWords = identityWords): string | undefined => {
  const [group, key] = wordsOf(named(name))?.split('.') ?? []
  return (gateMessages as unknown as Record<string, Record<string, string>>)[group ?? '']?.[key ?? '']
}

describe('what the identity client says by name only [MSG-03] [IDP-10]', () => {
  it('is said in the promised words: what is empty cannot be empty [MSG-03] [IDP-10]', () => {
    for (const name of ['EmptySignInUsername', 'EmptyConfirmResetPasswordUsername'])
      expect(textOf(name)).toBe('Username cannot be empty')
    for (const name of ['EmptySignInPassword', 'EmptyConfirmResetPasswordNewPassword', 'EmptyUpdatePassword'])
      expect(textOf(name)).toBe('Password cannot be empty')
    for (const name of ['EmptyConfirmSignUpCode', 'EmptyConfirmResetPasswordConfirmationCode', 'EmptyVerifyTOTPSetupCode'])
      expect(textOf(name)).toBe('Confirmation code cannot be empty')
    expect(textOf('EmptyChallengeResponse')).toBe('Challenge response cannot be empty')
  })

  it('names the network, the missing user, devices and kinds of second step [MSG-03]', () => {
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

  it('says what an unknown failure has prevented while signing up [MSG-03]', () => {
    expect(textOf('Unknown', signUpWords)).toBe('Error creating account')
    expect(textOf('NetworkError', signUpWords)).toMatch(/^Network Error/)
  })

  it('says to somebody who is shut out whom to ask [USER-07]', () => {
    const disabled = Object.assign(new Error('User is disabled.'), { name: 'NotAuthorizedException' })
    expect(identityWords(disabled)).toBe('identity.disabled')
    expect(gateMessages.identity.disabled).toBe('Your access is suspended or has ended. Ask an admin of your account.')
  })

  it('stays as it is where the provider has a sentence of its own [MSG-01]', () => {
    expect(identityWords(named('NotAuthorizedException'))).toBeUndefined()
    expect(identityWords('nothing')).toBeUndefined()
  })
})
