// The emails of the pool, and what their codes allow.
import {
  AdminResetUserPasswordCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUpdateUserAttributesCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { poolId, startPool, type TestPool } from './testing/pool.ts'

let pool: TestPool
let admin: CognitoIdentityProviderClient
const password = 'correct horse'

beforeAll(async () => {
  pool = await startPool()
  admin = await pool.identity.adminClient()
})
afterEach(() => {
  pool.clock.ahead = 0
})
afterAll(() => pool.close())

const register = async (Username: string) => {
  await pool.call('SignUp', { Username, Password: password })
  await pool.call('ConfirmSignUp', { Username, ConfirmationCode: pool.codeFor(Username) })
}
const askForEmailCodes = (Username: string) =>
  admin.send(new AdminSetUserMFAPreferenceCommand({ UserPoolId: poolId, Username, EmailMfaSettings: { Enabled: true } }))
const setAttributes = (Username: string, attributes: Record<string, string>) => {
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }))
  return admin.send(new AdminUpdateUserAttributesCommand({ UserPoolId: poolId, Username, UserAttributes }))
}
const signIn = async (USERNAME: string, PASSWORD = password) => {
  const AuthParameters = { USERNAME, PASSWORD }
  return (await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })).body
}
const forget = async (Username: string) => (await pool.call('ForgotPassword', { Username })).body
const choosePassword = async (Username: string, ConfirmationCode: string) =>
  (await pool.call('ConfirmForgotPassword', { Username, ConfirmationCode, Password: 'another horse' })).body

describe('A forgotten password', () => {
  it("is not replaced by the mailbox that is also Ann's second step, unless an admin says so [IDP-13]", async () => {
    const email = 'ann@example.com'
    await register(email)
    await askForEmailCodes(email)
    expect(await forget(email)).toEqual(await forget('anobody@example.com'))
    expect(pool.codeFor(email)).toBe('')
    expect(pool.lastEmailTo(email)?.text).toContain('Ask an admin of your account to reset it')
    await admin.send(new AdminResetUserPasswordCommand({ UserPoolId: poolId, Username: email }))
    expect(await choosePassword(email, pool.codeFor(email))).toEqual({})
  })

  it("keeps Ada's app as her second step: the mailbox that gave the password does not count again [IDP-13]", async () => {
    const email = 'ada@example.com'
    await register(email)
    const { AccessToken } = (await signIn(email)).AuthenticationResult
    const { SecretCode } = (await pool.call('AssociateSoftwareToken', { AccessToken })).body
    const now = () => Date.now() + pool.clock.ahead
    const code = () => new TOTP({ secret: SecretCode }).generate({ timestamp: now() })
    await pool.call('VerifySoftwareToken', { AccessToken, UserCode: code() })
    const settings = { EmailMfaSettings: { Enabled: true }, SoftwareTokenMfaSettings: { Enabled: true } }
    await pool.call('SetUserMFAPreference', { AccessToken, ...settings })
    expect((await signIn(email)).ChallengeName).toBe('SELECT_MFA_TYPE')
    await forget(email)
    await choosePassword(email, pool.codeFor(email))
    const { ChallengeName, Session } = await signIn(email, 'another horse')
    expect(ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
    pool.clock.ahead = 60_000
    const ChallengeResponses = { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: code() }
    const answer = await pool.call('RespondToAuthChallenge', { ChallengeName, Session, ChallengeResponses })
    expect(answer.status).toBe(200)
    expect((await signIn(email, 'another horse')).ChallengeName).toBe('SELECT_MFA_TYPE')
  })

  it('is not replaced with a code that went to an address which Bea no longer has', async () => {
    await register('bea@example.com')
    await forget('bea@example.com')
    const code = pool.codeFor('bea@example.com')
    await setAttributes('bea@example.com', { email: 'bea@elsewhere.example', email_verified: 'true' })
    expect((await choosePassword('bea@elsewhere.example', code)).__type).toBe('CodeMismatchException')
  })
})

describe('A sign-up', () => {
  it('is not confirmed with a code that went to another address', async () => {
    await pool.call('SignUp', { Username: 'cleo@example.com', Password: password })
    const ConfirmationCode = pool.codeFor('cleo@example.com')
    await setAttributes('cleo@example.com', { email: 'cleo@elsewhere.example' })
    const { body } = await pool.call('ConfirmSignUp', { Username: 'cleo@elsewhere.example', ConfirmationCode })
    expect(body.__type).toBe('CodeMismatchException')
  })
})

describe('An email', () => {
  it('greets users by name only once their address is verified, and only by what looks like a name [IDP-13]', async () => {
    const UserAttributes = [{ Name: 'given_name', Value: 'Dora' }]
    const form = { Username: 'dora@example.com', Password: password, UserAttributes }
    await pool.call('SignUp', form)
    const greeted = () => /^Hello.*$/m.exec(pool.lastEmailTo('dora@example.com')?.text ?? '')?.[0]
    expect(greeted()).toBe('Hello,')
    await pool.call('ConfirmSignUp', { ...form, ConfirmationCode: pool.codeFor('dora@example.com') })
    const greetedAs = async (given_name: string) => {
      await setAttributes('dora@example.com', { given_name })
      pool.clock.ahead += 3_600_000
      await forget('dora@example.com')
      return greeted()
    }
    expect(await greetedAs('Dora')).toBe('Hello Dora,')
    const odd = ['You won: call', 'win.example/now', 'WWW.win.example', 'me@win.example', 'Dora\nYou won', 'D'.repeat(51)]
    for (const name of odd) expect(await greetedAs(name)).toBe('Hello,')
  })

  it('tells the old address of Elsa that an admin changed her email', async () => {
    await register('elsa@example.com')
    await setAttributes('elsa@example.com', { email: 'elsa@elsewhere.example', email_verified: 'true' })
    expect(pool.lastEmailTo('elsa@example.com')?.text).toContain('An admin changed the email address of your account')
  })

  it('tells Faye at the tenth wrong code that someone who knows her password is guessing [IDP-13]', async () => {
    const email = 'faye@example.com'
    await register(email)
    await askForEmailCodes(email)
    const told = () =>
      pool.emails.filter(({ to, subject }) => to === email && subject === 'Someone is trying to get into your account')
    const answers: string[] = []
    for (let i = 0; i < 11; i++) {
      expect(told()).toHaveLength(i < 10 ? 0 : 1)
      const { Session } = await signIn(email)
      const ChallengeResponses = { USERNAME: email, EMAIL_OTP_CODE: '12345x' }
      const answer = await pool.call('RespondToAuthChallenge', { ChallengeName: 'EMAIL_OTP', Session, ChallengeResponses })
      answers.push(answer.body.__type)
      pool.clock.ahead += 10 * 60_000
    }
    expect(told().map(({ text }) => text)).toEqual([expect.stringContaining('Someone who knows your password is guessing')])
    expect(answers.at(-1)).toBe('CodeMismatchException')
    const [text] = told().map((email) => email.text.replace(/\s+/g, ' '))
    expect(text).toContain(
      "If this continues, we'll stop accepting codes for the day, except on networks you've signed in from before",
    )
  })

  it('cannot be sent in any number: one network can request thirty emails an hour [IDP-13]', async () => {
    const small = await startPool({ limits: {} })
    const ask = async (i: number) => {
      const [Username, PREFERRED_CHALLENGE] = [`target.${i}@example.com`, 'EMAIL_OTP']
      const ways = [
        () => small.call('SignUp', { Username, Password: password }),
        () => small.call('ForgotPassword', { Username }),
        () => small.call('ResendConfirmationCode', { Username }),
        () => small.call('InitiateAuth', { AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME: Username, PREFERRED_CHALLENGE } }),
      ]
      return Promise.all(ways.map(async (way) => (await way()).body.__type))
    }
    const told: string[] = []
    for (let i = 0; i < 7; i++) told.push(...(await ask(i)))
    expect(told.filter(Boolean)).toEqual([])
    expect((await ask(7)).filter((type) => type === 'TooManyRequestsException')).toHaveLength(2)
    expect(new Set(await ask(8))).toEqual(new Set(['TooManyRequestsException']))
    expect(small.emails).toHaveLength(30)
    small.clock.ahead = 3_601_000
    expect((await ask(9)).filter(Boolean)).toEqual([])
    await small.close()
  })
})
