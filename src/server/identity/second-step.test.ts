import {
  confirmSignIn,
  fetchAuthSession,
  fetchMFAPreference,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth'
import { AdminGetUserCommand, AdminSetUserMFAPreferenceCommand } from '@aws-sdk/client-cognito-identity-provider'
import { sealContext } from '#server/platform/secrets.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { password, poolId, type TestPool } from './testing/pool.ts'
import { leave, startPoolForAmplify } from './testing/amplify.ts'
import { invalidSession, otherThan, secondStepsIn } from './testing/second-step.ts'

let pool: TestPool
const UserPoolId = poolId

beforeAll(async () => {
  pool = await startPoolForAmplify()
  pool.clock.stop()
})
afterEach(() => leave(pool))
afterAll(() => pool.close())

const { codeOf, waitForNextCode, registered, withApp, start, respond } = secondStepsIn(() => pool)

const answerApp = (USERNAME: string, Session: string, SOFTWARE_TOKEN_MFA_CODE: string) =>
  respond('SOFTWARE_TOKEN_MFA', Session, { USERNAME, SOFTWARE_TOKEN_MFA_CODE })

describe('A code of an authenticator app', () => {
  it('is set up by Ann while she is signed in, and asked for from then on [IDP-01, IDP-03]', async () => {
    const email = 'ann@example.com'
    await registered(email)
    expect((await signIn({ username: email, password })).isSignedIn).toBe(true)
    expect(await fetchMFAPreference()).toEqual({ enabled: undefined, preferred: undefined })
    await expect(updateMFAPreference({ totp: 'ENABLED' })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'User has not verified software token mfa',
    })
    const { sharedSecret } = await setUpTOTP()
    await expect(verifyTOTPSetup({ code: otherThan(codeOf(sharedSecret)) })).rejects.toMatchObject({
      name: 'EnableSoftwareTokenMFAException',
      message: 'Code mismatch',
    })
    const first = codeOf(sharedSecret)
    await verifyTOTPSetup({ code: first, options: { friendlyDeviceName: 'My phone' } })
    await updateMFAPreference({ totp: 'PREFERRED' })
    expect(await fetchMFAPreference()).toEqual({ enabled: ['TOTP'], preferred: 'TOTP' })
    expect(pool.lastEmailTo(email)).toMatchObject({ subject: 'Your sign-in settings changed' })
    expect(pool.lastEmailTo(email)?.text).toContain('turned on: authenticator app')
    await signOut()

    const challenge = await signIn({ username: email, password })
    expect(challenge.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE')
    const used = confirmSignIn({ challengeResponse: first })
    await expect(used).rejects.toMatchObject({
      name: 'ExpiredCodeException',
      message: 'Your software token has already been used once.',
    })
    waitForNextCode()
    const wrong = confirmSignIn({ challengeResponse: otherThan(codeOf(sharedSecret)) })
    await expect(wrong).rejects.toMatchObject({ name: 'CodeMismatchException', message: 'Invalid code received for user' })
    expect((await confirmSignIn({ challengeResponse: codeOf(sharedSecret) })).isSignedIn).toBe(true)
    expect((await fetchAuthSession()).tokens?.idToken?.payload['email']).toBe(email)
    const admin = await pool.identity.adminClient()
    expect(await admin.send(new AdminGetUserCommand({ UserPoolId, Username: email }))).toMatchObject({
      PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
      UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
    })
  })

  it('works only for the sign-in that asked for it, once, and only for its user [IDP-13]', async () => {
    const [bea, bob] = ['bea@example.com', 'bob@example.com']
    const secret = await withApp(bea)
    await withApp(bob)
    const first = await start(bea)
    expect(first).toMatchObject({
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      ChallengeParameters: { USER_ID_FOR_SRP: expect.any(String) },
    })
    expect(await answerApp(bob, first.Session, codeOf(secret))).toEqual(invalidSession)
    expect(await answerApp('nobody@example.com', first.Session, codeOf(secret))).toEqual(invalidSession)
    expect(await answerApp(bea, 'A'.repeat(128), codeOf(secret))).toEqual(invalidSession)
    expect(await respond('EMAIL_OTP', first.Session, { USERNAME: bea, EMAIL_OTP_CODE: codeOf(secret) })).toEqual(invalidSession)
    expect(await respond('MFA_SETUP', first.Session, { USERNAME: bea })).toEqual(invalidSession)
    const twice = await Promise.all([1, 2].map(() => answerApp(bea, first.Session, codeOf(secret))))
    expect(twice.filter((answer) => 'AuthenticationResult' in answer)).toHaveLength(1)
    expect(twice).toContainEqual(invalidSession)
    const [one, other] = [await start(bea), await start(bea)]
    waitForNextCode()
    const both = await Promise.all([one, other].map(({ Session }) => answerApp(bea, Session, codeOf(secret))))
    expect(both.filter((answer) => 'AuthenticationResult' in answer)).toHaveLength(1)
    expect(both.map((answer) => answer.__type)).toContain('ExpiredCodeException')
  })

  it('may be mistyped four times; guessing ends the sign-in and slows down the next [IDP-06, IDP-13]', async () => {
    const email = 'cleo@example.com'
    const secret = await withApp(email)
    const { Session } = await start(email)
    const wrong = otherThan(codeOf(secret))
    for (let i = 0; i < 5; i++) expect((await answerApp(email, Session, wrong)).__type).toBe('CodeMismatchException')
    expect(await answerApp(email, Session, codeOf(secret))).toEqual(invalidSession)
    const next = await start(email)
    expect(await answerApp(email, next.Session, codeOf(secret))).toMatchObject({ __type: 'LimitExceededException' })
    pool.clock.ahead += 1100
    expect(await answerApp(email, next.Session, codeOf(secret))).toHaveProperty('AuthenticationResult')
  })

  it('gains nothing from many concurrent guesses', async () => {
    const email = 'cora@example.com'
    const secret = await withApp(email)
    const sessions = await Promise.all(Array.from({ length: 4 }, () => start(email)))
    const guesses = sessions.flatMap(({ Session }) => Array.from({ length: 4 }, () => Session))
    const wrong = otherThan(codeOf(secret))
    const answers = await Promise.all(guesses.map((Session) => answerApp(email, Session, wrong)))
    expect(answers.filter(({ __type }) => __type === 'CodeMismatchException')).toHaveLength(5)
    expect(answers.filter(({ __type }) => __type === 'LimitExceededException')).toHaveLength(11)
  })

  it('is accepted or refused, never a fault, with anything else at the same moment', async () => {
    const email = 'cyra@example.com'
    const secret = await withApp(email)
    const faults: unknown[] = []
    const send = async (operation: string, input: object) => {
      const { status, body } = await pool.call(operation, input)
      if (status >= 500) faults.push([operation, body])
    }
    const answered = async () => {
      waitForNextCode()
      return (await answerApp(email, (await start(email)).Session, codeOf(secret))).AuthenticationResult.AccessToken
    }
    for (let round = 0; round < 4; round++) {
      pool.clock.ahead += 3_600_000
      const AccessToken = await answered()
      const sessions = await Promise.all([1, 2, 3].map(() => start(email)))
      waitForNextCode()
      await Promise.all([
        ...sessions.map(({ Session }) => answerApp(email, Session, codeOf(secret))),
        send('SetUserMFAPreference', { AccessToken, EmailMfaSettings: { Enabled: round % 2 === 0 } }),
        send('AssociateSoftwareToken', { AccessToken }),
        send('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name: 'phone_number', Value: `+491511234567${round}` }] }),
        send('GlobalSignOut', { AccessToken }),
        start(email),
      ])
    }
    expect(faults).toEqual([])
  })

  it('comes too late after three minutes', async () => {
    const email = 'dora@example.com'
    const secret = await withApp(email)
    const { Session } = await start(email)
    pool.clock.ahead += 181_000
    expect(await answerApp(email, Session, codeOf(secret))).toMatchObject({
      __type: 'NotAuthorizedException',
      message: 'Invalid session for the user, session is expired.',
    })
  })

  it('is of the new app once that was verified, and of none once it is turned off', async () => {
    const email = 'elsa@example.com'
    const old = await withApp(email)
    await signIn({ username: email, password })
    await confirmSignIn({ challengeResponse: codeOf(old) })
    const { sharedSecret } = await setUpTOTP()
    const pending = await start(email)
    waitForNextCode()
    expect(await answerApp(email, pending.Session, codeOf(old))).toHaveProperty('AuthenticationResult')
    await verifyTOTPSetup({ code: codeOf(sharedSecret) })
    expect(pool.lastEmailTo(email)?.text).toContain('for your two-step sign-in was replaced')
    waitForNextCode()
    const { Session } = await start(email)
    expect((await answerApp(email, Session, codeOf(old))).__type).toBe('CodeMismatchException')
    expect(await answerApp(email, Session, codeOf(sharedSecret))).toHaveProperty('AuthenticationResult')
    const underWay = await start(email)
    await updateMFAPreference({ totp: 'DISABLED' })
    expect(await fetchMFAPreference()).toEqual({ enabled: undefined, preferred: undefined })
    waitForNextCode()
    expect(await answerApp(email, underWay.Session, codeOf(sharedSecret))).toEqual(invalidSession)
    expect(await start(email)).toHaveProperty('AuthenticationResult')
    await expect(updateMFAPreference({ totp: 'ENABLED' })).rejects.toMatchObject({ name: 'InvalidParameterException' })
  })

  it('is turned off by an administrator for Finn, who lost his phone', async () => {
    const Username = 'finn@example.com'
    await withApp(Username)
    const admin = await pool.identity.adminClient()
    await admin.send(new AdminSetUserMFAPreferenceCommand({ UserPoolId, Username, SoftwareTokenMfaSettings: { Enabled: false } }))
    expect(pool.lastEmailTo(Username)?.text).toContain('turned off: authenticator app')
    expect(await start(Username)).toHaveProperty('AuthenticationResult')
    const open = await pool.call('AdminSetUserMFAPreference', { UserPoolId, Username })
    expect(open.status).toBe(403)
  })
})

describe('The secrets of a second step', () => {
  it('are neither logged nor stored in clear [IDP-13]', async () => {
    const email = 'pia@example.com'
    const secret = await withApp(email)
    const { Session } = await start(email)
    const code = codeOf(secret)
    await answerApp(email, Session, otherThan(code))
    await answerApp(email, Session, code)
    const kept = await pool.database.asSystem('test: what is kept', (tx) =>
      sql<{ text: string }>`select to_jsonb(totp)::text as text from pool.totp`.execute(tx),
    )
    const everything = [...pool.logged, ...kept.rows.map(({ text }) => text)].join('\n')
    for (const told of [secret, code, Session]) expect(everything).not.toContain(told)
    const sealed = await pool.database.asSystem('test: one sealed secret', (tx) =>
      sql<{ sub: string; sealed: string }>`select sub, secret_sealed as sealed from pool.totp join pool.account using (sub)
        where email_norm = ${email}`.execute(tx),
    )
    const [row] = sealed.rows
    const context = sealContext('pool.totp', 'secret_sealed', row?.sub ?? '')
    expect(pool.sealer.open(row?.sealed ?? '', context).toString()).toBe(secret)
  })
})
