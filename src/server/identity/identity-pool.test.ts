import { Amplify } from 'aws-amplify'
import { fetchAuthSession, signIn } from 'aws-amplify/auth'
import {
  CognitoIdentityClient,
  GetCredentialsForIdentityCommand,
  GetIdCommand,
  NotAuthorizedException,
  ResourceNotFoundException,
} from '@aws-sdk/client-cognito-identity'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { clientId, identityPoolId, password, poolId, poolSettings, register, startPool, type TestPool } from './testing/pool.ts'
import { leave, startPoolForAmplify } from './testing/amplify.ts'

let pool: TestPool
let outside: CognitoIdentityClient
const provider = `localhost/idp/${poolId}`

beforeAll(async () => {
  pool = await startPoolForAmplify({ hasIdentityPool: true })
  outside = new CognitoIdentityClient({ region: 'us-east-1', endpoint: pool.endpoint })
})
afterEach(() => leave(pool))
afterAll(() => pool.close())

const tokensOf = async (USERNAME: string) => {
  const AuthParameters = { USERNAME, PASSWORD: password }
  const { body } = await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })
  return body.AuthenticationResult
}
const idOf = async (Logins: Record<string, string> | undefined, IdentityPoolId = identityPoolId) =>
  (await outside.send(new GetIdCommand({ IdentityPoolId, Logins }))).IdentityId ?? ''
const credentialsOf = (IdentityId: string, Logins: Record<string, string>) =>
  outside.send(new GetCredentialsForIdentityCommand({ IdentityId, Logins }))

describe('The identity pool [IDP-02]', () => {
  it('gives the unmodified Amplify client an identity and credentials for an hour', async () => {
    await register(pool, 'ann@example.com')
    await signIn({ username: 'ann@example.com', password })
    const { identityId, credentials } = await fetchAuthSession()
    expect(identityId).toMatch(/^us-east-1:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(credentials?.accessKeyId).toMatch(/^ASIA[0-9A-F]{16}$/)
    expect(credentials?.secretAccessKey).toHaveLength(40)
    const lasts = (credentials?.expiration?.getTime() ?? 0) - Date.now()
    expect(Math.abs(lasts - 3_600_000)).toBeLessThan(60_000)
    const again = await fetchAuthSession({ forceRefresh: true })
    expect(again.identityId).toBe(identityId)
    expect(again.credentials?.accessKeyId).not.toBe(credentials?.accessKeyId)
  })

  /** The calls to the identity pool from now on. */
  const listen = () => {
    const calls: string[] = []
    const real = globalThis.fetch
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      const [service, name = ''] = (new Headers(init?.headers).get('x-amz-target') ?? '').split('.')
      if (service === 'AWSCognitoIdentityService') calls.push(name)
      return real(input, init)
    })
    onTestFinished(() => spy.mockRestore())
    return calls
  }

  it('is asked for credentials again after 3000000 ms, and not before', async () => {
    await register(pool, 'gro@example.com')
    await signIn({ username: 'gro@example.com', password })
    const start = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    onTestFinished(() => void vi.useRealTimers())
    const keyAt = async (moment: number) => {
      vi.setSystemTime(start + moment)
      return (await fetchAuthSession()).credentials?.accessKeyId
    }
    const calls = listen()
    // At sign-in the client may have fetched some already; these are fetched at a known moment.
    await fetchAuthSession({ forceRefresh: true })
    const first = await keyAt(0)
    const countRequests = () => calls.filter((name) => name === 'GetCredentialsForIdentity').length
    const before = countRequests()
    expect(await keyAt(1)).toBe(first)
    expect(await keyAt(2_999_999)).toBe(first)
    expect(countRequests()).toBe(before)
    expect(await keyAt(3_000_001)).not.toBe(first)
    expect(countRequests()).toBe(before + 1)
  })

  it('is asked for nothing while no user is signed in, or if none is configured', async () => {
    const calls = listen()
    expect(await fetchAuthSession()).toMatchObject({ credentials: undefined, identityId: undefined, tokens: undefined })
    await register(pool, 'hal@example.com')
    const configured = Amplify.getConfig()
    onTestFinished(() => Amplify.configure(configured))
    const userPool = { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint: pool.endpoint }
    Amplify.configure({ Auth: { Cognito: userPool } })
    await signIn({ username: 'hal@example.com', password })
    const session = await fetchAuthSession()
    expect(session.tokens).toBeDefined()
    expect([session.credentials, session.identityId]).toEqual([undefined, undefined])
    expect(calls).toEqual([])
  })

  it("identifies Bea by the same identity, another one than Cleo's and not her user id", async () => {
    for (const email of ['bea@example.com', 'cleo@example.com']) await register(pool, email)
    const [first, second, other] = [
      await tokensOf('bea@example.com'),
      await tokensOf('bea@example.com'),
      await tokensOf('cleo@example.com'),
    ]
    const [one, two, three] = [
      await idOf({ [provider]: first.IdToken }),
      await idOf({ [provider]: second.IdToken }),
      await idOf({ [provider]: other.IdToken }),
    ]
    expect(one).toBe(two)
    expect(one).not.toBe(three)
    expect(one).not.toContain(decodeJwt<{ sub: string }>(first.IdToken).sub)
    await expect(credentialsOf(three, { [provider]: first.IdToken })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: `Access to Identity '${three}' is forbidden.`,
    })
    expect((await credentialsOf(one, { [provider]: first.IdToken })).Credentials?.SessionToken).toBeDefined()
  })

  it("refuses callers without a token, or with another user's token, in the words of the service", async () => {
    await register(pool, 'dora@example.com')
    const { IdToken } = await tokensOf('dora@example.com')
    const unauthenticated = 'Unauthenticated access is not supported for this identity pool.'
    const foreign = 'Token is not from a supported provider of this identity pool.'
    await expect(idOf(undefined)).rejects.toMatchObject({ message: unauthenticated })
    await expect(idOf({})).rejects.toBeInstanceOf(NotAuthorizedException)
    await expect(idOf({ 'accounts.google.com': IdToken })).rejects.toMatchObject({ message: foreign })
    await expect(idOf({ [provider]: IdToken, 'accounts.google.com': 'x' })).rejects.toMatchObject({ message: foreign })
    const elsewhere = idOf({ [provider]: IdToken }, 'us-east-1:00000000-0000-4000-8000-000000000000')
    await expect(elsewhere).rejects.toBeInstanceOf(ResourceNotFoundException)
    await expect(elsewhere).rejects.toMatchObject({
      message: "IdentityPool 'us-east-1:00000000-0000-4000-8000-000000000000' not found.",
    })
  })

  it('refuses a forged or borrowed token', async () => {
    await register(pool, 'elsa@example.com')
    const { IdToken, AccessToken } = await tokensOf('elsa@example.com')
    const IdentityId = await idOf({ [provider]: IdToken })
    const [header = '', payload = '', signature = ''] = IdToken.split('.')
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const claims = decodeJwt(IdToken)
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const own = await new SignJWT(claims).setProtectedHeader({ ...decodeProtectedHeader(IdToken), alg: 'RS256' }).sign(privateKey)
    const forged = [
      AccessToken,
      own,
      `${encode({ alg: 'none' })}.${payload}.`,
      `${header}.${encode({ ...claims, sub: 'b6d1b2c0-0000-4000-8000-000000000000' })}.${signature}`,
      `${header}.${encode({ ...claims, aud: 'other' })}.${signature}`,
      'a.b.c',
      'x',
    ]
    for (const token of forged) {
      await expect(idOf({ [provider]: token })).rejects.toMatchObject({ message: 'Invalid login token.' })
      await expect(credentialsOf(IdentityId, { [provider]: token })).rejects.toBeInstanceOf(NotAuthorizedException)
    }
    pool.clock.ahead = 3_601_000
    await expect(idOf({ [provider]: IdToken })).rejects.toMatchObject({ message: 'Invalid login token. Token expired.' })
  })

  it('ends with the sign-in, and with the account', async () => {
    await register(pool, 'faye@example.com')
    const first = await tokensOf('faye@example.com')
    const Logins = { [provider]: first.IdToken }
    const IdentityId = await idOf(Logins)
    await pool.call('RevokeToken', { Token: first.RefreshToken })
    await expect(idOf(Logins)).rejects.toBeInstanceOf(NotAuthorizedException)
    await expect(credentialsOf(IdentityId, Logins)).rejects.toBeInstanceOf(NotAuthorizedException)
    const second = { [provider]: (await tokensOf('faye@example.com')).IdToken }
    expect(await idOf(second)).toBe(IdentityId)
    await pool.database.asSystem('test: disable without ending sign-ins', (tx) =>
      sql`update pool.account set enabled = false where email_norm = 'faye@example.com'`.execute(tx),
    )
    await expect(idOf(second)).rejects.toBeInstanceOf(NotAuthorizedException)
  })

  it('does not exist unless it is configured, and has no operations of the user pool', async () => {
    const without = await startPool({ pool: { ...poolSettings, identityPoolId: undefined } })
    const client = new CognitoIdentityClient({ region: 'us-east-1', endpoint: without.endpoint })
    await expect(client.send(new GetIdCommand({ IdentityPoolId: identityPoolId }))).rejects.toBeInstanceOf(
      ResourceNotFoundException,
    )
    const ask = new GetCredentialsForIdentityCommand({ IdentityId: 'us-east-1:x' })
    await expect(client.send(ask)).rejects.toBeInstanceOf(ResourceNotFoundException)
    await without.close()
    for (const name of ['SignUp', 'AdminGetUser', 'constructor', 'GetUser']) {
      const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `AWSCognitoIdentityService.${name}` }
      const reply = await pool.app.inject({ method: 'POST', url: '/idp', headers, payload: '{}' })
      expect(reply.json()).toMatchObject({ __type: 'UnknownOperationException' })
    }
  })
})
