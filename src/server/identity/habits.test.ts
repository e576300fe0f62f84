// What the unmodified Amplify client does automatically, shown to work with this pool.
import { Amplify } from 'aws-amplify'
import {
  autoSignIn,
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  fetchAuthSession,
  resetPassword,
  signIn,
  signOut,
  signUp,
  updatePassword,
} from 'aws-amplify/auth'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { clientId, poolId, startPool, type TestPool } from './testing/pool.ts'
import './testing/native-numbers.ts'

let pool: TestPool
const password = 'correct horse'

const configure = (signUpVerificationMethod: 'code' | 'link' = 'code') =>
  Amplify.configure({
    Auth: {
      Cognito: { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint: pool.endpoint, signUpVerificationMethod },
    },
  })

beforeAll(async () => {
  pool = await startPool()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  configure()
})
afterEach(async () => {
  pool.clock.ahead = 0
  await signOut()
})
afterAll(() => pool.close())

const confirm = (Username: string) => pool.call('ConfirmSignUp', { Username, ConfirmationCode: pool.codeFor(Username) })

const register = async (Username: string) => {
  await pool.call('SignUp', { Username, Password: password })
  await confirm(Username)
}

/** The calls that the client makes from now on. */
const listen = () => {
  const calls: { operation: string; body: Record<string, unknown> }[] = []
  const real = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const target = new Headers(init?.headers).get('x-amz-target') ?? ''
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {}
    calls.push({ operation: target.split('.')[1] ?? '', body })
    return real(input, init)
  })
  onTestFinished(() => spy.mockRestore())
  return calls
}

describe('Clocks that differ', () => {
  it.each([
    ['ten minutes ahead', 600_000],
    ['ten minutes behind', -600_000],
  ])('let Ann sign in and stay signed in while ours is %s', async (_which, ahead) => {
    const email = `ann.${ahead}@example.com`
    await register(email)
    pool.clock.ahead = ahead
    await signIn({ username: email, password })
    const calls = listen()
    const { tokens } = await fetchAuthSession()
    expect(tokens?.accessToken.payload['username']).toMatch(/^[0-9a-f-]{36}$/)
    expect(calls).toEqual([])
  })

  it('make the client refresh when our token expires by our clock, not by hers [IDP-08]', async () => {
    await register('bea@example.com')
    pool.clock.ahead = -600_000
    await signIn({ username: 'bea@example.com', password })
    const { tokens } = await fetchAuthSession()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    const calls = listen()
    const later = await fetchAuthSession()
    expect(calls.map(({ operation }) => operation)).toEqual(['GetTokensFromRefreshToken'])
    expect(later.tokens?.accessToken.toString()).not.toBe(tokens?.accessToken.toString())
  })
})

describe('refreshing', () => {
  it('asks once for three callers in one tab, and serves two tabs at the same moment [IDP-08]', async () => {
    await register('cid@example.com')
    await signIn({ username: 'cid@example.com', password })
    const calls = listen()
    await Promise.all([1, 2, 3].map(() => fetchAuthSession({ forceRefresh: true })))
    expect(calls.map(({ operation }) => operation)).toEqual(['GetTokensFromRefreshToken'])
    const { RefreshToken } = calls[0]?.body ?? {}
    const tabs = await Promise.all([1, 2].map(() => pool.call('GetTokensFromRefreshToken', { RefreshToken })))
    expect(tabs.map(({ status }) => status)).toEqual([200, 200])
    const [first, second] = tabs.map(({ body }) => body.AuthenticationResult.AccessToken)
    const readers = [first, second].map((token) => pool.identity.verifyAccessToken(token ?? ''))
    const origins = (await Promise.all(readers)).map(({ originJti }) => originJti)
    expect(new Set(origins).size).toBe(1)
  })
})

describe('A repeated sign-in request', () => {
  it('gets no second answer: the same proof counts once', async () => {
    await register('dag@example.com')
    const calls = listen()
    await signIn({ username: 'dag@example.com', password })
    const proof = calls.find(({ operation }) => operation === 'RespondToAuthChallenge')?.body ?? {}
    const { status, body } = await pool.call('RespondToAuthChallenge', proof)
    expect([status, body.__type, body.message]).toEqual([400, 'NotAuthorizedException', 'Invalid session for the user.'])
  })
})

/** Timers run four times as fast; returns the requested pauses. */
const speedUpTimers = () => {
  const pauses: (number | undefined)[] = []
  const real = globalThis.setInterval
  const spy = vi.spyOn(globalThis, 'setInterval').mockImplementation(((work: () => void, pause?: number) => {
    pauses.push(pause)
    return real(work, (pause ?? 0) / 4)
  }) as typeof setInterval)
  onTestFinished(() => spy.mockRestore())
  return pauses
}

describe('Signing in automatically after sign-up [GATE-23]', () => {
  const signUpAs = (username: string) =>
    signUp({ username, password, options: { userAttributes: { email: username }, autoSignIn: true } })

  it('waits for the code, then signs in without asking for the password again [GATE-15]', async () => {
    await signUpAs('eva@example.com')
    const answer = await confirmSignUp({ username: 'eva@example.com', confirmationCode: pool.codeFor('eva@example.com') })
    expect(answer.nextStep.signUpStep).toBe('COMPLETE_AUTO_SIGN_IN')
    expect((await autoSignIn()).isSignedIn).toBe(true)
  })

  it('asks every five seconds if a link confirms, and is signed in as soon as it was opened [GATE-23]', async () => {
    configure('link')
    onTestFinished(() => configure())
    const { nextStep } = await signUpAs('fia@example.com')
    expect(nextStep.signUpStep).toBe('COMPLETE_AUTO_SIGN_IN')
    const calls = listen()
    const countRequests = () => calls.filter(({ operation }) => operation === 'InitiateAuth').length
    const pauses = speedUpTimers()
    const signedIn = autoSignIn()
    await expect.poll(() => countRequests()).toBe(2)
    expect(pauses).toContain(5000)
    await confirm('fia@example.com')
    expect((await signedIn).isSignedIn).toBe(true)
  })

  it('gives up after three minutes: "The account was not confirmed on time." [GATE-23] [MSG-03]', async () => {
    configure('link')
    onTestFinished(() => configure())
    await signUpAs('gro@example.com')
    speedUpTimers()
    const failure = autoSignIn().catch((error: Error) => error.message)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 181_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect(await failure).toBe('The account was not confirmed on time.')
  })

  it('reports when there is nothing to continue with [MSG-03]', async () => {
    await expect(autoSignIn()).rejects.toThrow('The autoSignIn flow has not started, or has been cancelled/completed.')
  })
})

describe('What the client requires before it calls [IDP-10] [IDP-11]', () => {
  it('is a username and a password to sign in [IDP-10] [IDP-11]', async () => {
    const calls = listen()
    await expect(signIn({ username: '', password })).rejects.toMatchObject({ name: 'EmptySignInUsername' })
    await expect(signIn({ username: 'hal@example.com', password: '' })).rejects.toMatchObject({ name: 'EmptySignInPassword' })
    const withoutPassword = { authFlowType: 'CUSTOM_WITHOUT_SRP' } as const
    await expect(signIn({ username: 'hal@example.com', password, options: withoutPassword })).rejects.toMatchObject({
      name: 'CustomAuthSignInPassword',
    })
    expect(calls).toEqual([])
  })

  it('is a code, a new password and an answer where those are due [IDP-10]', async () => {
    const calls = listen()
    const hal = { username: 'hal@example.com' }
    await expect(confirmSignUp({ ...hal, confirmationCode: '' })).rejects.toMatchObject({ name: 'EmptyConfirmSignUpCode' })
    await expect(resetPassword({ username: '' })).rejects.toMatchObject({ name: 'EmptyResetPasswordUsername' })
    await expect(confirmResetPassword({ ...hal, confirmationCode: '1', newPassword: '' })).rejects.toMatchObject({
      name: 'EmptyConfirmResetPasswordNewPassword',
    })
    await expect(confirmSignIn({ challengeResponse: '' })).rejects.toMatchObject({ name: 'EmptyChallengeResponse' })
    await expect(updatePassword({ oldPassword: '', newPassword: 'x' })).rejects.toMatchObject({ name: 'EmptyUpdatePassword' })
    expect(calls).toEqual([])
  })
})

describe('What the pool itself treats as empty [IDP-10] [MSG-03]', () => {
  const messageOf = async (operation: string, input: object) => (await pool.call(operation, input)).body.message

  it('is named in the promised words [IDP-10] [MSG-03]', async () => {
    const AuthParameters = { USERNAME: 'hal@example.com', PASSWORD: '' }
    const flow = { AuthFlow: 'USER_PASSWORD_AUTH' }
    expect(await messageOf('InitiateAuth', { ...flow, AuthParameters: { PASSWORD: 'x' } })).toBe('Username cannot be empty')
    expect(await messageOf('InitiateAuth', { ...flow, AuthParameters })).toBe('Password cannot be empty')
    expect(await messageOf('SignUp', { Username: '', Password: password })).toBe('Username cannot be empty')
    expect(await messageOf('SignUp', { Username: 'hal@example.com', Password: '' })).toBe('Password cannot be empty')
    expect(await messageOf('ForgotPassword', { Username: '' })).toBe('Username cannot be empty')
    const code = { Username: 'hal@example.com', ConfirmationCode: '' }
    expect(await messageOf('ConfirmSignUp', code)).toBe('Confirmation code cannot be empty')
    const answer = { ChallengeName: 'SELECT_MFA_TYPE', ChallengeResponses: { USERNAME: 'hal@example.com', ANSWER: '' } }
    expect(await messageOf('RespondToAuthChallenge', answer)).toBe('Challenge response cannot be empty')
    const withAttribute = (Name: string) => ({
      Username: 'hal@example.com',
      Password: password,
      UserAttributes: [{ Name, Value: '' }],
    })
    expect(await messageOf('SignUp', withAttribute('email'))).toBe('Email cannot be empty')
    expect(await messageOf('SignUp', withAttribute('phone_number'))).toBe('Phone number cannot be empty')
  })

  it('is refused by name where a second step is chosen [IDP-04] [MSG-03]', async () => {
    await register('ivo@example.com')
    await signIn({ username: 'ivo@example.com', password })
    const AccessToken = (await fetchAuthSession()).tokens?.accessToken.toString()
    expect(await messageOf('SetUserMFAPreference', { AccessToken })).toBe('No valid MFA method provided')
  })
})
