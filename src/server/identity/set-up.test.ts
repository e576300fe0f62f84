import { Amplify } from 'aws-amplify'
import {
  confirmSignIn,
  confirmSignUp,
  fetchMFAPreference,
  signIn,
  signOut,
  signUp,
  updateMFAPreference,
  updateUserAttributes,
} from 'aws-amplify/auth'
import { AdminSetUserMFAPreferenceCommand, AdminUpdateUserAttributesCommand } from '@aws-sdk/client-cognito-identity-provider'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { clientId, identityPoolId, poolId, startPool, type TestPool } from './testing/pool.ts'
import './testing/native-numbers.ts'

let pool: TestPool
const password = 'correct horse'
const UserPoolId = poolId

beforeAll(async () => {
  const issuer = `http://localhost/idp/${poolId}`
  pool = await startPool({
    pool: {
      id: poolId,
      clientId,
      issuer,
      mfa: 'required',
      signInLasts: { idle: 86_400_000, atMost: 86_400_000 },
      signUpVerification: 'code',
      passkeys: undefined,
      identityPoolId,
    },
  })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  Amplify.configure({ Auth: { Cognito: { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint: pool.endpoint } } })
})
afterEach(async () => {
  await signOut()
  pool.clock.ahead = 0
})
afterAll(() => pool.close())

const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: pool.clock.now().getTime() })
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

const registered = async (email: string) => {
  await signUp({ username: email, password })
  await confirmSignUp({ username: email, confirmationCode: pool.codeFor(email) })
}

const start = async (USERNAME: string) =>
  (await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD: password } })).body
const respond = async (ChallengeName: string, Session: string, ChallengeResponses: object) =>
  (await pool.call('RespondToAuthChallenge', { ChallengeName, Session, ChallengeResponses })).body
const associate = async (Session: string) =>
  (await pool.call('AssociateSoftwareToken', { Session })).body as unknown as { Session: string; SecretCode: string }
const verify = async (Session: string, UserCode: string) => (await pool.call('VerifySoftwareToken', { Session, UserCode })).body

const invalidSession = { __type: 'NotAuthorizedException', message: 'Invalid session for the user.' }

describe('If all users must use a second step [IDP-04, GATE-24]', () => {
  it('Ann sets up an authenticator app while she signs in [IDP-01]', async () => {
    const email = 'ann@example.com'
    await registered(email)
    const challenge = await signIn({ username: email, password })
    expect(challenge.nextStep).toEqual({
      signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION',
      allowedMFATypes: ['TOTP', 'EMAIL'],
    })
    await expect(confirmSignIn({ challengeResponse: 'PIGEON' })).rejects.toMatchObject({
      name: 'SignInException',
      message: expect.stringContaining('Cannot proceed with MFA setup using challengeResponse: PIGEON'),
    })
    const { nextStep } = await confirmSignIn({ challengeResponse: 'TOTP' })
    if (nextStep.signInStep !== 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP') throw new Error(`asked for ${nextStep.signInStep}`)
    const { sharedSecret } = nextStep.totpSetupDetails
    await expect(confirmSignIn({ challengeResponse: otherThan(codeOf(sharedSecret)) })).rejects.toMatchObject({
      name: 'EnableSoftwareTokenMFAException',
    })
    expect((await confirmSignIn({ challengeResponse: codeOf(sharedSecret) })).isSignedIn).toBe(true)
    expect(await fetchMFAPreference()).toEqual({ enabled: ['TOTP'], preferred: 'TOTP' })
    expect(pool.lastEmailTo(email)?.text).toContain('turned on: authenticator app')

    await expect(updateMFAPreference({ totp: 'DISABLED' })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'Your account requires two-step sign-in. Turn on another method before you turn this one off.',
    })
    await updateMFAPreference({ totp: 'DISABLED', email: 'PREFERRED' })
    expect(await fetchMFAPreference()).toEqual({ enabled: ['EMAIL'], preferred: 'EMAIL' })
  })

  it('Bob chooses codes by email, to his own address and no other', async () => {
    const email = 'bob@example.com'
    await registered(email)
    await signIn({ username: email, password })
    expect((await confirmSignIn({ challengeResponse: 'EMAIL' })).nextStep.signInStep).toBe('CONTINUE_SIGN_IN_WITH_EMAIL_SETUP')
    await expect(confirmSignIn({ challengeResponse: 'thief@example.com' })).rejects.toMatchObject({
      name: 'InvalidParameterException',
    })
    expect((await confirmSignIn({ challengeResponse: 'Bob@example.com' })).nextStep).toMatchObject({
      signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
    })
    const code = pool.codeFor(email)
    await expect(confirmSignIn({ challengeResponse: otherThan(code) })).rejects.toMatchObject({ name: 'CodeMismatchException' })
    expect((await confirmSignIn({ challengeResponse: code })).isSignedIn).toBe(true)
    expect(await fetchMFAPreference()).toEqual({ enabled: ['EMAIL'], preferred: 'EMAIL' })
  })

  it('a set-up is finished only with a verified app, once, by the user who began it', async () => {
    const USERNAME = 'cleo@example.com'
    await registered(USERNAME)
    await registered('carl@example.com')
    const { Session } = await start(USERNAME)
    expect((await respond('MFA_SETUP', Session, { USERNAME })).message).toBe('The software token is not verified yet.')
    expect((await verify(Session, '123456')).__type).toBe('SoftwareTokenMFANotFoundException')
    const first = await associate(Session)
    // A client that did not get the answer asks again.
    const second = await associate(Session)
    expect(second.SecretCode).not.toBe(first.SecretCode)
    expect((await verify(Session, codeOf(first.SecretCode))).__type).toBe('EnableSoftwareTokenMFAException')
    expect((await respond('MFA_SETUP', Session, { USERNAME })).__type).toBe('InvalidParameterException')
    const verified = await verify(second.Session, codeOf(second.SecretCode))
    expect(verified).toMatchObject({ Status: 'SUCCESS', Session: expect.any(String) })
    expect(await verify(second.Session, codeOf(second.SecretCode))).toEqual(invalidSession)
    expect(await respond('MFA_SETUP', verified.Session, { USERNAME: 'carl@example.com' })).toEqual(invalidSession)
    const twice = await Promise.all([1, 2].map(() => respond('MFA_SETUP', verified.Session, { USERNAME })))
    expect(twice.filter((answer) => 'AuthenticationResult' in answer)).toHaveLength(1)
    const next = await start(USERNAME)
    expect(next.ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
    const answer = { USERNAME, SOFTWARE_TOKEN_MFA_CODE: codeOf(second.SecretCode) }
    expect((await respond('SOFTWARE_TOKEN_MFA', next.Session, answer)).__type).toBe('ExpiredCodeException')
  })

  it('of two concurrent set-ups the first one counts [IDP-13]', async () => {
    const USERNAME = 'dora@example.com'
    await registered(USERNAME)
    const sessions = [await start(USERNAME), await start(USERNAME)]
    const verified: string[] = []
    for (const { Session } of sessions) {
      const { SecretCode } = await associate(Session)
      verified.push((await verify(Session, codeOf(SecretCode))).Session)
    }
    const answers = await Promise.all(verified.map((Session) => respond('MFA_SETUP', Session, { USERNAME })))
    expect(answers.filter((answer) => 'AuthenticationResult' in answer)).toHaveLength(1)
    expect(answers).toContainEqual(invalidSession)
  })

  it('a set-up ends after five wrong codes, or three minutes', async () => {
    const email = 'elsa@example.com'
    await registered(email)
    const { Session } = await start(email)
    const { SecretCode } = await associate(Session)
    const wrong = otherThan(codeOf(SecretCode))
    for (let i = 0; i < 5; i++) expect((await verify(Session, wrong)).__type).toBe('EnableSoftwareTokenMFAException')
    expect(await verify(Session, codeOf(SecretCode))).toEqual(invalidSession)
    expect((await verify('A'.repeat(128), wrong)).message).toBe(invalidSession.message)
    const late = await start(email)
    pool.clock.ahead = 181_000
    expect((await pool.call('AssociateSoftwareToken', { Session: late.Session })).body.message).toBe(
      'Invalid session for the user, session is expired.',
    )
  })

  it('neither another number nor none bypasses it, and an administrator lets Finn start again', async () => {
    const Username = 'finn@example.com'
    await registered(Username)
    await signIn({ username: Username, password })
    await confirmSignIn({ challengeResponse: 'EMAIL' })
    await confirmSignIn({ challengeResponse: Username })
    await confirmSignIn({ challengeResponse: pool.codeFor(Username) })
    const admin = await pool.identity.adminClient()
    const UserAttributes = [
      { Name: 'phone_number', Value: '+4915112345678' },
      { Name: 'phone_number_verified', Value: 'true' },
    ]
    await admin.send(new AdminUpdateUserAttributesCommand({ UserPoolId, Username, UserAttributes }))
    await updateMFAPreference({ sms: 'PREFERRED', email: 'DISABLED' })
    const refused = {
      name: 'InvalidParameterException',
      message: expect.stringContaining('Your account requires two-step sign-in.'),
    }
    await expect(updateUserAttributes({ userAttributes: { phone_number: '+4915187654321' } })).rejects.toMatchObject(refused)
    const preference = { UserPoolId, Username, SMSMfaSettings: { Enabled: false } }
    await admin.send(new AdminSetUserMFAPreferenceCommand(preference))
    expect((await start(Username)).ChallengeName).toBe('MFA_SETUP')
  })
})
