import {
  AdminSetUserMFAPreferenceCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { clientId, poolId, startPool, type TestPool } from './testing/pool.ts'

let pool: TestPool
let client: CognitoIdentityProviderClient
let admin: CognitoIdentityProviderClient
const password = 'correct horse'
const UserPoolId = poolId

beforeAll(async () => {
  pool = await startPool()
  pool.clock.stop()
  admin = await pool.identity.adminClient()
  client = new CognitoIdentityProviderClient({
    region: 'us-east-1',
    endpoint: pool.endpoint,
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    maxAttempts: 1,
  })
})
afterEach(() => {
  pool.clock.ahead = 0
})
afterAll(async () => {
  client.destroy()
  await pool.close()
})

const register = async (Username: string) => {
  await pool.call('SignUp', { Username, Password: password })
  await pool.call('ConfirmSignUp', { Username, ConfirmationCode: pool.codeFor(Username) })
}

const prefer = (Username: string, methods: object) =>
  admin.send(new AdminSetUserMFAPreferenceCommand({ UserPoolId, Username, ...methods }))

const setAttributes = (Username: string, attributes: Record<string, string>) => {
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }))
  return admin.send(new AdminUpdateUserAttributesCommand({ UserPoolId, Username, UserAttributes }))
}

const ask = async (USERNAME: string, PREFERRED_CHALLENGE = 'EMAIL_OTP') => {
  const AuthParameters = { USERNAME, PREFERRED_CHALLENGE }
  return (await pool.call('InitiateAuth', { AuthFlow: 'USER_AUTH', AuthParameters })).body
}

const answer = async (USERNAME: string, Session: string, EMAIL_OTP_CODE: string) => {
  const ChallengeResponses = { USERNAME, EMAIL_OTP_CODE }
  return (await pool.call('RespondToAuthChallenge', { ChallengeName: 'EMAIL_OTP', Session, ChallengeResponses })).body
}

const otherThan = (code: string) => (code === '00000000' ? '00000001' : '00000000')
const emailsTo = (email: string) => pool.emails.filter(({ to }) => to === email).length
const phone = '+4915112345678'

describe('A code instead of the password', () => {
  it('signs Ann in with eight digits by email, through the unmodified SDK [IDP-01, IDP-12]', async () => {
    const USERNAME = 'ann@example.com'
    await register(USERNAME)
    const AuthParameters = { USERNAME, PREFERRED_CHALLENGE: 'EMAIL_OTP' }
    const asked = await client.send(new InitiateAuthCommand({ ClientId: clientId, AuthFlow: 'USER_AUTH', AuthParameters }))
    expect(asked).toMatchObject({
      ChallengeName: 'EMAIL_OTP',
      ChallengeParameters: { CODE_DELIVERY_DELIVERY_MEDIUM: 'EMAIL', CODE_DELIVERY_DESTINATION: 'a***@e***' },
    })
    const code = pool.codeFor(USERNAME)
    expect(code).toMatch(/^\d{8}$/)
    const respond = (EMAIL_OTP_CODE: string) =>
      client.send(
        new RespondToAuthChallengeCommand({
          ClientId: clientId,
          ChallengeName: 'EMAIL_OTP',
          Session: asked.Session,
          ChallengeResponses: { USERNAME, EMAIL_OTP_CODE },
        }),
      )
    await expect(respond(otherThan(code))).rejects.toMatchObject({ name: 'CodeMismatchException' })
    expect((await respond(code)).AuthenticationResult?.AccessToken).toBeDefined()
    await expect(respond(code)).rejects.toMatchObject({ message: 'Invalid session for the user.' })
  })

  it('signs Bea in by text message if her number is confirmed', async () => {
    const USERNAME = 'bea@example.com'
    await register(USERNAME)
    await setAttributes(USERNAME, { phone_number: phone })
    expect((await ask(USERNAME, 'SMS_OTP')).ChallengeName).toBe('SMS_OTP')
    expect(pool.texts).toEqual([])
    await setAttributes(USERNAME, { phone_number_verified: 'true' })
    const { Session, ChallengeParameters } = await ask(USERNAME, 'SMS_OTP')
    expect(ChallengeParameters['CODE_DELIVERY_DESTINATION']).toBe('+*******5678')
    const SMS_OTP_CODE = /^\d{8}/.exec(pool.texts.at(-1)?.text ?? '')?.[0]
    const { body } = await pool.call('RespondToAuthChallenge', {
      ChallengeName: 'SMS_OTP',
      Session,
      ChallengeResponses: { USERNAME, SMS_OTP_CODE },
    })
    expect(body).toHaveProperty('AuthenticationResult')
  })

  it('is answered alike for Cleo, for a stranger, and for users who get none [IDP-13]', async () => {
    const [cleo, dora, nobody] = ['cleo@example.com', 'codora@example.com', 'cnobody@example.com']
    for (const name of [cleo, dora]) await register(name)
    await setAttributes(dora, { email_verified: 'false' })
    const before = emailsTo(dora)
    const tell = async (name: string) => {
      const byText = await ask(name, 'SMS_OTP')
      const shown = byText.ChallengeParameters['CODE_DELIVERY_DESTINATION'] ?? ''
      const seen: unknown[] = [byText.ChallengeName, shown.replace(/\d{4}$/, '')]
      for (let round = 0; round < 7; round++) {
        const { Session, ...asked } = await ask(name)
        seen.push(asked, typeof Session, Session?.length)
        const guesses = round === 0 ? 7 : 0
        for (let i = 0; i < guesses; i++) seen.push(await answer(name, Session, '1234567x'))
      }
      return seen
    }
    const known = await tell(cleo)
    expect(await tell(nobody)).toEqual(known)
    expect(await tell(dora)).toEqual(known)
    expect(JSON.stringify(known)).toContain('LimitExceededException')
    expect(emailsTo(cleo)).toBe(5)
    expect(emailsTo(dora)).toBe(before)
    expect(emailsTo(nobody)).toBe(0)
  })

  it('cannot be right if none was sent', async () => {
    const name = 'enobody@example.com'
    const { Session } = await ask(name)
    expect((await answer(name, Session, '00000000')).__type).toBe('CodeMismatchException')
    expect((await answer(name, Session, '')).__type).toBe('InvalidParameterException')
  })

  it('is not both steps: Elsa, whose second step is her mailbox, needs her password', async () => {
    const email = 'elsa@example.com'
    await register(email)
    await prefer(email, { EmailMfaSettings: { Enabled: true } })
    const { ChallengeName, Session } = await ask(email)
    expect(ChallengeName).toBe('EMAIL_OTP')
    expect(pool.lastEmailTo(email)?.subject).toBe('Sign in with your password')
    expect(pool.codeFor(email)).toBe('')
    expect((await answer(email, Session, '00000000')).__type).toBe('CodeMismatchException')
    await setAttributes(email, { phone_number: phone, phone_number_verified: 'true' })
    await prefer(email, { SMSMfaSettings: { Enabled: true }, EmailMfaSettings: { Enabled: true, PreferredMfa: true } })
    const again = await ask(email)
    const next = await answer(email, again.Session, pool.codeFor(email))
    expect(next.ChallengeName).toBe('SMS_MFA')
    await prefer(email, { SMSMfaSettings: { Enabled: false } })
  })

  it('requested and guessed by strangers, does not lock the second step of Faye [IDP-13]', async () => {
    const email = 'faye@example.com'
    await register(email)
    await prefer(email, { EmailMfaSettings: { Enabled: true } })
    const AuthParameters = { USERNAME: email, PASSWORD: password }
    const start = async () => (await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })).body
    const own = await start()
    const code = pool.codeFor(email)
    const { Session } = await ask(email)
    for (let i = 0; i < 5; i++) expect((await answer(email, Session, '00000000')).__type).toBe('CodeMismatchException')
    expect(await answer(email, own.Session, code)).toHaveProperty('AuthenticationResult')
    for (let i = 0; i < 5; i++) await ask(email)
    expect((await ask(email)).__type).toBe('LimitExceededException')
    pool.clock.ahead = 2000
    const again = await start()
    expect(await answer(email, again.Session, pool.codeFor(email))).toHaveProperty('AuthenticationResult')
  })

  it('is never logged [IDP-13]', async () => {
    const email = 'gus@example.com'
    await register(email)
    const { Session } = await ask(email)
    const code = pool.codeFor(email)
    await answer(email, Session, otherThan(code))
    expect(await answer(email, Session, code)).toHaveProperty('AuthenticationResult')
    const logged = pool.logged.join('\n')
    for (const told of [code, Session]) expect(logged).not.toContain(told)
  })

  it('comes too late after three minutes', async () => {
    const email = 'hana@example.com'
    await register(email)
    const { Session } = await ask(email)
    pool.clock.ahead = 181_000
    expect((await answer(email, Session, pool.codeFor(email))).message).toBe('Invalid session for the user, session is expired.')
  })
})
