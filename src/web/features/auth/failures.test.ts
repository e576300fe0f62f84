import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTranslations } from '#web/lib/i18n.ts'
import { endOfSignIn, explainFailure, isAlreadySignedIn } from './failures.ts'

const errorNamed = (name: string, message: string) => Object.assign(new Error(message), { name })
const explain = (error: unknown) => explainFailure(i18next.t, error, 'An error occurred during sign in')

beforeAll(() => startTranslations())

describe('A failed sign-in', () => {
  it("shows the provider's message with the next step, else the generic sentence [MSG-01]", () => {
    expect(explain(errorNamed('NotAuthorizedException', 'Incorrect username or password.'))).toBe(
      'Incorrect username or password. Check both for typos, or reset your password.',
    )
    expect(explain(errorNamed('SomethingElse', 'No such door'))).toBe('No such door')
    expect(explain(errorNamed('SomethingElse', ''))).toBe('An error occurred during sign in')
    expect(explain(undefined)).toBe('An error occurred during sign in')
  })

  it('shows our own text only if the provider has no helpful one [MSG-01]', () => {
    expect(explain(errorNamed('NetworkError', 'A network error has occurred.'))).toMatch(/couldn't reach the server/)
    expect(explain(errorNamed('TooManyRequestsException', 'Too many requests'))).toMatch(/Wait a minute/)
  })

  it('has ended when the pool or the client no longer knows it [GATE-22]', () => {
    const endBy = (name: string, message: string) => endOfSignIn(errorNamed(name, message))
    expect(endBy('NotAuthorizedException', 'Invalid session for the user, session is expired.')).toBe('tookTooLong')
    expect(endBy('NotAuthorizedException', 'Invalid session for the user.')).toBe('signInOver')
    expect(endBy('NotAuthorizedException', 'Incorrect username or password.')).toBeUndefined()
    expect(endBy('SignInException', '1. signIn was not called before confirmSignIn.')).toBe('tookTooLong')
    expect(endBy('SignInException', 'Cannot proceed with MFA setup using challengeResponse: x')).toBeUndefined()
  })

  it('recognizes a user who is already signed in [GATE-13]', () => {
    expect(isAlreadySignedIn(errorNamed('UserAlreadyAuthenticatedException', 'There is already a signed in user.'))).toBe(true)
  })
})
