import { confirmSignIn, fetchMFAPreference, signIn, signOut, updateMFAPreference } from 'aws-amplify/auth'
import {
  AdminSetUserMFAPreferenceCommand,
  AdminUpdateUserAttributesCommand,
  InitiateAuthCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createIdentity } from './public.ts'
import { clientId, password, poolId, type TestPool } from './testing/pool.ts'
import { leave, startPoolForAmplify } from './testing/amplify.ts'
import { invalidSession, otherThan, secondStepsIn } from './testing/second-step.ts'

let pool: TestPool
const UserPoolId = poolId

beforeAll(async () => {
  pool = await startPoolForAmplify()
})
afterEach(() => leave(pool))
afterAll(() => pool.close())

const { codeOf, waitForNextCode, registered, withApp, start, respond } = secondStepsIn(() => pool)

const givePhone = async (Username: string, phone = '+4915112345678') => {
  const UserAttributes = [
    { Name: 'phone_number', Value: phone },
    { Name: 'phone_number_verified', Value: 'true' },
  ]
  const admin = await pool.identity.adminClient()
  await admin.send(new AdminUpdateUserAttributesCommand({ UserPoolId, Username, UserAttributes }))
}

const textedCode = () => /^\d+/.exec(pool.texts.at(-1)?.text ?? '')?.[0] ?? ''

describe('Codes that are sent', () => {
  it('are sent to Gus by email, and accepted after a wrong one [IDP-03, GATE-24]', async () => {
    const email = 'gus@example.com'
    await registered(email)
    await signIn({ username: email, password })
    await updateMFAPreference({ email: 'PREFERRED' })
    expect(await fetchMFAPreference()).toEqual({ enabled: ['EMAIL'], preferred: 'EMAIL' })
    await signOut()
    const challenge = await signIn({ username: email, password })
    expect(challenge.nextStep).toMatchObject({
      signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
      codeDeliveryDetails: { deliveryMedium: 'EMAIL', destination: 'g***@e***' },
    })
    const code = pool.codeFor(email)
    expect(code).toMatch(/^\d{6}$/)
    await expect(confirmSignIn({ challengeResponse: otherThan(code) })).rejects.toMatchObject({ name: 'CodeMismatchException' })
    expect((await confirmSignIn({ challengeResponse: code })).isSignedIn).toBe(true)
  })

  it('are sent to Hana by text message, once her number is confirmed [IDP-03, GATE-24]', async () => {
    const email = 'hana@example.com'
    await registered(email)
    await signIn({ username: email, password })
    await expect(updateMFAPreference({ sms: 'ENABLED' })).rejects.toMatchObject({ name: 'InvalidParameterException' })
    await givePhone(email)
    await updateMFAPreference({ sms: 'ENABLED' })
    await signOut()
    const challenge = await signIn({ username: email, password })
    expect(challenge.nextStep).toMatchObject({
      signInStep: 'CONFIRM_SIGN_IN_WITH_SMS_CODE',
      codeDeliveryDetails: { deliveryMedium: 'SMS', destination: '+*******5678' },
    })
    expect(pool.texts.at(-1)?.to).toBe('+4915112345678')
    expect((await confirmSignIn({ challengeResponse: textedCode() })).isSignedIn).toBe(true)
  })

  it('belong to one sign-in each, also when the client repeats its call', async () => {
    const email = 'ines@example.com'
    await registered(email)
    await signIn({ username: email, password })
    await updateMFAPreference({ email: 'ENABLED' })
    const first = await start(email)
    const codeOfFirst = pool.codeFor(email)
    const second = await start(email)
    const answer = (Session: string, EMAIL_OTP_CODE: string) => respond('EMAIL_OTP', Session, { USERNAME: email, EMAIL_OTP_CODE })
    expect((await answer(second.Session, codeOfFirst)).__type).toBe('CodeMismatchException')
    const twice = await Promise.all([1, 2].map(() => answer(second.Session, pool.codeFor(email))))
    expect(twice.filter((one) => 'AuthenticationResult' in one)).toHaveLength(1)
    expect(await answer(first.Session, codeOfFirst)).toHaveProperty('AuthenticationResult')
  })

  it('are limited in number [IDP-06, IDP-13]', async () => {
    const email = 'jana@example.com'
    await registered(email)
    await signIn({ username: email, password })
    await updateMFAPreference({ email: 'ENABLED' })
    for (let i = 0; i < 10; i++) expect((await start(email)).ChallengeName).toBe('EMAIL_OTP')
    const before = pool.emails.length
    expect((await start(email)).__type).toBe('LimitExceededException')
    expect(pool.emails).toHaveLength(before)
    pool.clock.ahead += 3_600_000
    expect((await start(email)).ChallengeName).toBe('EMAIL_OTP')
  })

  it('are invalid after the address changed, and so is the sign-in that asked for them', async () => {
    const Username = 'kai@example.com'
    await registered(Username)
    await signIn({ username: Username, password })
    await updateMFAPreference({ email: 'ENABLED' })
    const { Session } = await start(Username)
    const EMAIL_OTP_CODE = pool.codeFor(Username)
    const admin = await pool.identity.adminClient()
    const move = (email: string, verified: string) => {
      const UserAttributes = Object.entries({ email, email_verified: verified }).map(([Name, Value]) => ({ Name, Value }))
      return admin.send(new AdminUpdateUserAttributesCommand({ UserPoolId, Username, UserAttributes }))
    }
    await move('kai@elsewhere.example', 'true')
    const late = await respond('EMAIL_OTP', Session, { USERNAME: 'kai@elsewhere.example', EMAIL_OTP_CODE })
    expect(late).toEqual({ __type: 'NotAuthorizedException', message: 'Invalid session for the user.' })
  })
})

describe('Choosing between second steps [IDP-04, GATE-24]', () => {
  it('is up to Lena, who has three and prefers none', async () => {
    const email = 'lena@example.com'
    const secret = await withApp(email)
    await signIn({ username: email, password })
    await confirmSignIn({ challengeResponse: codeOf(secret) })
    await givePhone(email)
    await updateMFAPreference({ sms: 'ENABLED', email: 'ENABLED', totp: 'NOT_PREFERRED' })
    expect(await fetchMFAPreference()).toEqual({ enabled: ['SMS', 'TOTP', 'EMAIL'], preferred: undefined })
    for (const [type, step, code] of [
      ['TOTP', 'CONFIRM_SIGN_IN_WITH_TOTP_CODE', () => codeOf(secret)],
      ['SMS', 'CONFIRM_SIGN_IN_WITH_SMS_CODE', textedCode],
      ['EMAIL', 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE', () => pool.codeFor(email)],
    ] as const) {
      await signOut()
      waitForNextCode()
      const challenge = await signIn({ username: email, password })
      expect(challenge.nextStep).toEqual({
        signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION',
        allowedMFATypes: ['SMS', 'TOTP', 'EMAIL'],
      })
      await expect(confirmSignIn({ challengeResponse: 'CARRIER PIGEON' })).rejects.toMatchObject({ name: 'IncorrectMFAMethod' })
      expect((await confirmSignIn({ challengeResponse: type })).nextStep.signInStep).toBe(step)
      expect((await confirmSignIn({ challengeResponse: code() })).isSignedIn).toBe(true)
    }
    await updateMFAPreference({ sms: 'PREFERRED' })
    expect((await start(email)).ChallengeName).toBe('SMS_MFA')
    await updateMFAPreference({ sms: 'DISABLED' })
    expect((await start(email)).ChallengeParameters['MFAS_CAN_CHOOSE']).toBe('["SOFTWARE_TOKEN_MFA","EMAIL_OTP"]')
  })

  it('is limited to what the account has, and to one preference', async () => {
    const USERNAME = 'mona@example.com'
    await withApp(USERNAME)
    const admin = await pool.identity.adminClient()
    const set = (input: object) => admin.send(new AdminSetUserMFAPreferenceCommand({ UserPoolId, Username: USERNAME, ...input }))
    const preferred = { Enabled: true, PreferredMfa: true }
    const refused = { name: 'InvalidParameterException' }
    await expect(set({ EmailMfaSettings: preferred, SoftwareTokenMfaSettings: preferred })).rejects.toMatchObject(refused)
    await expect(set({ EmailMfaSettings: { Enabled: false, PreferredMfa: true } })).rejects.toMatchObject(refused)
    await expect(set({ SMSMfaSettings: { Enabled: true } })).rejects.toMatchObject(refused)
    await set({ EmailMfaSettings: { Enabled: true }, SoftwareTokenMfaSettings: { PreferredMfa: false } })
    const { Session } = await start(USERNAME)
    expect((await respond('SELECT_MFA_TYPE', Session, { USERNAME, ANSWER: 'SMS_MFA' })).__type).toBe('InvalidParameterException')
    expect((await respond('SELECT_MFA_TYPE', Session, { USERNAME })).__type).toBe('InvalidParameterException')
    const challenge = await respond('SELECT_MFA_TYPE', Session, { USERNAME, ANSWER: 'EMAIL_OTP' })
    expect(challenge.ChallengeName).toBe('EMAIL_OTP')
    expect(await respond('SELECT_MFA_TYPE', Session, { USERNAME, ANSWER: 'EMAIL_OTP' })).toEqual(invalidSession)
    const empty = await respond('EMAIL_OTP', challenge.Session, { USERNAME, EMAIL_OTP_CODE: '' })
    expect(empty.message).toBe('Challenge response cannot be empty')
  })
})

describe('If text messages can no longer be sent', () => {
  it('Nora signs in with her other second step, and no user without one', async () => {
    const [nora, olga] = ['nora@example.com', 'olga@example.com']
    for (const email of [nora, olga]) {
      await registered(email)
      await givePhone(email)
      await signIn({ username: email, password })
      await updateMFAPreference({ sms: 'PREFERRED', ...(email === nora ? { email: 'ENABLED' } : {}) })
      await signOut()
    }
    const { listener: _listener, ...options } = pool.options
    const client = await createIdentity({ ...options, postText: undefined }).adminClient()
    const start = (USERNAME: string) =>
      client.send(
        new InitiateAuthCommand({
          ClientId: clientId,
          AuthFlow: 'USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME, PASSWORD: password },
        }),
      )
    expect((await start(nora)).ChallengeName).toBe('EMAIL_OTP')
    await expect(start(olga)).rejects.toMatchObject({ name: 'CodeDeliveryFailureException' })
  })
})
