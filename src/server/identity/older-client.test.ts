// The client that Amazon offered before Amplify, which many applications still use, unmodified with this pool.
import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserAttribute,
  CognitoUserPool,
  type CognitoUserSession,
} from 'amazon-cognito-identity-js'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { clientId, password, poolId, startPool, type TestPool } from './testing/pool.ts'

let pool: TestPool

/** What the browser stores. */
const kept = new Map<string, string>()
const Storage = {
  setItem: (key: string, value: string) => void kept.set(key, value),
  getItem: (key: string) => kept.get(key) ?? null,
  removeItem: (key: string) => void kept.delete(key),
  clear: () => kept.clear(),
}

beforeAll(async () => {
  pool = await startPool()
})
afterEach(() => {
  pool.clock.ahead = 0
  kept.clear()
})
afterAll(() => pool.close())

type Callback<T> = (error: Error | null | undefined, result?: T) => void

const asked = <T>(ask: (callback: Callback<T>) => void) =>
  new Promise<T>((resolve, reject) => {
    ask((error, result) => (error ? reject(error) : resolve(result as T)))
  })

const theirPool = () => new CognitoUserPool({ UserPoolId: poolId, ClientId: clientId, endpoint: pool.endpoint, Storage })
const userNamed = (Username: string) => new CognitoUser({ Username, Pool: theirPool(), Storage })

const register = async (email: string) => {
  const attributes = [new CognitoUserAttribute({ Name: 'email', Value: email })]
  const { userConfirmed } = await asked<{ userConfirmed: boolean }>((done) =>
    theirPool().signUp(email, password, attributes, [], done),
  )
  expect(userConfirmed).toBe(false)
  const user = userNamed(email)
  await asked((done) => user.confirmRegistration(pool.codeFor(email), true, done))
  return user
}

interface SignedIn {
  session: CognitoUserSession
  /** Whether the second step was asked for. */
  tookSecondStep: boolean
}

const signIn = (user: CognitoUser, Password = password, code = () => '') =>
  new Promise<SignedIn>((resolve, reject) => {
    let tookSecondStep = false
    const callbacks = {
      onSuccess: (session: CognitoUserSession) => resolve({ session, tookSecondStep }),
      onFailure: reject,
      totpRequired: () => {
        tookSecondStep = true
        user.sendMFACode(code(), callbacks, 'SOFTWARE_TOKEN_MFA')
      },
    }
    user.authenticateUser(new AuthenticationDetails({ Username: user.getUsername(), Password }), callbacks)
  })

describe('With amazon-cognito-identity-js', () => {
  it('Ann signs up, confirms, signs in and out, and is remembered in between [IDP-12]', async () => {
    const ann = await register('ann@example.com')
    const { session } = await signIn(ann)
    expect(session.getIdToken().payload['email']).toBe('ann@example.com')
    const again = theirPool().getCurrentUser()
    const kept = await asked<CognitoUserSession>((done) => again?.getSession(done))
    expect(kept.isValid()).toBe(true)
    const attributes = await asked<CognitoUserAttribute[] | undefined>((done) => again?.getUserAttributes(done))
    expect(attributes?.map((attribute) => attribute.getName())).toContain('email')
    await asked((done) => again?.globalSignOut({ onSuccess: () => done(null), onFailure: done }))
    expect(theirPool().getCurrentUser()).toBeNull()
    await expect(signIn(userNamed('ann@example.com'), 'not her password')).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    })
  })

  it('Bea stays signed in for longer than one token lasts, with a new refresh token each time [IDP-08]', async () => {
    const bea = await register('bea@example.com')
    let { session } = await signIn(bea)
    for (let i = 0; i < 2; i += 1) {
      const token = session.getRefreshToken()
      session = await asked<CognitoUserSession>((done) => bea.refreshSession(token, done))
      expect(session.getRefreshToken().getToken()).not.toBe(token.getToken())
      pool.clock.ahead += 61_000
    }
  })

  it('Cleo needs her second step once on a browser that is remembered [IDP-03]', async () => {
    const email = 'cleo@example.com'
    const cleo = await register(email)
    await signIn(cleo)
    const secret = await asked<string>((done) =>
      cleo.associateSoftwareToken({ associateSecretCode: (code) => done(null, code), onFailure: done }),
    )
    const code = () => new TOTP({ secret }).generate({ timestamp: pool.clock.now().getTime() })
    await asked((done) =>
      cleo.verifySoftwareToken(code(), 'phone', { onSuccess: (session) => done(null, session), onFailure: done }),
    )
    await asked((done) => cleo.setUserMfaPreference(null, { PreferredMfa: true, Enabled: true }, done))
    pool.clock.ahead = 60_000
    expect((await signIn(userNamed(email), password, code)).tookSecondStep).toBe(true)
    const known = theirPool().getCurrentUser()
    await asked((done) => known?.getSession(done))
    await asked((done) => {
      known?.getCachedDeviceKeyAndPassword()
      known?.setDeviceStatusRemembered({ onSuccess: (success) => done(null, success), onFailure: done })
    })
    pool.clock.ahead = 120_000
    expect((await signIn(userNamed(email), password, code)).tookSecondStep).toBe(false)
  })

  it('Dora, who forgot her password, chooses another one', async () => {
    const dora = await register('dora@example.com')
    await asked((done) => dora.forgotPassword({ onSuccess: (data: unknown) => done(null, data), onFailure: done }))
    const chosen = 'quiet river stone'
    await asked((done) =>
      dora.confirmPassword(pool.codeFor('dora@example.com'), chosen, { onSuccess: () => done(null), onFailure: done }),
    )
    expect((await signIn(dora, chosen)).session.isValid()).toBe(true)
  })
})

describe('A member that is null', () => {
  it('is treated as absent in every operation, at any depth [IDP-12]', async () => {
    await register('elsa@example.com')
    const AuthParameters = { USERNAME: 'elsa@example.com', PASSWORD: password, DEVICE_KEY: null }
    const { body } = await pool.call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters,
      Session: null,
      ClientMetadata: null,
    })
    const { AccessToken, RefreshToken } = body.AuthenticationResult
    expect((await pool.call('GetTokensFromRefreshToken', { RefreshToken, DeviceKey: null })).status).toBe(200)
    expect((await pool.call('ListDevices', { AccessToken, Limit: null, PaginationToken: null })).status).toBe(200)
    const UserAttributes = [{ Name: 'family_name', Value: null }]
    expect((await pool.call('UpdateUserAttributes', { AccessToken, UserAttributes })).status).toBe(200)
    const needed = await pool.call('ConfirmSignUp', { Username: null, ConfirmationCode: '123456' })
    expect(needed.body.__type).toBe('InvalidParameterException')
  })
})
