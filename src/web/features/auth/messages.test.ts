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

/** What the screen says where the identity client speaks in words for engineers. */
const said = (name: string, message = 'username is required to signIn') =>
  explainFailure(i18next.t, named(name, message), 'the generic text')

beforeAll(() => startTranslations())

describe('the error catalogue', () => {
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

  it('falls back to the text of the step when neither server nor provider says anything [MSG-01] [MSG-02]', () => {
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

  it('takes for a failed sign-up the detail of the server, else its message, else the agency or company text [MSG-01]', async () => {
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

  it('says what cannot be empty [MSG-03]', () => {
    expect(said('EmptyUpdateUserAttributeEmail')).toBe('Email cannot be empty')
    expect(said('EmptyUpdateUserAttributePhoneNumber')).toBe('Phone number cannot be empty')
    expect(said('EmptySignInUsername')).toBe('Username cannot be empty')
    expect(said('EmptySignInPassword')).toBe('Password cannot be empty')
    expect(said('EmptyConfirmSignUpCode')).toBe('Confirmation code cannot be empty')
    expect(said('EmptyChallengeResponse')).toBe('Challenge response cannot be empty')
    // The pool says the first two itself.
    expect(said('InvalidParameterException', 'Email cannot be empty')).toBe('Email cannot be empty')
    expect(said('InvalidParameterException', 'Phone number cannot be empty')).toBe('Phone number cannot be empty')
  })

  it('has every other message of the identity provider [MSG-03]', () => {
    expect(said('Unknown')).toBe('Authentication Error. Please try again.')
    expect(explainFailure(i18next.t, named('Unknown'), '', signUpWords)).toBe('Error creating account')
    expect(gateMessages.identity.noMfa).toBe('No valid MFA method provided')
    expect(said('IncorrectMFAMethod')).toBe('Invalid MFA type')
    expect(said('UserUnAuthenticatedException')).toBe('Failed to get the session because the user is empty')
    expect(said('NetworkError')).toMatch(/^Network Error\b/)
    expect(said('DeviceMetadataNotFoundException')).toBe('Device tracking has not been configured in this User Pool')
    for (const notice of ['emailConfirmed', 'accountCreated'] as const)
      expect(gateMessages.notices[notice]).toMatch(/ Please use your credentials to sign in\.$/)
    expect(gateMessages.notices.hostedSignOutFailed).toBe('An error occurred when attempting to log out from OAuth provider.')
    expect(said('UserAlreadyAuthenticatedException', 'There is already a signed in user.')).toBe(
      'There is already a signed in user.',
    )
    expect(said('UnexpectedSignInInterruptionException')).toMatch(/^Invalid tokens: please check the user pool settings\./)
  })

  it('repeats why the automatic sign-in gave up, in the words of the identity client [MSG-03] [GATE-23]', async () => {
    const error: unknown = await autoSignIn().catch((reason: unknown) => reason)
    expect(autoSignInFailure(error)).toBe('The autoSignIn flow has not started, or has been cancelled/completed.')
    const late = named('AutoSignInException', 'The account was not confirmed on time.')
    expect(autoSignInFailure(late)).toBe('The account was not confirmed on time.')
    expect(autoSignInFailure(named('NotAuthorizedException', 'no'))).toBeUndefined()
  })
})
