import { Amplify } from 'aws-amplify'
import {
  confirmSignIn,
  fetchAuthSession,
  fetchDevices,
  forgetDevice,
  rememberDevice,
  signIn,
  signOut,
  updateMFAPreference,
} from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { AdminResetUserPasswordCommand, AdminSetUserPasswordCommand } from '@aws-sdk/client-cognito-identity-provider'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { cleanPool } from './clean.ts'
import { groupOrder } from './proofs/passwords/srp.ts'
import { clientId, poolId, startPool, type TestPool } from './testing/pool.ts'
import './testing/native-numbers.ts'

let pool: TestPool
const password = 'correct horse'

/** What the browser stores: it survives signing out, as cookies do. */
const kept = new Map<string, string>()
const storage = {
  setItem: async (key: string, value: string) => void kept.set(key, value),
  getItem: async (key: string) => kept.get(key) ?? null,
  removeItem: async (key: string) => void kept.delete(key),
  clear: async () => kept.clear(),
}
const keptAs = (name: string) => [...kept].find(([key]) => key.endsWith(`.${name}`))

beforeAll(async () => {
  pool = await startPool()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  Amplify.configure({ Auth: { Cognito: { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint: pool.endpoint } } })
  cognitoUserPoolsTokenProvider.setKeyValueStorage(storage)
})
afterEach(async () => {
  pool.clock.ahead = 0
  await signOut()
  kept.clear()
})
afterAll(() => pool.close())

const register = async (Username: string) => {
  await pool.call('SignUp', { Username, Password: password })
  await pool.call('ConfirmSignUp', { Username, ConfirmationCode: pool.codeFor(Username) })
}

const secondStep = 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE'
const stepOf = async (username: string, chosen = password) => {
  const { nextStep } = await signIn({ username, password: chosen })
  return nextStep.signInStep
}

/** Signs in with both steps, on a browser that is then known. */
const signInWithBoth = async (username: string, chosen = password) => {
  expect(await stepOf(username, chosen)).toBe(secondStep)
  expect((await confirmSignIn({ challengeResponse: pool.codeFor(username) })).isSignedIn).toBe(true)
}

/** A user with a second step, whose browser is known. */
const withDevice = async (username: string) => {
  await register(username)
  await signIn({ username, password })
  await updateMFAPreference({ email: 'PREFERRED' })
  await signOut()
  await signInWithBoth(username)
}

const accessToken = async () => (await fetchAuthSession()).tokens?.accessToken.toString() ?? ''

interface Metadata {
  DeviceKey: string
  DeviceGroupKey: string
}
interface DeviceList {
  Devices: { DeviceKey: string; DeviceAttributes: { Name: string; Value: string }[] }[]
  PaginationToken?: string
}

const byPassword = async (USERNAME: string, more: object = {}) => {
  const AuthParameters = { USERNAME, PASSWORD: password, ...more }
  return (await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })).body
}
const answerCode = async (USERNAME: string, Session: string) => {
  const ChallengeResponses = { USERNAME, EMAIL_OTP_CODE: pool.codeFor(USERNAME) }
  const { body } = await pool.call('RespondToAuthChallenge', { ChallengeName: 'EMAIL_OTP', ChallengeResponses, Session })
  return body.AuthenticationResult as typeof body.AuthenticationResult & { NewDeviceMetadata?: Metadata }
}
/** By hand, with a second step that is already on: the tokens and the device key that the browser is offered. */
const offered = async (email: string) => {
  const { AccessToken, NewDeviceMetadata } = await answerCode(email, (await byPassword(email)).Session)
  return { AccessToken, DeviceKey: NewDeviceMetadata?.DeviceKey ?? '' }
}
const turnOnSecondStep = async (email: string) => {
  const { AccessToken } = (await byPassword(email)).AuthenticationResult
  await pool.call('SetUserMFAPreference', { AccessToken, EmailMfaSettings: { Enabled: true, PreferredMfa: true } })
}

const secret = { Salt: randomBytes(16).toString('base64'), PasswordVerifier: randomBytes(300).toString('base64') }
const confirm = (AccessToken: string, DeviceKey: string, DeviceSecretVerifierConfig: object = secret) =>
  pool.call('ConfirmDevice', { AccessToken, DeviceKey, DeviceName: 'A browser', DeviceSecretVerifierConfig })
const remember = (AccessToken: string, DeviceKey: string, DeviceRememberedStatus = 'remembered') =>
  pool.call('UpdateDeviceStatus', { AccessToken, DeviceKey, DeviceRememberedStatus })
const list = async (AccessToken: string, more: object = {}) =>
  (await pool.call('ListDevices', { AccessToken, ...more })).body as unknown as DeviceList

const gone = { __type: 'ResourceNotFoundException', message: 'Device does not exist.' }
const refused = { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' }

describe('A remembered browser, with the unmodified Amplify client', () => {
  it("skips Ann's second step once she wants that, and stores what it needs for that [IDP-08, IDP-01]", async () => {
    const username = 'ann@example.com'
    await withDevice(username)
    const keys = ['deviceKey', 'deviceGroupKey', 'randomPasswordKey']
    expect(keys.map((name) => keptAs(name)?.[1])).toEqual([
      expect.stringMatching(/^us-east-1_[0-9a-f-]{36}$/),
      expect.stringMatching(/^-\S{8}$/),
      expect.any(String),
    ])
    await signOut()
    await signInWithBoth(username)
    await rememberDevice()
    await signOut()
    expect(keptAs('deviceKey')).toBeDefined()

    expect(await stepOf(username)).toBe('DONE')
    const { tokens } = await fetchAuthSession()
    expect(tokens?.accessToken.payload['device_key']).toBe(keptAs('deviceKey')?.[1])
    const refreshed = await fetchAuthSession({ forceRefresh: true })
    expect(refreshed.tokens?.accessToken.payload['device_key']).toBe(keptAs('deviceKey')?.[1])
    expect(await fetchDevices()).toMatchObject([
      { id: keptAs('deviceKey')?.[1], name: expect.any(String), createDate: expect.any(Date) },
    ])
  })

  it('lets Nora sign in from a new location, while strangers guess at her second step [IDP-13]', async () => {
    const email = 'nora@example.com'
    await withDevice(email)
    await rememberDevice()
    await signOut()
    for (let round = 0; round < 23; round += 1) {
      pool.clock.ahead = round * 60 * 60_000
      const from = `203.0.113.${round}`
      const AuthParameters = { USERNAME: email, PASSWORD: password }
      const { body } = await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }, from)
      const ChallengeResponses = { USERNAME: email, EMAIL_OTP_CODE: '12345x' }
      const guess = { ChallengeName: 'EMAIL_OTP', Session: body.Session, ChallengeResponses }
      const { __type } = (await pool.call('RespondToAuthChallenge', guess, from)).body
      expect(__type).toBe(round < 20 ? 'CodeMismatchException' : 'LimitExceededException')
    }
    pool.clock.ahead = 0
    await pool.database.asSystem('test: she is elsewhere', (tx) => sql`delete from pool.known_location`.execute(tx))
    expect(await stepOf(email)).toBe('DONE')
  })

  it('skips nothing once it is forgotten or no longer remembered', async () => {
    const username = 'bea@example.com'
    await withDevice(username)
    await rememberDevice()
    await remember(await accessToken(), keptAs('deviceKey')?.[1] ?? '', 'not_remembered')
    await signOut()
    await signInWithBoth(username)
    await rememberDevice()
    await forgetDevice()
    expect(await fetchDevices()).toEqual([])
    await signOut()
    expect(await stepOf(username)).toBe(secondStep)
  })

  it('that was deleted is cleared, and the same step repeated once without it [GATE-21]', async () => {
    const username = 'cleo@example.com'
    await withDevice(username)
    await rememberDevice()
    await signOut()
    await pool.database.asSystem('test: lose the devices', (tx) => sql`delete from pool.device`.execute(tx))
    const calls = vi.spyOn(globalThis, 'fetch')
    expect(await stepOf(username)).toBe(secondStep)
    const proofs = calls.mock.calls.map(([, init]) => String(init?.body)).filter((body) => body.includes('PASSWORD_VERIFIER'))
    calls.mockRestore()
    expect(proofs.map((body) => body.includes('DEVICE_KEY'))).toEqual([true, false])
    expect(keptAs('deviceKey')).toBeUndefined()
    expect((await confirmSignIn({ challengeResponse: pool.codeFor(username) })).isSignedIn).toBe(true)
    expect(keptAs('deviceKey')).toBeDefined()
  })

  it('that lost its secret is refused once, and then needs the second step like a new one', async () => {
    const username = 'dora@example.com'
    await withDevice(username)
    await rememberDevice()
    await signOut()
    const [key = ''] = keptAs('randomPasswordKey') ?? []
    kept.set(key, 'somebody guessed')
    await expect(signIn({ username, password })).rejects.toMatchObject({ message: refused.message })
    await signInWithBoth(username)
  })

  it('is no longer remembered after a new password, no matter who chose it', async () => {
    const username = 'elsa@example.com'
    const user = { UserPoolId: poolId, Username: username }
    const admin = await pool.identity.adminClient()
    await withDevice(username)
    const changes = [
      async () => {
        const { AccessToken } = await answerCode(username, (await byPassword(username)).Session)
        await pool.call('ChangePassword', { AccessToken, PreviousPassword: password, ProposedPassword: password })
      },
      () => admin.send(new AdminSetUserPasswordCommand({ ...user, Password: password, Permanent: true })),
      async () => {
        await admin.send(new AdminResetUserPasswordCommand(user))
        const ConfirmationCode = pool.codeFor(username)
        await pool.call('ConfirmForgotPassword', { Username: username, ConfirmationCode, Password: password })
      },
    ]
    for (const change of changes) {
      await rememberDevice()
      await signOut()
      await change()
      expect(await stepOf(username)).toBe(secondStep)
      await confirmSignIn({ challengeResponse: pool.codeFor(username) })
    }
  })
})

describe('A browser that is offered a device key', () => {
  it('gets no other one if it sends its key only at the second step', async () => {
    const username = 'olga@example.com'
    await register(username)
    await turnOnSecondStep(username)
    const options = { authFlowType: 'USER_AUTH', preferredChallenge: 'PASSWORD' } as const
    for (let i = 0; i < 2; i++) {
      await signOut()
      await signIn({ username, password, options })
      await confirmSignIn({ challengeResponse: pool.codeFor(username) })
      expect(await fetchDevices()).toMatchObject([{ id: keptAs('deviceKey')?.[1] }])
    }
  })

  it('belongs to a user with a second step, and gets one only once', async () => {
    await register('faye@example.com')
    expect((await byPassword('faye@example.com')).AuthenticationResult).not.toHaveProperty('NewDeviceMetadata')
    await turnOnSecondStep('faye@example.com')
    const { AccessToken, DeviceKey } = await offered('faye@example.com')
    expect(await confirm(AccessToken, DeviceKey)).toMatchObject({ status: 200, body: { UserConfirmationNecessary: true } })
    const again = await byPassword('faye@example.com', { DEVICE_KEY: DeviceKey })
    expect(await answerCode('faye@example.com', again.Session)).not.toHaveProperty('NewDeviceMetadata')
  })

  it('confirms it once, with plausible numbers', async () => {
    await register('gus@example.com')
    await turnOnSecondStep('gus@example.com')
    const { AccessToken, DeviceKey } = await offered('gus@example.com')
    expect((await remember(AccessToken, DeviceKey)).body).toEqual(gone)
    const base64 = (number: bigint) => Buffer.from(number.toString(16).padStart(770, '0'), 'hex').toString('base64')
    const numbers = ['', '!', base64(0n), base64(1n), base64(groupOrder - 1n), base64(groupOrder), 'A'.repeat(600)]
    for (const PasswordVerifier of numbers) {
      const { status, body } = await confirm(AccessToken, DeviceKey, { ...secret, PasswordVerifier })
      expect([PasswordVerifier, status, body.__type]).toEqual([PasswordVerifier, 400, 'InvalidParameterException'])
    }
    expect((await confirm(AccessToken, DeviceKey, { ...secret, Salt: '' })).status).toBe(400)
    expect((await list(AccessToken)).Devices).toEqual([])
    expect((await confirm(AccessToken, DeviceKey)).status).toBe(200)
    expect((await confirm(AccessToken, DeviceKey)).body.__type).toBe('InvalidParameterException')
    expect((await confirm(AccessToken, 'us-east-1_made-up')).body).toEqual(gone)
    const { rows } = await pool.database.asSystem('test: read the device', (tx) =>
      sql`select to_jsonb(d) as kept from pool.device d where device_key = ${DeviceKey}`.execute(tx),
    )
    expect(rows).toMatchObject([{ kept: { name: 'A browser', verifier_sealed: expect.stringMatching(/^s1\./) } }])
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret.PasswordVerifier, 'base64').toString('hex').slice(2))
  })

  it('is listed page by page once confirmed, up to fifty of them: the least recently used one is deleted', async () => {
    const email = 'hana@example.com'
    await register(email)
    await turnOnSecondStep(email)
    const { AccessToken, DeviceKey } = await offered(email)
    await confirm(AccessToken, DeviceKey)
    await pool.database.asSystem('test: many devices', (tx) =>
      sql`insert into pool.device (device_key, sub, group_key, salt, verifier_sealed, created_at, updated_at, last_used_at)
        select 'd' || n, d.sub, '-x', '00', 'sealed', at, at, at
        from pool.device d, generate_series(1, 49) n, lateral (select d.created_at - n * interval '1 minute' as at) times
        where device_key = ${DeviceKey}`.execute(tx),
    )
    const seen: string[] = []
    let PaginationToken: string | undefined
    do {
      const page = await list(AccessToken, { Limit: 20, PaginationToken })
      seen.push(...page.Devices.map((device) => device.DeviceKey))
      PaginationToken = page.PaginationToken
    } while (PaginationToken !== undefined)
    expect([seen.length, new Set(seen).size, seen.at(-1)]).toEqual([50, 50, DeviceKey])
    expect(await list(AccessToken, { PaginationToken: 'x' })).toMatchObject({ __type: 'InvalidParameterException' })
    pool.clock.ahead = 60_000
    await offered(email)
    expect((await list(AccessToken)).Devices.map((device) => device.DeviceKey)).toEqual(seen.filter((key) => key !== 'd49'))
  })

  it('is deleted after a day, unless it was confirmed', async () => {
    const email = 'ida@example.com'
    await register(email)
    await turnOnSecondStep(email)
    const [taken, left] = [await offered(email), await offered(email)]
    await confirm(taken.AccessToken, taken.DeviceKey)
    const later = (hours: number) => ({ now: () => new Date(Date.now() + hours * 3_600_000) })
    const count = async () => {
      const { rows } = await pool.database.asSystem('test: count', (tx) =>
        sql`select device_key as key from pool.device where device_key in (${taken.DeviceKey}, ${left.DeviceKey})`.execute(tx),
      )
      return rows
    }
    await cleanPool(pool.database, later(23))
    expect(await count()).toHaveLength(2)
    await cleanPool(pool.database, later(25))
    expect(await count()).toEqual([{ key: taken.DeviceKey }])
  })
})

describe('A device that pretends to be another', () => {
  it('is not found except by its user [IDP-13]', async () => {
    for (const email of ['jan@example.com', 'kim@example.com']) {
      await register(email)
      await turnOnSecondStep(email)
    }
    const [his, hers] = [await offered('jan@example.com'), await offered('kim@example.com')]
    await confirm(his.AccessToken, his.DeviceKey)
    await remember(his.AccessToken, his.DeviceKey)
    const asHers = { AccessToken: hers.AccessToken, DeviceKey: his.DeviceKey }
    for (const operation of ['GetDevice', 'ForgetDevice']) expect((await pool.call(operation, asHers)).body).toEqual(gone)
    expect((await remember(hers.AccessToken, his.DeviceKey)).body).toEqual(gone)
    expect((await confirm(hers.AccessToken, his.DeviceKey)).body).toEqual(gone)
    expect(await byPassword('kim@example.com', { DEVICE_KEY: his.DeviceKey })).toEqual(gone)
    const wrong = { DEVICE_KEY: his.DeviceKey, PASSWORD: 'not hers' }
    for (const name of ['kim@example.com', 'nobody@example.com']) expect(await byPassword(name, wrong)).toEqual(refused)
    expect((await pool.call('GetDevice', his)).body).toMatchObject({ Device: { DeviceKey: his.DeviceKey } })
  })

  it('is proven within one sign-in, for one user, once, and correctly', async () => {
    for (const email of ['leo@example.com', 'mia@example.com']) {
      await register(email)
      await turnOnSecondStep(email)
    }
    const { AccessToken, DeviceKey } = await offered('leo@example.com')
    await confirm(AccessToken, DeviceKey)
    await remember(AccessToken, DeviceKey)
    const challenge = await byPassword('leo@example.com', { DEVICE_KEY: DeviceKey })
    expect(challenge).toMatchObject({ ChallengeName: 'DEVICE_SRP_AUTH', ChallengeParameters: {} })
    const respond = async (ChallengeName: string, ChallengeResponses: object, Session?: string) =>
      (await pool.call('RespondToAuthChallenge', { ChallengeName, ChallengeResponses, Session })).body
    const srp = { USERNAME: 'leo@example.com', SRP_A: 'abc123', DEVICE_KEY: DeviceKey }
    const invalid = 'Invalid session for the user.'
    expect((await respond('DEVICE_SRP_AUTH', { ...srp, USERNAME: 'mia@example.com' }, challenge.Session)).message).toBe(invalid)
    expect((await respond('DEVICE_SRP_AUTH', srp, 'A'.repeat(128))).message).toBe(invalid)
    expect(await respond('DEVICE_SRP_AUTH', { ...srp, DEVICE_KEY: 'us-east-1_other' }, challenge.Session)).toEqual(gone)
    expect((await respond('DEVICE_SRP_AUTH', { ...srp, SRP_A: '0' }, challenge.Session)).__type).toBe('InvalidParameterException')
    const { ChallengeParameters } = await respond('DEVICE_SRP_AUTH', srp, challenge.Session)
    expect((await respond('DEVICE_SRP_AUTH', srp, challenge.Session)).message).toBe(invalid)
    const claim = {
      USERNAME: 'leo@example.com',
      PASSWORD_CLAIM_SECRET_BLOCK: ChallengeParameters['SECRET_BLOCK'],
      TIMESTAMP: 'Sun Nov 5 07:08:09 UTC 2023',
      PASSWORD_CLAIM_SIGNATURE: randomBytes(32).toString('base64'),
      DEVICE_KEY: DeviceKey,
    }
    expect((await respond('PASSWORD_VERIFIER', claim)).message).toBe(invalid)
    expect(await respond('DEVICE_PASSWORD_VERIFIER', claim)).toEqual(refused)
    expect((await respond('DEVICE_PASSWORD_VERIFIER', claim)).message).toBe(invalid)
    expect(await byPassword('leo@example.com', { DEVICE_KEY: DeviceKey })).toEqual(gone)
  })

  it('is signed out when it is forgotten elsewhere, and nothing else is [IDP-08]', async () => {
    const email = 'pia@example.com'
    await withDevice(email)
    await rememberDevice()
    await signOut()
    await signIn({ username: email, password })
    const [stolen, RefreshToken, DeviceKey] = [await accessToken(), keptAs('refreshToken')?.[1], keptAs('deviceKey')?.[1]]
    const { AccessToken } = await offered(email)
    expect((await pool.call('ForgetDevice', { AccessToken, DeviceKey })).status).toBe(200)
    expect((await pool.call('GetTokensFromRefreshToken', { RefreshToken })).body.message).toBe('Refresh Token has been revoked')
    expect((await pool.call('GetUser', { AccessToken: stolen })).body.message).toBe('Access Token has been revoked')
    expect((await pool.call('GetUser', { AccessToken })).status).toBe(200)
  })

  it('cannot refresh the sign-in of another device', async () => {
    await withDevice('nina@example.com')
    await rememberDevice()
    await signOut()
    await signIn({ username: 'nina@example.com', password })
    const [RefreshToken, DeviceKey] = [keptAs('refreshToken')?.[1], keptAs('deviceKey')?.[1]]
    const refresh = async (more: object) => (await pool.call('GetTokensFromRefreshToken', { RefreshToken, ...more })).status
    expect([await refresh({ DeviceKey }), await refresh({}), await refresh({ DeviceKey: 'other' })]).toEqual([200, 200, 400])
  })
})
