import { Amplify } from 'aws-amplify'
import {
  associateWebAuthnCredential,
  confirmSignIn,
  deleteWebAuthnCredential,
  getCurrentUser,
  listWebAuthnCredentials,
  signIn,
  signOut,
} from 'aws-amplify/auth'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createAuthenticator, type Authenticator } from './testing/authenticator.ts'
import { clientId, poolId, poolSettings, startPool, type TestPool } from './testing/pool.ts'
import './testing/native-numbers.ts'

let pool: TestPool
const password = 'correct horse'

beforeAll(async () => {
  pool = await startPool()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  Amplify.configure({ Auth: { Cognito: { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint: pool.endpoint } } })
})
afterEach(() => {
  pool.clock.ahead = 0
})
afterAll(() => pool.close())

const register = async (Username: string) => {
  await pool.call('SignUp', { Username, Password: password })
  await pool.call('ConfirmSignUp', { Username, ConfirmationCode: pool.codeFor(Username) })
}
const tokenOf = async (USERNAME: string) => {
  const AuthParameters = { USERNAME, PASSWORD: password }
  const { body } = await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })
  return body.AuthenticationResult.AccessToken
}

interface Options {
  challenge: string
  user: { id: string; name: string; displayName: string }
  excludeCredentials: { id: string }[]
}

const start = async (AccessToken: string): Promise<Options> => {
  const { body } = await pool.call('StartWebAuthnRegistration', { AccessToken })
  return (body as unknown as { CredentialCreationOptions: Options }).CredentialCreationOptions
}
const complete = async (AccessToken: string, Credential: object) =>
  pool.call('CompleteWebAuthnRegistration', { AccessToken, Credential })
const list = async (AccessToken: string, more: object = {}) =>
  (await pool.call('ListWebAuthnCredentials', { AccessToken, ...more })).body as unknown as {
    Credentials: { CredentialId: string; CreatedAt: number; FriendlyCredentialName: string }[]
    NextToken?: string
  }

const withPasskey = async (email: string): Promise<Authenticator> => {
  await register(email)
  const AccessToken = await tokenOf(email)
  const authenticator = createAuthenticator()
  expect(await complete(AccessToken, authenticator.create(await start(AccessToken)))).toMatchObject({ status: 200, body: {} })
  return authenticator
}

/** The challenge of a sign-in, and how to answer it. */
const ask = async (USERNAME: string) => {
  const AuthParameters = { USERNAME, PREFERRED_CHALLENGE: 'WEB_AUTHN' }
  const { body } = await pool.call('InitiateAuth', { AuthFlow: 'USER_AUTH', AuthParameters })
  const options = JSON.parse(body.ChallengeParameters['CREDENTIAL_REQUEST_OPTIONS'] ?? '') as { challenge: string }
  const answer = async (credential: unknown, name = USERNAME) => {
    const CREDENTIAL = typeof credential === 'string' ? credential : JSON.stringify(credential)
    const ChallengeResponses = { USERNAME: name, CREDENTIAL }
    const input = { ChallengeName: 'WEB_AUTHN', ChallengeResponses, Session: body.Session }
    return (await pool.call('RespondToAuthChallenge', input)).body
  }
  return { options, answer, session: body.Session }
}

const refused = { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' }

/** Replaces each of the browser's own classes. */
function FakeResponse() {}
const fake = (fields: Record<string, unknown>): object => Object.assign(Object.create(FakeResponse.prototype), fields)

/** What the client asks a browser for, answered by an authenticator of ours. */
const stubBrowser = (authenticator: Authenticator) => {
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url')).buffer
  const textOf = (buffer: ArrayBuffer) => Buffer.from(buffer).toString('base64url')
  const requests: Record<string, unknown>[] = []
  const credentialOf = (made: ReturnType<Authenticator['create'] | Authenticator['get']>) => {
    const fields = Object.entries(made.response).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    const response = fake({
      ...Object.fromEntries(fields.map(([name, value]) => [name, bytes(value)])),
      getTransports: () => ['internal'],
      getPublicKeyAlgorithm: () => -7,
      getAuthenticatorData: () => bytes(''),
      getPublicKey: () => null,
    })
    return fake({ ...made, rawId: bytes(made.rawId), response, getClientExtensionResults: () => ({}) })
  }
  type Request = { publicKey: Record<string, unknown> & { challenge: ArrayBuffer } }
  const credentials = {
    create: async ({ publicKey }: Request) => {
      requests.push(publicKey)
      return credentialOf(authenticator.create({ challenge: textOf(publicKey.challenge) }))
    },
    get: async ({ publicKey }: Request) => {
      requests.push(publicKey)
      return credentialOf(authenticator.get({ challenge: textOf(publicKey.challenge) }))
    },
  }
  vi.stubGlobal('window', { document: {}, isSecureContext: true, PublicKeyCredential: FakeResponse })
  vi.stubGlobal('navigator', { credentials, userAgent: 'a browser' })
  for (const name of ['PublicKeyCredential', 'AuthenticatorAttestationResponse', 'AuthenticatorAssertionResponse'])
    vi.stubGlobal(name, FakeResponse)
  return requests
}

describe('Passkeys with the unmodified Amplify client', () => {
  afterEach(async () => {
    vi.unstubAllGlobals()
    await signOut()
  })

  it('lets Ann create one, sign in with it, see it and remove it, with an email each time [IDP-05]', async () => {
    const username = 'ann@example.com'
    await register(username)
    await signIn({ username, password })
    const requests = stubBrowser(createAuthenticator())
    await associateWebAuthnCredential()
    expect(requests[0]).toMatchObject({
      rp: { id: 'localhost', name: 'Tributary' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const notice = pool.lastEmailTo(username)?.text
    expect(notice).toContain('A passkey was added')
    expect(notice).toContain("remove passkeys you don't recognize in My Account")
    await signOut()

    const options = { authFlowType: 'USER_AUTH', preferredChallenge: 'WEB_AUTHN' } as const
    expect((await signIn({ username, options })).isSignedIn).toBe(true)
    expect(requests[1]).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' })
    expect((await getCurrentUser()).signInDetails).toMatchObject({ loginId: username })

    const { credentials } = await listWebAuthnCredentials()
    expect(credentials).toEqual([
      {
        credentialId: expect.any(String),
        friendlyCredentialName: 'Passkey on one device',
        relyingPartyId: 'localhost',
        authenticatorAttachment: 'platform',
        authenticatorTransports: ['internal'],
        createdAt: expect.any(Date),
      },
    ])
    expect(Math.abs((credentials[0]?.createdAt?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
    await deleteWebAuthnCredential({ credentialId: credentials[0]?.credentialId ?? '' })
    expect(pool.lastEmailTo(username)?.text).toContain('A passkey was removed')
    expect((await listWebAuthnCredentials()).credentials).toEqual([])
  })

  it('offers Bea, who does not use her passkey, another way within the same sign-in', async () => {
    const username = 'bea@example.com'
    await register(username)
    stubBrowser(createAuthenticator())
    vi.stubGlobal('navigator', {
      credentials: { get: () => Promise.reject(Object.assign(new Error('put away'), { name: 'NotAllowedError' })) },
    })
    await signIn({ username, options: { authFlowType: 'USER_AUTH' } })
    await expect(confirmSignIn({ challengeResponse: 'WEB_AUTHN' })).rejects.toMatchObject({
      name: 'PasskeyAuthenticationCanceled',
    })
    const challenge = await confirmSignIn({ challengeResponse: 'EMAIL_OTP' })
    expect(challenge.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE')
    expect((await confirmSignIn({ challengeResponse: pool.codeFor(username) })).isSignedIn).toBe(true)
  })
})

describe('Registering a passkey', () => {
  it('identifies the user by a stable value that reveals nothing, and excludes existing passkeys [IDP-13]', async () => {
    const authenticator = await withPasskey('cleo@example.com')
    const AccessToken = await tokenOf('cleo@example.com')
    const [first, second] = [await start(AccessToken), await start(AccessToken)]
    expect(first.user).toEqual(second.user)
    expect(first.user).toMatchObject({ name: 'cleo@example.com' })
    expect(Buffer.from(first.user.id, 'base64url')).toHaveLength(32)
    expect(first.excludeCredentials).toMatchObject([{ id: authenticator.id }])
    expect(first.challenge).not.toBe(second.challenge)
  })

  it('serves each challenge once, and only the newest', async () => {
    await register('dora@example.com')
    const AccessToken = await tokenOf('dora@example.com')
    const notFound = { status: 400, body: { __type: 'WebAuthnChallengeNotFoundException' } }
    const [older, newest] = [await start(AccessToken), await start(AccessToken)]
    expect(await complete(AccessToken, createAuthenticator().create(older))).toMatchObject(notFound)
    expect((await complete(AccessToken, createAuthenticator().create(newest))).status).toBe(200)
    expect(await complete(AccessToken, createAuthenticator().create(newest))).toMatchObject(notFound)
    const late = await start(AccessToken)
    pool.clock.ahead = 181_000
    expect(await complete(AccessToken, createAuthenticator().create(late))).toMatchObject(notFound)
    expect((await list(AccessToken)).Credentials).toHaveLength(1)
  })

  it('is bound to the user and the sign-in that started it', async () => {
    await register('elsa@example.com')
    await register('faye@example.com')
    const [first, second, hers] = [
      await tokenOf('elsa@example.com'),
      await tokenOf('elsa@example.com'),
      await tokenOf('faye@example.com'),
    ]
    const options = await start(first)
    const answer = async (AccessToken: string) => (await complete(AccessToken, createAuthenticator().create(options))).body.__type
    expect(await answer(hers)).toBe('WebAuthnChallengeNotFoundException')
    expect(await answer(second)).toBe('WebAuthnClientMismatchException')
  })

  it('refuses what was made elsewhere or otherwise, by name [IDP-06]', async () => {
    await register('gus@example.com')
    const AccessToken = await tokenOf('gus@example.com')
    const calls = vi.spyOn(globalThis, 'fetch')
    const lies = [
      [{ origin: 'http://evil.example' }, 'WebAuthnOriginNotAllowedException'],
      [{ isFramed: true }, 'WebAuthnOriginNotAllowedException'],
      [{ rpId: 'evil.example' }, 'WebAuthnRelyingPartyMismatchException'],
      [{ challenge: 'bXkgb3du' }, 'WebAuthnChallengeNotFoundException'],
      [{ isVerified: false }, 'WebAuthnCredentialNotSupportedException'],
      ...['packed', 'apple', 'android-key', 'tpm', 'fido-u2f', 'android-safetynet', 'unheard-of'].map(
        (format) => [{ format }, 'WebAuthnCredentialNotSupportedException'] as const,
      ),
    ] as const
    for (const [lie, name] of lies) {
      const { status, body } = await complete(AccessToken, createAuthenticator().create(await start(AccessToken), lie))
      expect([lie, status, body.__type]).toEqual([lie, 400, name])
    }
    expect(calls).not.toHaveBeenCalled()
    calls.mockRestore()
    expect((await list(AccessToken)).Credentials).toEqual([])
  })

  it('accepts a self-attested key, as browsers may send it', async () => {
    await register('uwe@example.com')
    const AccessToken = await tokenOf('uwe@example.com')
    const made = createAuthenticator().create(await start(AccessToken), { isSelfAttested: true })
    expect((await complete(AccessToken, made)).status).toBe(200)
  })

  it('answers an invalid credential with a refusal, never with a fault', async () => {
    await register('hal@example.com')
    const AccessToken = await tokenOf('hal@example.com')
    const answer = async (change: (made: ReturnType<Authenticator['create']>) => unknown) =>
      (await complete(AccessToken, change(createAuthenticator().create(await start(AccessToken))) as object)).status
    const inResponse = (fields: object) => answer((made) => ({ ...made, response: { ...made.response, ...fields } }))
    const odd = ['', '!!!', 'AAAA', 'oA', Buffer.from('null').toString('base64url'), Buffer.from('{}').toString('base64url')]
    for (const text of odd)
      expect([await inResponse({ clientDataJSON: text }), await inResponse({ attestationObject: text })]).toEqual([400, 400])
    for (const made of [null, 'x', [], {}, { id: 1 }, { response: {} }]) expect(await answer(() => made)).toBe(400)
    expect(await answer((made) => ({ ...made, id: 'other' }))).toBe(400)
    expect(await answer((made) => ({ ...made, id: 'b3RoZXI', rawId: 'b3RoZXI' }))).toBe(400)
    expect(await answer((made) => ({ ...made, type: 'password' }))).toBe(400)
    expect(await inResponse({ transports: 'usb' })).toBe(400)
  })

  it('accepts an existing passkey for no other user', async () => {
    const his = await withPasskey('ian@example.com')
    await register('jan@example.com')
    const AccessToken = await tokenOf('jan@example.com')
    const { body } = await complete(AccessToken, his.create(await start(AccessToken)))
    expect(body.__type).toBe('WebAuthnCredentialNotSupportedException')
    const removal = await pool.call('DeleteWebAuthnCredential', { AccessToken, CredentialId: his.id })
    expect(removal.body.__type).toBe('ResourceNotFoundException')
    expect((await list(await tokenOf('ian@example.com'))).Credentials).toHaveLength(1)
  })

  it('stops at twenty, and lists them page by page [IDP-06]', async () => {
    await register('kim@example.com')
    const AccessToken = await tokenOf('kim@example.com')
    for (let i = 0; i < 20; i++) await complete(AccessToken, createAuthenticator().create(await start(AccessToken)))
    const { body } = await pool.call('StartWebAuthnRegistration', { AccessToken })
    expect(body.__type).toBe('LimitExceededException')
    const seen: string[] = []
    let NextToken: string | undefined
    do {
      const page = await list(AccessToken, { MaxResults: 7, NextToken })
      seen.push(...page.Credentials.map(({ CredentialId }) => CredentialId))
      NextToken = page.NextToken
    } while (NextToken !== undefined)
    expect([seen.length, new Set(seen).size]).toEqual([20, 20])
    expect(await list(AccessToken, { NextToken: 'x' })).toMatchObject({ __type: 'InvalidParameterException' })
  })

  it('is not available where browsers would refuse it', async () => {
    const plain = await startPool({ pool: { ...poolSettings, passkeys: undefined } })
    await plain.call('SignUp', { Username: 'leo@example.com', Password: password })
    const code = { Username: 'leo@example.com', ConfirmationCode: plain.codeFor('leo@example.com') }
    const { Session } = (await plain.call('ConfirmSignUp', code)).body
    const flow = { AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME: 'leo@example.com' }, Session }
    const { AccessToken } = (await plain.call('InitiateAuth', flow)).body.AuthenticationResult
    expect((await plain.call('StartWebAuthnRegistration', { AccessToken })).body.__type).toBe('WebAuthnNotEnabledException')
    expect((await plain.call('ListWebAuthnCredentials', { AccessToken })).body).toEqual({ Credentials: [] })
    await plain.close()
  })
})

describe('Signing in with a passkey', () => {
  it('accepts each assertion once, and counts [IDP-05]', async () => {
    const hers = await withPasskey('mia@example.com')
    const { options, answer } = await ask('mia@example.com')
    const assertion = hers.get(options)
    expect(await answer(assertion)).toHaveProperty('AuthenticationResult')
    expect(await answer(assertion)).toMatchObject({ message: 'Invalid session for the user.' })
    expect(await (await ask('mia@example.com')).answer(assertion)).toEqual(refused)
    const { rows } = await pool.database.asSystem('test: read the passkey', (tx) =>
      sql`select sign_count, last_used_at from pool.passkey where credential_id = ${hers.id}`.execute(tx),
    )
    expect(rows).toEqual([{ sign_count: 1, last_used_at: expect.any(Date) }])
  })

  it('refuses a counter that goes back or stays: the passkey was copied', async () => {
    const his = await withPasskey('nils@example.com')
    const attempt = async (counter: number) => {
      const { options, answer } = await ask('nils@example.com')
      return answer(his.get(options, { counter }))
    }
    expect(await attempt(7)).toHaveProperty('AuthenticationResult')
    for (const counter of [7, 6, 0]) expect(await attempt(counter)).toEqual(refused)
    expect(await attempt(8)).toHaveProperty('AuthenticationResult')
  })

  it('refuses everything that is not exactly right', async () => {
    const hers = await withPasskey('olga@example.com')
    const lies = [
      { origin: 'http://evil.example' },
      { origin: 'https://localhost' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { challenge: 'bXkgb3du' },
    ]
    for (const lie of lies) {
      pool.clock.ahead += 16 * 60_000
      const { options, answer } = await ask('olga@example.com')
      expect([lie, await answer(hers.get(options, lie))]).toEqual([lie, refused])
    }
    const changes = ['signature', 'authenticatorData', 'clientDataJSON'] as const
    for (const field of changes)
      for (const change of [(text: string) => `${text.slice(0, -4)}AAAA`, () => '', () => '!']) {
        pool.clock.ahead += 16 * 60_000
        const { options, answer } = await ask('olga@example.com')
        const made = hers.get(options)
        const response = { ...made.response, [field]: change(made.response[field]) }
        expect([field, await answer({ ...made, response })]).toEqual([field, refused])
      }
    const whole = hers.get({ challenge: 'bXkgb3du' })
    const impossible = ['\0', '\ud800', 'a b'].map((id) => JSON.stringify({ ...whole, id, rawId: id }))
    for (const odd of [
      '',
      '{',
      'null',
      '[]',
      '{"id":1}',
      JSON.stringify({ id: hers.id, rawId: hers.id, type: 'public-key' }),
      ...impossible,
    ]) {
      pool.clock.ahead += 16 * 60_000
      expect([odd, await (await ask('olga@example.com')).answer(odd)]).toEqual([odd, refused])
    }
  })

  it("rejects another user's passkey or session [IDP-13]", async () => {
    const [his, hers] = [await withPasskey('pete@example.com'), await withPasskey('rosa@example.com')]
    const { options, answer } = await ask('rosa@example.com')
    expect(await answer(his.get(options))).toEqual(refused)
    const other = await ask('rosa@example.com')
    const invalid = { __type: 'NotAuthorizedException', message: 'Invalid session for the user.' }
    expect(await other.answer(his.get(other.options), 'pete@example.com')).toEqual(invalid)
    expect(await other.answer(hers.get(other.options))).toHaveProperty('AuthenticationResult')
    const nobody = await ask('nobody@example.com')
    expect(await nobody.answer(his.get(nobody.options))).toEqual(refused)
  })

  it('is locked by wrong attempts like a password, and says that it is the passkey', async () => {
    const hers = await withPasskey('susi@example.com')
    for (let i = 0; i < 5; i++) expect(await (await ask('susi@example.com')).answer('{}')).toEqual(refused)
    const AuthParameters = { USERNAME: 'susi@example.com', PREFERRED_CHALLENGE: 'WEB_AUTHN' }
    const { body } = await pool.call('InitiateAuth', { AuthFlow: 'USER_AUTH', AuthParameters })
    expect(body.message).toBe('Passkey attempts exceeded')
    pool.clock.ahead = 2000
    const { options, answer } = await ask('susi@example.com')
    expect(await answer(hers.get(options))).toHaveProperty('AuthenticationResult')
  })

  it('is both steps at once if there is a second one', async () => {
    const his = await withPasskey('tom@example.com')
    const AccessToken = await tokenOf('tom@example.com')
    const on = { Enabled: true, PreferredMfa: true }
    expect((await pool.call('SetUserMFAPreference', { AccessToken, EmailMfaSettings: on })).status).toBe(200)
    const { options, answer } = await ask('tom@example.com')
    const { AuthenticationResult } = await answer(his.get(options))
    expect(AuthenticationResult).toHaveProperty('AccessToken')
    expect(AuthenticationResult).not.toHaveProperty('NewDeviceMetadata')
  })
})
