import { autoSignIn, confirmSignIn, confirmSignUp, fetchAuthSession, signIn, signOut, signUp } from 'aws-amplify/auth'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { password, poolSettings, register, startPool, type TestPool } from './testing/pool.ts'
import { leave, startPoolForAmplify } from './testing/amplify.ts'

let pool: TestPool

beforeAll(async () => {
  pool = await startPoolForAmplify()
})
afterEach(() => leave(pool))
afterAll(() => pool.close())

const begin = (USERNAME: string, more: object = {}, top: object = {}) =>
  pool.call('InitiateAuth', { AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME, ...more }, ...top })
const choose = (Session: string, ChallengeResponses: object) =>
  pool.call('RespondToAuthChallenge', { ChallengeName: 'SELECT_CHALLENGE', ChallengeResponses, Session })

const byChoice = (preferredChallenge?: 'EMAIL_OTP' | 'PASSWORD' | 'PASSWORD_SRP') =>
  ({ authFlowType: 'USER_AUTH', ...(preferredChallenge ? { preferredChallenge } : {}) }) as const

describe('Choosing how to sign in, with the unmodified Amplify client', () => {
  it('offers Ann the available ways, and signs her in by each of them [IDP-01]', async () => {
    const username = 'ann@example.com'
    await register(pool, username)
    const wayIn: Record<string, () => string> = {
      PASSWORD: () => password,
      PASSWORD_SRP: () => password,
      EMAIL_OTP: () => pool.codeFor(username),
    }
    for (const [way, answer] of Object.entries(wayIn)) {
      const challenge = await signIn({ username, options: byChoice() })
      expect(challenge.nextStep).toEqual({
        signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
        availableChallenges: ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP', 'WEB_AUTHN'],
      })
      await confirmSignIn({ challengeResponse: way })
      expect([way, (await confirmSignIn({ challengeResponse: answer() })).isSignedIn]).toEqual([way, true])
      await signOut()
    }
  })

  it('goes straight to the way that Bea prefers [IDP-01]', async () => {
    const username = 'bea@example.com'
    await register(pool, username)
    for (const way of ['PASSWORD', 'PASSWORD_SRP'] as const) {
      expect((await signIn({ username, password, options: byChoice(way) })).isSignedIn).toBe(true)
      await signOut()
    }
    const challenge = await signIn({ username, options: byChoice('EMAIL_OTP') })
    expect(challenge.nextStep).toMatchObject({
      signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
      codeDeliveryDetails: { deliveryMedium: 'EMAIL', destination: 'b***@e***' },
    })
    expect((await confirmSignIn({ challengeResponse: pool.codeFor(username) })).isSignedIn).toBe(true)
  })

  it('lets Cleo try again after a wrong password, five times and no more [IDP-06]', async () => {
    const username = 'cleo@example.com'
    await register(pool, username)
    const refused = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' }
    for (const way of ['PASSWORD', 'PASSWORD_SRP']) {
      await signIn({ username, options: byChoice() })
      await confirmSignIn({ challengeResponse: way })
      await expect(confirmSignIn({ challengeResponse: 'not her password' })).rejects.toMatchObject(refused)
      expect((await confirmSignIn({ challengeResponse: password })).isSignedIn).toBe(true)
      await signOut()
    }
    const { Session } = (await begin(username)).body
    for (let i = 0; i < 5; i++) {
      pool.clock.ahead += 20_000
      const { body } = await choose(Session, { USERNAME: username, ANSWER: 'PASSWORD', PASSWORD: 'not her password' })
      expect(body.message).toBe(refused.message)
    }
    const { body } = await choose(Session, { USERNAME: username, ANSWER: 'PASSWORD', PASSWORD: password })
    expect(body.message).toBe('Invalid session for the user.')
  })

  it('is refused by the client itself when a password comes along, or is missing where one is needed [IDP-11]', async () => {
    const withPassword = signIn({ username: 'ann@example.com', password, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } })
    await expect(withPassword).rejects.toMatchObject({ name: 'CustomAuthSignInPassword' })
    await expect(signIn({ username: 'ann@example.com' })).rejects.toMatchObject({ name: 'EmptySignInPassword' })
    const preferred = signIn({ username: 'ann@example.com', options: byChoice('PASSWORD') })
    await expect(preferred).rejects.toMatchObject({ name: 'EmptySignInPassword' })
  })
})

describe('Continuing from the sign-up', () => {
  it('signs Dora in with the session of her confirmation, without her password [GATE-23]', async () => {
    const username = 'dora@example.com'
    await signUp({ username, password, options: { userAttributes: {}, autoSignIn: { authFlowType: 'USER_AUTH' } } })
    const confirmed = await confirmSignUp({ username, confirmationCode: pool.codeFor(username) })
    expect(confirmed.nextStep.signUpStep).toBe('COMPLETE_AUTO_SIGN_IN')
    expect(await autoSignIn()).toMatchObject({ isSignedIn: true, nextStep: { signInStep: 'DONE' } })
    expect((await fetchAuthSession()).tokens?.idToken?.payload).toMatchObject({ email: username, email_verified: true })
  })

  it('works once, for three minutes, and for her alone', async () => {
    const { Session } = (await register(pool, 'elsa@example.com')).body
    await register(pool, 'faye@example.com')
    const invalid = { __type: 'NotAuthorizedException', message: 'Invalid session for the user.' }
    for (const other of ['faye@example.com', 'nobody@example.com'])
      expect((await begin(other, {}, { Session })).body).toEqual(invalid)
    expect((await begin('elsa@example.com', {}, { Session })).body).toHaveProperty('AuthenticationResult')
    expect((await begin('elsa@example.com', {}, { Session })).body).toEqual(invalid)
    const later = (await register(pool, 'gus@example.com')).body.Session
    expect((await choose(later, { USERNAME: 'gus@example.com', ANSWER: 'EMAIL_OTP' })).body).toEqual(invalid)
    pool.clock.ahead = 181_000
    expect((await begin('gus@example.com', {}, { Session: later })).body.message).toContain('session is expired')
  })

  it('does not skip other required steps', async () => {
    const strict = await startPool({ pool: { ...poolSettings, mfa: 'required' } })
    await strict.call('SignUp', { Username: 'hal@example.com', Password: password })
    const code = { Username: 'hal@example.com', ConfirmationCode: strict.codeFor('hal@example.com') }
    const { Session } = (await strict.call('ConfirmSignUp', code)).body
    const flow = { AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME: 'hal@example.com' }, Session }
    expect((await strict.call('InitiateAuth', flow)).body).toMatchObject({ ChallengeName: 'MFA_SETUP' })
    await strict.close()
  })
})

describe('What is revealed about users who choose [IDP-13]', () => {
  it('is the same for Ida and for an unknown name, for every way', async () => {
    await register(pool, 'ida@example.com')
    const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
    const form = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value, (name, part: unknown) => {
          if (name === 'CREDENTIAL_REQUEST_OPTIONS') return JSON.stringify({ ...JSON.parse(String(part)), challenge: 'random' })
          return ['Session', 'SRP_B', 'SALT', 'SECRET_BLOCK'].includes(name) ? typeof part : part
        }).replaceAll(uuid, 'an id'),
      )
    const seen = async (name: string) => {
      const answers: unknown[] = []
      const keep = async (call: ReturnType<typeof begin>) => {
        const { status, body } = await call
        answers.push([status, form(body)])
        return body.Session
      }
      const Session = await keep(begin(name))
      await keep(begin(name, { PREFERRED_CHALLENGE: 'SOMETHING_ELSE' }))
      await keep(begin(name, { PREFERRED_CHALLENGE: 'PASSWORD' }))
      await keep(begin(name, { PREFERRED_CHALLENGE: 'PASSWORD', PASSWORD: 'a wrong guess' }))
      await keep(begin(name, { PREFERRED_CHALLENGE: 'PASSWORD_SRP', SRP_A: 'abc123' }))
      await keep(begin(name, { PREFERRED_CHALLENGE: 'EMAIL_OTP' }))
      const passkey = await keep(begin(name, { PREFERRED_CHALLENGE: 'WEB_AUTHN' }))
      const ChallengeResponses = { USERNAME: name, CREDENTIAL: '{}' }
      for (let i = 0; i < 2; i++)
        await keep(pool.call('RespondToAuthChallenge', { ChallengeName: 'WEB_AUTHN', ChallengeResponses, Session: passkey }))
      await keep(choose(Session, { USERNAME: name, ANSWER: 'WEB_AUTHN' }))
      return answers
    }
    const known = await seen('ida@example.com')
    expect(await seen('inobody@example.com')).toEqual(known)
    expect(JSON.stringify(known)).toContain('"AvailableChallenges":["PASSWORD","PASSWORD_SRP","EMAIL_OTP","WEB_AUTHN"]')
  })

  it('is returned to all concurrent calls with one session', async () => {
    await register(pool, 'kim@example.com')
    for (const USERNAME of ['kim@example.com', 'knobody@example.com'])
      for (let round = 0; round < 5; round++) {
        pool.clock.ahead += 16 * 60_000
        const { Session } = (await begin(USERNAME, { PREFERRED_CHALLENGE: 'WEB_AUTHN' })).body
        const ChallengeResponses = { USERNAME, CREDENTIAL: '{}' }
        const answers = await Promise.all([
          ...[1, 2, 3].map(() => choose(Session, { USERNAME, ANSWER: 'PASSWORD', PASSWORD: 'a wrong guess' })),
          ...[1, 2, 3].map(() =>
            pool.call('RespondToAuthChallenge', { ChallengeName: 'WEB_AUTHN', ChallengeResponses, Session }),
          ),
          ...[1, 2, 3].map(() => choose(Session, { USERNAME, ANSWER: 'PASSWORD_SRP', SRP_A: 'abc123' })),
        ])
        expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      }
  })

  it('offers no passkeys where browsers would refuse them, and no text messages if none can be sent', async () => {
    const plain = await startPool({ postText: undefined, pool: { ...poolSettings, passkeys: undefined } })
    const begin = (more: object) =>
      plain.call('InitiateAuth', { AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME: 'jo@example.com', ...more } })
    for (const more of [{}, { PREFERRED_CHALLENGE: 'WEB_AUTHN' }, { PREFERRED_CHALLENGE: 'SMS_OTP' }])
      expect((await begin(more)).body).toMatchObject({
        ChallengeName: 'SELECT_CHALLENGE',
        AvailableChallenges: ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP'],
      })
    const { Session } = (await begin({})).body
    const ChallengeResponses = { USERNAME: 'jo@example.com', ANSWER: 'WEB_AUTHN' }
    const chosen = await plain.call('RespondToAuthChallenge', { ChallengeName: 'SELECT_CHALLENGE', ChallengeResponses, Session })
    expect(chosen.body.__type).toBe('InvalidParameterException')
    await plain.close()
  })
})
