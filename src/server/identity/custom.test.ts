import { Amplify } from 'aws-amplify'
import { confirmSignIn, fetchDevices, rememberDevice, signIn, signOut } from 'aws-amplify/auth'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { clientId, poolId, startPool, type TestPool } from './testing/pool.ts'
import './testing/native-numbers.ts'

const password = 'correct horse'
const question = {
  ask: () => ({ question: 'Which river is it?' }),
  isAnswer: (_sub: string, answer: string) => answer === 'Elbe',
}

let behind: TestPool
let alone: TestPool

beforeAll(async () => {
  behind = await startPool({ customChallenge: { ...question, standsAlone: false } })
  alone = await startPool({ customChallenge: { ...question, standsAlone: true } })
  for (const pool of [behind, alone]) pool.clock.stop()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(async () => {
  for (const pool of [behind, alone]) pool.clock.ahead = 0
  await signOut()
})
afterAll(async () => {
  await behind.close()
  await alone.close()
})

const use = ({ endpoint }: TestPool) =>
  Amplify.configure({ Auth: { Cognito: { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint: endpoint } } })

const register = async (pool: TestPool, Username: string) => {
  await pool.call('SignUp', { Username, Password: password })
  await pool.call('ConfirmSignUp', { Username, ConfirmationCode: pool.codeFor(Username) })
}

const begin = async (pool: TestPool, AuthParameters: object) =>
  (await pool.call('InitiateAuth', { AuthFlow: 'CUSTOM_AUTH', AuthParameters })).body
const answer = async (pool: TestPool, Session: string, ChallengeResponses: object) =>
  (await pool.call('RespondToAuthChallenge', { ChallengeName: 'CUSTOM_CHALLENGE', ChallengeResponses, Session })).body

const refused = { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' }
const challenge = { signInStep: 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE', additionalInfo: { question: 'Which river is it?' } }

describe("The operator's own question after the password", () => {
  const options = { authFlowType: 'CUSTOM_WITH_SRP' } as const

  it("is asked once Ann's password is proven, and signs her in with the right answer [IDP-01]", async () => {
    use(behind)
    await register(behind, 'ann@example.com')
    expect((await signIn({ username: 'ann@example.com', password, options })).nextStep).toMatchObject(challenge)
    expect((await confirmSignIn({ challengeResponse: 'Elbe' })).isSignedIn).toBe(true)
    await signOut()
    const wrong = signIn({ username: 'ann@example.com', password: 'not her password', options })
    await expect(wrong).rejects.toMatchObject({ message: refused.message })
  })

  it('is asked for every way in which Dina signs in, and not again when she continues [IDP-01]', async () => {
    use(behind)
    const USERNAME = 'dina@example.com'
    await behind.call('SignUp', { Username: USERNAME, Password: password })
    const confirmed = await behind.call('ConfirmSignUp', { Username: USERNAME, ConfirmationCode: behind.codeFor(USERNAME) })
    const start = async (AuthFlow: string, more: object, Session?: string) =>
      (await behind.call('InitiateAuth', { AuthFlow, AuthParameters: { USERNAME, ...more }, Session })).body
    const owed = [
      await start('USER_AUTH', {}, confirmed.body.Session),
      await start('USER_PASSWORD_AUTH', { PASSWORD: password }),
      await start('USER_AUTH', { PREFERRED_CHALLENGE: 'PASSWORD', PASSWORD: password }),
    ]
    const { Session } = await start('USER_AUTH', { PREFERRED_CHALLENGE: 'EMAIL_OTP' })
    const ChallengeResponses = { USERNAME, EMAIL_OTP_CODE: behind.codeFor(USERNAME) }
    owed.push((await behind.call('RespondToAuthChallenge', { ChallengeName: 'EMAIL_OTP', Session, ChallengeResponses })).body)
    for (const step of owed) {
      expect(step).not.toHaveProperty('AuthenticationResult')
      expect(step.ChallengeName).toBe('CUSTOM_CHALLENGE')
    }
    const srp = await signIn({ username: USERNAME, password, options: { authFlowType: 'USER_SRP_AUTH' } })
    expect(srp.nextStep).toMatchObject(challenge)
    const { AuthenticationResult } = await answer(behind, owed[1]?.Session ?? '', { USERNAME, ANSWER: 'Elbe' })
    const { RefreshToken } = AuthenticationResult
    expect((await behind.call('GetTokensFromRefreshToken', { RefreshToken })).status).toBe(200)
  })

  it('is asked again after a wrong answer, three times in all', async () => {
    use(behind)
    await register(behind, 'bea@example.com')
    await signIn({ username: 'bea@example.com', password, options })
    for (let i = 0; i < 2; i++) expect((await confirmSignIn({ challengeResponse: 'Oder' })).nextStep).toMatchObject(challenge)
    await expect(confirmSignIn({ challengeResponse: 'Oder' })).rejects.toMatchObject({ message: refused.message })
    await signIn({ username: 'bea@example.com', password, options })
    await confirmSignIn({ challengeResponse: 'Oder' })
    expect((await confirmSignIn({ challengeResponse: 'Elbe' })).isSignedIn).toBe(true)
  })

  it('cannot be guessed by someone who knows the password and starts repeatedly [IDP-13]', async () => {
    use(behind)
    const username = 'cleo@example.com'
    await register(behind, username)
    await signIn({ username, password, options })
    for (let i = 0; i < 3; i++) await confirmSignIn({ challengeResponse: 'Oder' }).catch(() => {})
    await signIn({ username, password, options })
    for (let i = 0; i < 2; i++) expect((await confirmSignIn({ challengeResponse: 'Oder' })).nextStep).toMatchObject(challenge)
    await expect(confirmSignIn({ challengeResponse: 'Elbe' })).rejects.toMatchObject({ name: 'LimitExceededException' })
    behind.clock.ahead = 1100
    expect((await confirmSignIn({ challengeResponse: 'Elbe' })).isSignedIn).toBe(true)
  })

  it('is not sufficient alone unless the operator says so', async () => {
    expect(await begin(behind, { USERNAME: 'ann@example.com' })).toMatchObject({ __type: 'InvalidParameterException' })
    const plain = await startPool()
    for (const more of [{}, { CHALLENGE_NAME: 'SRP_A', SRP_A: 'abc123' }])
      expect(await begin(plain, { USERNAME: 'ann@example.com', ...more })).toEqual({
        __type: 'InvalidParameterException',
        message: 'CUSTOM_AUTH is not enabled for the client.',
      })
    await plain.close()
  })
})

describe("The operator's own question alone", () => {
  it('signs Dora in without a password, and the client sends none [IDP-11]', async () => {
    use(alone)
    await register(alone, 'dora@example.com')
    const options = { authFlowType: 'CUSTOM_WITHOUT_SRP' } as const
    const withPassword = signIn({ username: 'dora@example.com', password, options })
    await expect(withPassword).rejects.toMatchObject({ name: 'CustomAuthSignInPassword' })
    expect((await signIn({ username: 'dora@example.com', options })).nextStep).toMatchObject(challenge)
    expect((await confirmSignIn({ challengeResponse: 'Elbe' })).isSignedIn).toBe(true)
  })

  it('answers an unknown name like a known one, also when the answer is right [IDP-13]', async () => {
    await register(alone, 'elsa@example.com')
    const seen = async (USERNAME: string, ANSWER: string) => {
      const forms: unknown[] = []
      let body = await begin(alone, { USERNAME })
      for (let i = 0; i < 3; i++) {
        const { ChallengeParameters, Session, ...rest } = body
        forms.push([rest, ChallengeParameters['question'], typeof ChallengeParameters['USERNAME'], Session.length])
        body = await answer(alone, Session, { USERNAME, ANSWER })
      }
      return [...forms, body]
    }
    expect(await seen('nobody@example.com', 'Elbe')).toEqual(await seen('elsa@example.com', 'Oder'))
  })

  it("guessed at by strangers, does not block Ida's second step [IDP-13]", async () => {
    const email = 'ida@example.com'
    await register(alone, email)
    await alone.database.asSystem('test: a second step', (tx) =>
      sql`update pool.account set mfa_methods = '{EMAIL_OTP}' where email_norm = ${email}`.execute(tx),
    )
    for (let i = 0; i < 5; i++) {
      const { Session } = await begin(alone, { USERNAME: email })
      await answer(alone, Session, { USERNAME: email, ANSWER: 'Oder' })
    }
    const { Session: locked } = await begin(alone, { USERNAME: email })
    expect((await answer(alone, locked, { USERNAME: email, ANSWER: 'Elbe' })).__type).toBe('LimitExceededException')
    const AuthParameters = { USERNAME: email, PASSWORD: password }
    const { Session } = (await alone.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })).body
    const ChallengeResponses = { USERNAME: email, EMAIL_OTP_CODE: alone.codeFor(email) }
    const { body } = await alone.call('RespondToAuthChallenge', { ChallengeName: 'EMAIL_OTP', Session, ChallengeResponses })
    expect(body).toHaveProperty('AuthenticationResult')
  })

  it('serves one user and one answer', async () => {
    await register(alone, 'faye@example.com')
    await register(alone, 'gus@example.com')
    const { Session } = await begin(alone, { USERNAME: 'faye@example.com' })
    const invalid = 'Invalid session for the user.'
    expect((await answer(alone, Session, { USERNAME: 'gus@example.com', ANSWER: 'Elbe' })).message).toBe(invalid)
    const hers = { USERNAME: 'faye@example.com', ANSWER: 'Elbe' }
    expect(await answer(alone, Session, hers)).toHaveProperty('AuthenticationResult')
    expect((await answer(alone, Session, hers)).message).toBe(invalid)
  })

  it('is followed by the second step, unless the device is remembered; a deleted device is cleared [GATE-21]', async () => {
    use(alone)
    const username = 'hana@example.com'
    await register(alone, username)
    const options = { authFlowType: 'CUSTOM_WITHOUT_SRP' } as const
    const enter = async () => {
      await signIn({ username, options })
      return confirmSignIn({ challengeResponse: 'Elbe' })
    }
    await alone.database.asSystem('test: a second step', (tx) =>
      sql`update pool.account set mfa_methods = '{EMAIL_OTP}' where email_norm = ${username}`.execute(tx),
    )
    expect((await enter()).nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE')
    await confirmSignIn({ challengeResponse: alone.codeFor(username) })
    await rememberDevice()
    expect(await fetchDevices()).toHaveLength(1)
    await signOut()
    expect((await enter()).isSignedIn).toBe(true)
    await signOut()
    await alone.database.asSystem('test: lose the devices', (tx) => sql`delete from pool.device`.execute(tx))
    expect((await enter()).nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE')
  })
})
