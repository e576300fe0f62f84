// Changing how a user signs in needs more than a token that could be stolen: a proof that is not older than five
// minutes.
import { AdminResetUserPasswordCommand } from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createAuthenticator, type Authenticator } from './testing/authenticator.ts'
import { password, poolId, register, startPool, type TestPool } from './testing/pool.ts'

let pool: TestPool
const minute = 60_000

beforeAll(async () => {
  pool = await startPool()
})
afterEach(() => {
  pool.clock.ahead = 0
})
afterAll(() => pool.close())

const signIn = async (email: string, chosen = password) => {
  const AuthParameters = { USERNAME: email, PASSWORD: chosen }
  return (await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })).body.AuthenticationResult
}

interface Options {
  challenge: string
}
const askAs = async (AccessToken: string, operation: string, input: object = {}) =>
  (await pool.call(operation, { AccessToken, ...input })).body as unknown as Record<string, Options> & {
    __type?: string
    Session: string
    Credentials: unknown[]
    Devices: unknown[]
  }

const addPasskey = async (AccessToken: string): Promise<Authenticator> => {
  const authenticator = createAuthenticator()
  const { CredentialCreationOptions } = await askAs(AccessToken, 'StartWebAuthnRegistration')
  const Credential = authenticator.create(CredentialCreationOptions ?? { challenge: '' })
  expect((await askAs(AccessToken, 'CompleteWebAuthnRegistration', { Credential })).__type).toBeUndefined()
  return authenticator
}
const passkeysOf = async (AccessToken: string) => (await askAs(AccessToken, 'ListWebAuthnCredentials')).Credentials.length

const textedCode = () => /^\d{6}/.exec(pool.texts.at(-1)?.text ?? '')?.[0] ?? '000000'
const phone = { Name: 'phone_number', Value: '+4915112345678' }

/** Everything that changes how a user signs in, with what it needs at that moment. */
const changes = (authenticator: Authenticator): [string, object | (() => object)][] => [
  ['StartWebAuthnRegistration', {}],
  ['AssociateSoftwareToken', {}],
  ['SetUserMFAPreference', { EmailMfaSettings: { Enabled: true } }],
  ['SetUserMFAPreference', { EmailMfaSettings: { Enabled: false } }],
  ['DeleteWebAuthnCredential', { CredentialId: authenticator.id }],
  ['UpdateUserAttributes', { UserAttributes: [{ Name: 'given_name', Value: 'Ann' }, phone] }],
  ['VerifyUserAttribute', () => ({ AttributeName: 'phone_number', Code: textedCode() })],
  ['DeleteUserAttributes', { UserAttributeNames: ['family_name', 'phone_number'] }],
]

/** Changes that Ann does not make in the end. */
const others: [string, object][] = [
  ['UpdateDeviceStatus', { DeviceKey: 'any', DeviceRememberedStatus: 'remembered' }],
  ['DeleteUser', {}],
]
const refusedChanges = async (AccessToken: string, authenticator: Authenticator) => {
  const refused: string[] = []
  for (const [operation, input] of changes(authenticator)) {
    const { __type } = await askAs(AccessToken, operation, typeof input === 'function' ? input() : input)
    if (__type !== undefined) refused.push(`${operation} ${__type}`)
  }
  return refused
}
const tooOld = (operation: string) => `${operation} ReauthenticationRequiredException`

describe('A sign-in that is older than five minutes', () => {
  it('cannot change how Ann signs in until she enters her password again [IDP-13]', async () => {
    await register(pool, 'ann@example.com')
    const { AccessToken, RefreshToken } = await signIn('ann@example.com')
    const authenticator = await addPasskey(AccessToken)
    pool.clock.ahead = 5 * minute + 1000
    const all = changes(authenticator).map(([operation]) => tooOld(operation))
    expect(await refusedChanges(AccessToken, authenticator)).toEqual(all)
    for (const [operation, input] of others)
      expect(await askAs(AccessToken, operation, input)).toMatchObject({ __type: 'ReauthenticationRequiredException' })
    const refreshed = await pool.call('GetTokensFromRefreshToken', { RefreshToken })
    const renewed = refreshed.body.AuthenticationResult.AccessToken
    expect(await refusedChanges(renewed, authenticator)).toEqual(all)
    expect((await askAs(renewed, 'Reauthenticate', { Password: 'not her password' })).__type).toBe('NotAuthorizedException')
    expect(await refusedChanges(renewed, authenticator)).toEqual(all)
    expect(await askAs(renewed, 'Reauthenticate', { Password: password })).toEqual({})
    expect(await refusedChanges(renewed, authenticator)).toEqual([])
  })

  it("can still change Hana's name", async () => {
    await register(pool, 'hana@example.com')
    const { AccessToken } = await signIn('hana@example.com')
    pool.clock.ahead = 6 * minute
    const UserAttributes = [{ Name: 'given_name', Value: 'Hana' }]
    expect((await askAs(AccessToken, 'UpdateUserAttributes', { UserAttributes })).__type).toBeUndefined()
    expect((await askAs(AccessToken, 'DeleteUserAttributes', { UserAttributeNames: ['given_name'] })).__type).toBeUndefined()
  })

  it('of another browser stays as old as it is', async () => {
    await register(pool, 'bea@example.com')
    const [here, there] = [await signIn('bea@example.com'), await signIn('bea@example.com')]
    pool.clock.ahead = 6 * minute
    await askAs(here.AccessToken, 'Reauthenticate', { Password: password })
    expect((await askAs(here.AccessToken, 'AssociateSoftwareToken')).__type).toBeUndefined()
    expect((await askAs(there.AccessToken, 'AssociateSoftwareToken')).__type).toBe('ReauthenticationRequiredException')
    pool.clock.ahead = 12 * minute
    expect((await askAs(here.AccessToken, 'AssociateSoftwareToken')).__type).toBe('ReauthenticationRequiredException')
  })

  it('is renewed by a passkey of Cleo, and only by hers', async () => {
    await register(pool, 'cleo@example.com')
    const { AccessToken } = await signIn('cleo@example.com')
    const authenticator = await addPasskey(AccessToken)
    pool.clock.ahead = 6 * minute
    const prove = async (by: Authenticator) => {
      const { CredentialRequestOptions, Session } = await askAs(AccessToken, 'StartReauthentication')
      const Credential = JSON.stringify(by.get(CredentialRequestOptions ?? { challenge: '' }))
      return askAs(AccessToken, 'Reauthenticate', { Credential, Session })
    }
    expect((await prove(createAuthenticator())).__type).toBe('NotAuthorizedException')
    expect((await askAs(AccessToken, 'AssociateSoftwareToken')).__type).toBe('ReauthenticationRequiredException')
    expect(await prove(authenticator)).toEqual({})
    expect((await askAs(AccessToken, 'AssociateSoftwareToken')).__type).toBeUndefined()
  })

  it('does not allow guessing the password: wrong ones wait as when signing in [IDP-13]', async () => {
    await register(pool, 'dora@example.com')
    const { AccessToken } = await signIn('dora@example.com')
    for (let i = 0; i < 5; i += 1) await askAs(AccessToken, 'Reauthenticate', { Password: `guess number ${i}` })
    pool.clock.ahead = -minute
    const { body } = await pool.call('Reauthenticate', { AccessToken, Password: password })
    expect(body.message).toBe('Password attempts exceeded')
  })
})

describe('A new password', () => {
  const withPasskey = async (email: string) => {
    await register(pool, email)
    const { AccessToken } = await signIn(email)
    await addPasskey(AccessToken)
    return AccessToken
  }

  it('chosen by Elsa removes her passkeys, unless she wants to keep them', async () => {
    const AccessToken = await withPasskey('elsa@example.com')
    const chosen = 'quiet river stone'
    const kept = {
      PreviousPassword: password,
      ProposedPassword: chosen,
      ClientMetadata: { keep: 'passkeys-and-devices' },
    }
    expect((await pool.call('ChangePassword', { AccessToken, ...kept })).status).toBe(200)
    expect(await passkeysOf(AccessToken)).toBe(1)
    expect(pool.lastEmailTo('elsa@example.com')?.text).toContain('Your passkeys and remembered devices still work.')
    await pool.call('ChangePassword', { AccessToken, PreviousPassword: chosen, ProposedPassword: password })
    expect(await passkeysOf(AccessToken)).toBe(0)
    expect(pool.lastEmailTo('elsa@example.com')?.text).toContain('Your passkeys and remembered devices were removed.')
  })

  it('chosen with a code from the mailbox of Faye removes them in any case', async () => {
    await withPasskey('faye@example.com')
    await pool.call('ForgotPassword', { Username: 'faye@example.com' })
    const input = { ConfirmationCode: pool.codeFor('faye@example.com'), Password: 'quiet river stone' }
    const metadata = { ClientMetadata: { keep: 'passkeys-and-devices' } }
    await pool.call('ConfirmForgotPassword', { Username: 'faye@example.com', ...input, ...metadata })
    expect(await passkeysOf((await signIn('faye@example.com', 'quiet river stone')).AccessToken)).toBe(0)
  })

  it('that an admin requires of Gina removes them immediately', async () => {
    await withPasskey('gina@example.com')
    const admin = await pool.identity.adminClient()
    await admin.send(new AdminResetUserPasswordCommand({ UserPoolId: poolId, Username: 'gina@example.com' }))
    const input = { ConfirmationCode: pool.codeFor('gina@example.com'), Password: 'quiet river stone' }
    await pool.call('ConfirmForgotPassword', { Username: 'gina@example.com', ...input })
    expect(await passkeysOf((await signIn('gina@example.com', 'quiet river stone')).AccessToken)).toBe(0)
  })
})
