import { randomBytes } from 'node:crypto'
// The product in AWS mode, unchanged. Amazon's servers are replaced by a pool of ours that answers under their names:
// only the network leads elsewhere.
import { createServer, type IncomingMessage } from 'node:http'
import { globalAgent } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listEvents } from '#contract/events/events.ts'
import { termsVersion } from '#contract/signup/terms.ts'
import { getUserByEmail } from '#contract/signup/current-user.ts'
import { changeUserStatus } from '#contract/users/users.ts'
import { inviteUser } from '#server/modules/users/invitations/service.ts'
import { readConfig } from '#server/platform/config.ts'
import { connectTargetsOf, webConfigOf } from '#server/web-config.ts'
import { eventually, startWorld, type World } from '#server/testing/world.ts'
import { createAwsIdentity } from './identity/public.ts'
import { clientId, startPool, type TestPool } from './identity/testing/pool.ts'
import { clearFactors } from './modules/users/sign-in/service.ts'

const userPoolId = 'us-east-1_StandIn01'
const env = { IDENTITY_MODE: 'aws', COGNITO_USER_POOL_ID: userPoolId, COGNITO_CLIENT_ID: clientId }
const amazon = 'https://cognito-idp.us-east-1.amazonaws.com'

const isSigned = ({ headers }: IncomingMessage): boolean =>
  /^AWS4-HMAC-SHA256 Credential=AKIASTANDIN\/\d{8}\/us-east-1\/cognito-idp\/aws4_request/.test(headers.authorization ?? '')

/** Amazon's address: administrators sign their calls there, and all services find the keys that check tokens. */
const serveAsAmazon = async (pool: TestPool) => {
  const { requestHandler } = (await pool.identity.adminClient()).config
  const answer = async (request: IncomingMessage) => {
    if (request.method === 'GET') {
      const { statusCode, headers, body } = await pool.app.inject(`/idp${request.url ?? ''}`)
      return { statusCode, headers, body }
    }
    const target = String(request.headers['x-amz-target'])
    if (!isSigned(request) && /\.(Admin|List)/.test(target)) return { statusCode: 403, headers: {}, body: '{}' }
    const call = { headers: { 'x-amz-target': target }, body: await text(request) }
    return (await requestHandler.handle(call as never)).response
  }
  const server = createServer(async (request, reply) => {
    const { statusCode, headers, body } = await answer(request)
    reply.writeHead(statusCode, headers as Record<string, string>).end(body)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

let pool: TestPool
let world: World
let closeAmazon: () => void

beforeAll(async () => {
  const settings = {
    clientId,
    mfa: 'optional',
    signInLasts: { idle: 86_400_000, atMost: 86_400_000 },
    signUpVerification: 'code',
    passkeys: undefined,
    identityPoolId: undefined,
  } as const
  pool = await startPool({ pool: { ...settings, id: userPoolId, issuer: `${amazon}/${userPoolId}` } })
  const { port, close } = await serveAsAmazon(pool)
  closeAmazon = close
  vi.stubEnv('AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER', `http://127.0.0.1:${port}`)
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIASTANDIN')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'stand-in')
  vi.spyOn(globalAgent, 'createConnection').mockImplementation(() => connect(port, '127.0.0.1'))
  world = await startWorld({ env })
})
afterAll(async () => {
  await world.close()
  closeAmazon()
  await pool.close()
  vi.unstubAllEnvs()
})

const signIn = async (email: string, password: string) => {
  const AuthParameters = { USERNAME: email, PASSWORD: password }
  return (await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })).body
}

const loadCurrentUser = (email: string, token: string) =>
  world.call(getUserByEmail, { query: { email, terms_version: termsVersion } }, { authorization: `Bearer ${token}` })

const signUp = async (email: string, company: string) => {
  const attributes = { email, given_name: 'Ida', family_name: 'Berg', 'custom:companyName': company }
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }))
  await pool.call('SignUp', { Username: email, Password: 'a calm river', UserAttributes })
  await pool.call('ConfirmSignUp', { Username: email, ConfirmationCode: pool.codeFor(email) })
  return (await signIn(email, 'a calm river')).AuthenticationResult.AccessToken
}

describe('The same build with AWS Cognito, by configuration alone [IDP-12]', () => {
  it('tells the page to call Amazon, and serves no pool of its own', async () => {
    const read = readConfig([], {
      ...env,
      COGNITO_FEATURES: 'totp,passkeys',
      COGNITO_IDENTITY_POOL_ID: 'us-east-1:0a1b2c3d-0000-4000-8000-000000000000',
      COGNITO_HOSTED_DOMAIN: 'sign-in.example.com',
    })
    if ('show' in read) throw new Error(read.show)
    expect(webConfigOf(read.config).identity).toEqual({
      userPoolId,
      userPoolClientId: clientId,
      identityPoolId: 'us-east-1:0a1b2c3d-0000-4000-8000-000000000000',
      flow: 'USER_SRP_AUTH',
      signUpVerification: 'code',
      features: ['totp', 'passkeys'],
      mfa: 'optional',
      hosted: { domain: 'sign-in.example.com', signOutUrls: ['http://localhost:8400/'] },
    })
    expect(connectTargetsOf(read.config)).toEqual(
      expect.arrayContaining([amazon, 'https://cognito-identity.us-east-1.amazonaws.com']),
    )
    const own = await fetch(`${world.url}/idp`, { method: 'POST', headers: { 'content-type': 'application/x-amz-json-1.1' } })
    expect(own.status).toBe(404)
  })

  it('opens the account of Ida, whose tokens Amazon signed', async () => {
    const token = await signUp('ida@example.com', 'Berg Cycles')
    const { status, body } = await loadCurrentUser('ida@example.com', token)
    expect([status, body.client.name, body.isOwner]).toEqual([200, 'Berg Cycles', true])
    const events = await world.call(listEvents, { query: {} }, { authorization: `Bearer ${token}` })
    expect(events.status).toBe(200)
  })

  it('accepts no token that Amazon did not sign', async () => {
    const [head, body] = (await signUp('una@example.com', 'Una Works')).split('.')
    const forged = `${head}.${body}.${Buffer.alloc(256, 7).toString('base64url')}`
    expect((await loadCurrentUser('una@example.com', forged)).status).toBe(401)
  })

  it('forgets the devices and turns off the second step of Uma, who lost her phone', async () => {
    const AccessToken = await signUp('uma@example.com', 'Uma Works')
    await loadCurrentUser('uma@example.com', AccessToken)
    await pool.call('SetUserMFAPreference', { AccessToken, EmailMfaSettings: { Enabled: true, PreferredMfa: true } })
    const { Session } = await signIn('uma@example.com', 'a calm river')
    const ChallengeResponses = { USERNAME: 'uma@example.com', EMAIL_OTP_CODE: pool.codeFor('uma@example.com') }
    const { body } = await pool.call('RespondToAuthChallenge', { ChallengeName: 'EMAIL_OTP', Session, ChallengeResponses })
    const tokens = body.AuthenticationResult as typeof body.AuthenticationResult & { NewDeviceMetadata: { DeviceKey: string } }
    const secret = { Salt: randomBytes(16).toString('base64'), PasswordVerifier: randomBytes(300).toString('base64') }
    const device = { DeviceKey: tokens.NewDeviceMetadata.DeviceKey, DeviceSecretVerifierConfig: secret }
    await pool.call('ConfirmDevice', { AccessToken: tokens.AccessToken, ...device })
    const devicesOf = async (token: string) => (await pool.call('ListDevices', { AccessToken: token })).body
    expect(await devicesOf(tokens.AccessToken)).toMatchObject({ Devices: [{ DeviceKey: device.DeviceKey }] })
    const identity = createAwsIdentity({ region: 'us-east-1', userPoolId, clientId })
    await clearFactors(identity, 'uma@example.com')
    const alone = await signIn('uma@example.com', 'a calm river')
    expect(await devicesOf(alone.AuthenticationResult.AccessToken)).toEqual({ Devices: [] })
  })

  it('invites through the signed calls of the SDK, and the invited user becomes active [IDP-09] [GATE-20]', async () => {
    const host = await loadCurrentUser(
      'ida@example.com',
      (await signIn('ida@example.com', 'a calm river')).AuthenticationResult.AccessToken,
    )
    const email = 'ove@example.com'
    const { clientId: hostClientId } = host.body
    await inviteUser(world.database, world.dispatcher, {
      clientId: hostClientId,
      email,
      name: 'Ove',
      lastname: 'Dahl',
      role: 'user',
    })
    const temporary = await eventually(async () => pool.codeFor(email) || undefined)
    const challenge = await signIn(email, temporary)
    const { body } = await pool.call('RespondToAuthChallenge', {
      ChallengeName: challenge.ChallengeName,
      Session: challenge.Session,
      ChallengeResponses: { USERNAME: email, NEW_PASSWORD: 'my own long password' },
    })
    const token = body.AuthenticationResult.AccessToken
    const currentUser = await loadCurrentUser(email, token)
    expect([currentUser.body.status, currentUser.body.clientId]).toEqual(['INVITED', hostClientId])
    const change = { params: { id: currentUser.body.id }, body: { status: 'ACTIVE' as const } }
    expect((await world.call(changeUserStatus, change, { authorization: `Bearer ${token}` })).body.status).toBe('ACTIVE')
  })
})
