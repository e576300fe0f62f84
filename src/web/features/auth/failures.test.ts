import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTranslations } from '#web/lib/i18n.ts'
import { explainFailure, hasExpired, isAlreadySignedIn } from './failures.ts'

const errorNamed = (name: string, message: string) => Object.assign(new Error(message), { name })
const explain = (error: unknown) => explainFailure(i18next.t, error, 'An error occurred during sign in')

beforeAll(() => startTranslations())

describe('a failed sign-in', () => {
  it('is told in the words of the provider, else in the generic sentence [MSG-01]', () => {
    expect(explain(errorNamed('NotAuthorizedException', 'Incorrect username or password.'))).toBe(
      'Incorrect username or password.',
    )
    expect(explain(errorNamed('SomethingElse', ''))).toBe('An error occurred during sign in')
    expect(explain(undefined)).toBe('An error occurred during sign in')
  })

  it('has our words only where the provider has none that help [MSG-01]', () => {
    expect(explain(errorNamed('NetworkError', 'A network error has occurred.'))).toMatch(/could not reach the server/)
    expect(explain(errorNamed('TooManyRequestsException', 'Too many requests'))).toMatch(/Wait a minute/)
  })

  it('is over when the pool or the client no longer knows it [GATE-22]', () => {
    expect(hasExpired(errorNamed('NotAuthorizedException', 'Invalid session for the user, session is expired.'))).toBe(true)
    expect(hasExpired(errorNamed('NotAuthorizedException', 'Incorrect username or password.'))).toBe(false)
    expect(hasExpired(errorNamed('SignInException', '1. signIn was not called before confirmSignIn.'))).toBe(true)
    expect(hasExpired(errorNamed('SignInException', 'Cannot proceed with MFA setup using challengeResponse: x'))).toBe(false)
  })

  it('knows the person who is signed in already [GATE-13]', () => {
    expect(isAlreadySignedIn(errorNamed('UserAlreadyAuthenticatedException', 'There is already a signed in user.'))).toBe(true)
  })
})
