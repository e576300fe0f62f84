// Section 8 of the specification, word for word, through the code that turns a failure into a sentence.
import { autoSignIn } from 'aws-amplify/auth'
import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { ApiError, readRefusal } from '#web/lib/calls/api-error.ts'
import { startTranslations } from '#web/lib/i18n.ts'
import { signUpWords } from '#web/lib/identity/errors/identity-words.ts'
import { gateMessages } from '#web/messages/en.ts'
import { autoSignInFailure, explainFailure } from './failures.ts'

const named = (name: string, message = '') => Object.assign(new Error(message), { name })

/** What the screen shows for a message that the identity client wrote for engineers. */
const textFor = (name: string, message = 'username is required to signIn') =>
  explainFailure(i18next.t, named(name, message), 'the generic text')

beforeAll(() => startTranslations())

describe('The error catalog', () => {
  it('has the six generic texts [MSG-02]', () => {
    const { signIn, signUp, resend, sendCode, resetPassword, newPassword } = gateMessages.failures
    expect([signIn, signUp, resend, sendCode, resetPassword, newPassword]).toEqual([
      'An error occurred during sign in',
      'An error occurred during sign up',
      'An error occurred during resend',
      'An error occurred while sending code',
      'An error occurred during reset password',
      'An error occurred during sign in with new password',
    ])
  })

  it('falls back to the text of the step when neither server nor provider sends a message [MSG-01] [MSG-02]', () => {
    for (const text of Object.values(gateMessages.failures)) {
      expect(explainFailure(i18next.t, named('SomethingElse'), text)).toBe(text)
      expect(explainFailure(i18next.t, named('SomethingElse', 'Unknown error'), text)).toBe(text)
      expect(explainFailure(i18next.t, undefined, text)).toBe(text)
      expect(explainFailure(i18next.t, new ApiError({ code: 'INTERNAL' }), text)).toBe(text)
      expect(explainFailure(i18next.t, named('LimitExceededException', 'Attempt limit exceeded.'), text)).toBe(
        'Attempt limit exceeded. Try again later, or tomorrow at the latest.',
      )
    }
  })

  it("shows for a failed sign-up the server's detail, else its message, else the agency or company text [MSG-01]", async () => {
    const { signUpAgency, signUpCompany } = gateMessages.failures
    const explain = async (body: object, fallback: string) =>
      explainFailure(i18next.t, await readRefusal(Response.json(body, { status: 409 })), fallback, signUpWords)
    const refusal = { code: 'USER_EXISTS', message: 'User exists', detail: 'A user with this email already exists.' }
    expect(await explain(refusal, signUpAgency)).toBe('A user with this email already exists.')
    expect(await explain({ ...refusal, detail: '' }, signUpAgency)).toBe('User exists')
    expect(await explain({ code: 'USER_EXISTS', message: 'User exists' }, signUpAgency)).toBe('User exists')
    expect(await explain({ ...refusal, detail: '', message: '' }, signUpAgency)).toBe(
      'An error occurred during sign up of your agency',
    )
    expect(await explain({ ...refusal, detail: '', message: '' }, signUpCompany)).toBe(
      'An error occurred during sign up of your company',
    )
  })

  it('names the field that cannot be empty [MSG-03]', () => {
    expect(textFor('EmptyUpdateUserAttributeEmail')).toBe('Email cannot be empty')
    expect(textFor('EmptyUpdateUserAttributePhoneNumber')).toBe('Phone number cannot be empty')
    expect(textFor('EmptySignInUsername')).toBe('Username cannot be empty')
    expect(textFor('EmptySignInPassword')).toBe('Password cannot be empty')
    expect(textFor('EmptyConfirmSignUpCode')).toBe('Confirmation code cannot be empty')
    expect(textFor('EmptyChallengeResponse')).toBe('Challenge response cannot be empty')
    // The pool sends the first two itself.
    expect(textFor('InvalidParameterException', 'Email cannot be empty')).toBe('Email cannot be empty')
    expect(textFor('InvalidParameterException', 'Phone number cannot be empty')).toBe('Phone number cannot be empty')
  })

  it('has every other message of the identity provider [MSG-03]', () => {
    expect(textFor('Unknown')).toBe('Authentication Error. Please try again.')
    expect(explainFailure(i18next.t, named('Unknown'), '', signUpWords)).toBe('Error creating account')
    expect(gateMessages.identity.noMfa).toBe('No valid MFA method provided')
    expect(textFor('IncorrectMFAMethod')).toBe('Invalid MFA type')
    expect(textFor('UserUnAuthenticatedException')).toBe('Failed to get the session because the user is empty')
    expect(textFor('NetworkError')).toMatch(/^Network Error\b/)
    expect(textFor('DeviceMetadataNotFoundException')).toBe('Device tracking has not been configured in this User Pool')
    for (const notice of ['emailConfirmed', 'accountCreated'] as const)
      expect(gateMessages.notices[notice]).toMatch(/ Please use your credentials to sign in\.$/)
    expect(gateMessages.notices.hostedSignOutFailed).toBe('An error occurred when attempting to log out from OAuth provider.')
    expect(textFor('UserAlreadyAuthenticatedException', 'There is already a signed in user.')).toBe(
      'There is already a signed in user.',
    )
    expect(textFor('UnexpectedSignInInterruptionException')).toMatch(/^Invalid tokens: please check the user pool settings\./)
  })

  it("shows why the automatic sign-in failed, with the identity client's message [MSG-03] [GATE-23]", async () => {
    const error: unknown = await autoSignIn().catch((reason: unknown) => reason)
    expect(autoSignInFailure(error)).toBe('The autoSignIn flow has not started, or has been cancelled/completed.')
    const late = named('AutoSignInException', 'The account was not confirmed on time.')
    expect(autoSignInFailure(late)).toBe('The account was not confirmed on time.')
    expect(autoSignInFailure(named('NotAuthorizedException', 'no'))).toBeUndefined()
  })
})
