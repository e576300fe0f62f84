import { createHmac, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { publicOperations } from './operations.ts'
import { groupOrder } from './proofs/passwords/srp.ts'
import { poolId, startPool, type TestPool } from './testing/pool.ts'

let pool: TestPool
const password = 'correct horse'

beforeAll(async () => {
  pool = await startPool()
})
afterEach(() => void Object.assign(pool.clock, { ahead: 0, stoppedAt: undefined }))
afterAll(() => pool.close())

const register = async (Username: string) => {
  await pool.call('SignUp', { Username, Password: password })
  await pool.call('ConfirmSignUp', { Username, ConfirmationCode: pool.codeFor(Username) })
}

const initiate = async (AuthFlow: string, AuthParameters: object) =>
  (await pool.call('InitiateAuth', { AuthFlow, AuthParameters })).body
const signIn = (USERNAME: string, PASSWORD = password) => initiate('USER_PASSWORD_AUTH', { USERNAME, PASSWORD })
const startSrp = (USERNAME: string, SRP_A = 'abc123') => initiate('USER_SRP_AUTH', { USERNAME, SRP_A })
const respond = async (ChallengeName: string, ChallengeResponses: object, more: object = {}) =>
  (await pool.call('RespondToAuthChallenge', { ChallengeName, ChallengeResponses, ...more })).body

const timestamp = () =>
  new Date(Date.now() + pool.clock.ahead).toUTCString().replace(/^(\w+), 0?(\d+) (\w+) (\d+) (\S+) GMT$/, '$1 $3 $2 $5 UTC $4')

const claim = (parameters: Record<string, string>, USERNAME = parameters['USERNAME']) =>
  respond('PASSWORD_VERIFIER', {
    USERNAME,
    PASSWORD_CLAIM_SECRET_BLOCK: parameters['SECRET_BLOCK'],
    TIMESTAMP: timestamp(),
    PASSWORD_CLAIM_SIGNATURE: randomBytes(32).toString('base64'),
  })

const refused = { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' }

describe('An unknown name [IDP-13]', () => {
  beforeAll(() => register('ann@example.com'))

  it('looks like a known one when signing in', async () => {
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    for (const name of ['ann@example.com', 'nobody@example.com']) {
      const [first, second] = [await startSrp(name), await startSrp(name.toUpperCase())]
      const { SALT, SRP_B, USERNAME, USER_ID_FOR_SRP } = first.ChallengeParameters
      expect(SALT).toMatch(/^[0-9a-f]{32}$/)
      expect(SRP_B?.length).toBeGreaterThan(760)
      expect(USERNAME).toMatch(uuid)
      expect(USER_ID_FOR_SRP).toBe(USERNAME)
      expect(second.ChallengeParameters).toMatchObject({ SALT, USERNAME })
      expect(second.ChallengeParameters.SRP_B).not.toBe(SRP_B)
      expect(await claim(first.ChallengeParameters)).toEqual(refused)
      expect(await claim(second.ChallengeParameters, name)).toEqual(refused)
      expect(await signIn(name, 'a wrong guess')).toEqual(refused)
    }
  })

  it('looks so too when it is used again under the id of the first answer', async () => {
    await register('anton@example.com')
    const tell = async (name: string) => {
      const first = (await startSrp(name)).ChallengeParameters
      const alias = first['USERNAME'] ?? ''
      const again = (await startSrp(alias)).ChallengeParameters
      const byLetter = await initiate('USER_AUTH', { USERNAME: alias, PREFERRED_CHALLENGE: 'EMAIL_OTP' })
      const deliveries = [byLetter.ChallengeParameters['CODE_DELIVERY_DESTINATION']]
      for (const operation of ['ForgotPassword', 'ResendConfirmationCode'])
        for (const Username of [alias, name]) {
          const { body } = await pool.call(operation, { Username })
          deliveries.push((body as unknown as { CodeDeliveryDetails: { Destination: string } }).CodeDeliveryDetails.Destination)
        }
      return { isSameSalt: again['SALT'] === first['SALT'], isSameName: again['USERNAME'] === alias, deliveries }
    }
    const known = await tell('anton@example.com')
    expect(known).toEqual({
      isSameSalt: true,
      isSameName: true,
      deliveries: ['***@***', '***@***', 'a***@e***', '***@***', 'a***@e***'],
    })
    expect(await tell('anobody@example.com')).toEqual(known)
  })

  it('costs as many emails as a known one, which are never delivered', async () => {
    await register('arne@example.com')
    const handedIn = async (name: string) => {
      const counts: number[] = []
      const keep = async (operation: string, input: object) => {
        const before = pool.emails.length + pool.texts.length
        await pool.call(operation, { Username: name, ...input })
        counts.push(pool.emails.length + pool.texts.length - before)
      }
      await keep('ForgotPassword', {})
      await keep('ResendConfirmationCode', {})
      for (const PREFERRED_CHALLENGE of ['EMAIL_OTP', 'SMS_OTP'])
        await keep('InitiateAuth', { AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME: name, PREFERRED_CHALLENGE } })
      return counts
    }
    expect(await handedIn('arne@example.com')).toEqual([1, 1, 1, 1])
    expect(await handedIn('anobody.n@example.com')).toEqual([1, 1, 1, 1])
    expect(pool.emails.slice(-4).map(({ to }) => to)).toEqual(['', '', '', ''])
  })

  it('is locked like a known one', async () => {
    await register('bea@example.com')
    const tell = async (name: string) => {
      const messages: string[] = []
      for (let i = 0; i < 7; i++) messages.push((await signIn(name, `guess number ${i}`)).message)
      return messages
    }
    expect(await tell('bea@example.com')).toEqual(await tell('nobody.b@example.com'))
  })

  it('is answered alike when a code is requested, guessed and requested too often', async () => {
    await register('cleo@example.com')
    const tell = async (name: string) => {
      const seen: unknown[] = []
      const keep = async (operation: string, input: object) => {
        const { status, body } = await pool.call(operation, { Username: name, ...input })
        seen.push([status, body])
      }
      await keep('ConfirmForgotPassword', { ConfirmationCode: '12345x', Password: password })
      for (let i = 0; i < 6; i++) {
        await keep('ForgotPassword', {})
        await keep('ResendConfirmationCode', {})
        pool.clock.ahead += 3000
      }
      for (let i = 0; i < 6; i++) await keep('ConfirmForgotPassword', { ConfirmationCode: '12345x', Password: password })
      return seen
    }
    const known = await tell('cleo@example.com')
    pool.clock.ahead = 0
    expect(await tell('cnobody@example.com')).toEqual(known)
    expect(JSON.stringify(known)).toContain('LimitExceededException')
    expect(JSON.stringify(known)).toContain('TooManyFailedAttemptsException')
    expect(pool.emails.filter(({ to }) => to === 'cnobody@example.com')).toEqual([])
  })
})

describe('Guessing', () => {
  it('is slowed down after five failures, not counted while locked, and reset after a success [IDP-13]', async () => {
    await register('dora@example.com')
    const start = Date.now()
    const signInAt = (moment: number, guess?: string) => {
      pool.clock.ahead = start + moment - Date.now()
      return signIn('dora@example.com', guess)
    }
    for (let i = 0; i < 5; i++) expect(await signInAt(i * 1000, `guess number ${i}`)).toEqual(refused)
    for (let i = 0; i < 20; i++) expect((await signInAt(4000)).message).toBe('Password attempts exceeded')
    pool.clock.ahead = start + 4000 - Date.now()
    expect((await startSrp('dora@example.com')).message).toBe('Password attempts exceeded')
    expect(await signInAt(7000, 'one more guess')).toEqual(refused)
    expect((await signInAt(7000)).message).toBe('Password attempts exceeded')
    expect(await signInAt(12_000)).toHaveProperty('AuthenticationResult')
    expect(await signInAt(13_000, 'a wrong guess')).toEqual(refused)
    expect(await signInAt(14_000)).toHaveProperty('AuthenticationResult')
  })

  it('gains nothing from many concurrent attempts', async () => {
    await register('elsa@example.com')
    // No lock expires meanwhile, however long the machine takes.
    pool.clock.stop()
    for (const name of ['elsa@example.com', 'nobody.e@example.com']) {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => signIn(name, `guess number ${i}`)))
      expect(answers.filter(({ message }) => message === refused.message)).toHaveLength(5)
    }
  })

  it('sends one email for the repeated call of one request', async () => {
    await register('faye@example.com')
    const before = pool.emails.length
    for (let i = 0; i < 3; i++) expect((await pool.call('ForgotPassword', { Username: 'faye@example.com' })).status).toBe(200)
    expect(pool.emails.length).toBe(before + 1)
  })

  it('from one address is stopped by its number of calls', async () => {
    const small = await startPool({ limits: { callsPerMinute: 3 } })
    const answers: Awaited<ReturnType<TestPool['call']>>[] = []
    for (let i = 0; i < 5; i++) answers.push(await small.call('GetUser', { AccessToken: 'x' }))
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 429, 429])
    expect(answers[3]?.body).toEqual({ __type: 'TooManyRequestsException', message: 'Too many requests' })
    expect(answers[3]?.headers).toMatchObject({ 'retry-after': '60', 'x-amzn-errortype': 'TooManyRequestsException:' })
    expect(Object.keys({ ...answers[0]?.headers, ...answers[3]?.headers }).filter((name) => name.includes('ratelimit'))).toEqual(
      [],
    )
    expect((await small.call('GetUser', { AccessToken: 'x' }, '198.51.100.7')).status).toBe(400)
    await small.close()
  })

  it('from one network is stopped alike, from any of its addresses', async () => {
    const small = await startPool({ limits: { callsPerMinute: 3 } })
    const statuses: number[] = []
    for (let i = 1; i <= 5; i++) statuses.push((await small.call('GetUser', { AccessToken: 'x' }, `2001:db8:1:2::${i}`)).status)
    expect(statuses).toEqual([400, 400, 400, 429, 429])
    await small.close()
  })
})

describe('A pending sign-in', () => {
  it('expires after three minutes [GATE-22]', async () => {
    await register('gus@example.com')
    const { ChallengeParameters } = await startSrp('gus@example.com')
    pool.clock.ahead = 181_000
    expect((await claim(ChallengeParameters)).message).toBe('Invalid session for the user, session is expired.')
  })

  it('serves one user, one step and one attempt', async () => {
    await register('hal@example.com')
    await register('ida@example.com')
    const { ChallengeParameters: his } = await startSrp('hal@example.com')
    const invalid = { __type: 'NotAuthorizedException', message: 'Invalid session for the user.' }
    expect(await claim(his, 'ida@example.com')).toEqual(invalid)
    const newPassword = { USERNAME: 'hal@example.com', NEW_PASSWORD: 'taken over' }
    expect(await respond('NEW_PASSWORD_REQUIRED', newPassword, { Session: his.SECRET_BLOCK })).toEqual(invalid)
    expect(await respond('NEW_PASSWORD_REQUIRED', newPassword, { Session: 'A'.repeat(128) })).toEqual(invalid)
    expect(await respond('NEW_PASSWORD_REQUIRED', newPassword)).toEqual(invalid)
    expect(await claim(his)).toEqual(refused)
    expect(await claim(his)).toEqual(invalid)
  })

  it('refuses numbers that would fix the key', async () => {
    for (const number of ['0', '00', groupOrder.toString(16), 'xyz', '-1', ''])
      expect((await startSrp('ann@example.com', number)).__type).toBe('InvalidParameterException')
    for (const number of ['1', (groupOrder - 1n).toString(16)]) {
      pool.clock.ahead += 16 * 60_000
      expect(await claim((await startSrp('ann@example.com', number)).ChallengeParameters)).toEqual(refused)
    }
  })
})

describe('A forged token [IDP-08]', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())

  it('gives no access, in any form', async () => {
    await register('jan@example.com')
    const { AccessToken, IdToken } = (await signIn('jan@example.com')).AuthenticationResult
    const [header, payload, signature] = AccessToken.split('.')
    const claims = decode(payload)
    const jwks = (await pool.app.inject(`/idp/${poolId}/.well-known/jwks.json`)).json()
    const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const signedBy = (head: object, body: object) => {
      const text = `${encode(head)}.${encode(body)}`
      return `${text}.${sign('RSA-SHA256', Buffer.from(text), own.privateKey).toString('base64url')}`
    }
    const hmac = `${encode({ ...decode(header), alg: 'HS256' })}.${payload}`
    const forged = [
      `${encode({ alg: 'none' })}.${payload}.`,
      `${encode({ ...decode(header), alg: 'none' })}.${payload}.`,
      `${hmac}.${createHmac('sha256', jwks.keys[0].n).update(hmac).digest('base64url')}`,
      `${header}.${encode({ ...claims, sub: randomUUID() })}.${signature}`,
      `${header}.${encode({ ...claims, exp: claims.exp + 9999 })}.${signature}`,
      signedBy(decode(header), claims),
      signedBy({ alg: 'RS256', kid: 'mine', jwk: own.publicKey.export({ format: 'jwk' }) }, claims),
      signedBy({ alg: 'RS256', kid: 'mine', jku: 'http://127.0.0.1:1/jwks.json' }, claims),
      IdToken,
      `${AccessToken}x`,
      'a.b.c',
      '',
    ]
    for (const token of forged) {
      await expect(pool.identity.verifyAccessToken(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      expect((await pool.call('GetUser', { AccessToken: token })).status).toBe(400)
    }
    expect((await pool.identity.verifyAccessToken(AccessToken)).sub).toBe(claims.sub)
    pool.clock.ahead = 3_601_000
    await expect(pool.identity.verifyAccessToken(AccessToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await pool.call('GetUser', { AccessToken })).body.message).toBe('Access Token has expired')
  })
})

describe('Unreadable requests', () => {
  const values = [
    null,
    true,
    0,
    -1,
    1e308,
    '',
    'x',
    '\0',
    '\ud800',
    '😀'.repeat(40),
    'A'.repeat(9000),
    [],
    {},
    [[]],
    { a: { b: 1 } },
    '${1+1}',
    `' or 1=1 --`,
  ]
  const members = [
    'Username',
    'Password',
    'ConfirmationCode',
    'AccessToken',
    'RefreshToken',
    'Token',
    'AuthFlow',
    'AuthParameters',
  ]
  const further = [
    'ChallengeName',
    'ChallengeResponses',
    'Session',
    'UserAttributes',
    'PreviousPassword',
    'ProposedPassword',
    'ClientId',
  ]

  it('never end in a fault or in HTML, for hundreds of odd bodies', async () => {
    let seed = 7
    const pick = <T>(list: readonly T[]): T => list[(seed = (seed * 48271) % 2147483647) % list.length] as T
    const odd = (): unknown => {
      const kind = pick(['value', 'value', 'map', 'list'])
      if (kind === 'map')
        return {
          USERNAME: pick(values),
          PASSWORD: pick(values),
          SRP_A: pick(values),
          [JSON.stringify(pick(values))]: pick(values),
        }
      return kind === 'list'
        ? [{ Name: pick(['email', '__proto__', 'custom:x', pick(values)]), Value: pick(values) }]
        : pick(values)
    }
    for (let i = 0; i < 600; i++) {
      const operation = pick(Object.keys(publicOperations))
      const base = {
        AuthFlow: pick(['USER_SRP_AUTH', 'USER_PASSWORD_AUTH', 'REFRESH_TOKEN']),
        ChallengeName: pick(['PASSWORD_VERIFIER', 'NEW_PASSWORD_REQUIRED']),
      }
      const fields = Array.from({ length: 6 }, () => [pick([...members, ...further.slice(0, 6)]), odd()])
      const input = { ...base, Username: 'x@example.com', Password: password, ...Object.fromEntries(fields) }
      const { status, headers, body } = await pool.call(operation, input)
      const seen = { isFault: status >= 500, type: headers['content-type'], body: typeof body, of: { operation, input } }
      expect(seen).toMatchObject({ isFault: false, type: 'application/x-amz-json-1.1', body: 'object' })
    }
    for (const raw of ['', '{', 'null', '[]', '"x"', '1', '{"__proto__":{"ClientId":"x"}}', '\u0000', '<html>', '{"ClientId":1}'])
      for (const operation of Object.keys(publicOperations)) {
        const { status, body } = await pool.call(operation, raw)
        expect([operation, raw, status, typeof body.__type]).toEqual([operation, raw, 400, 'string'])
      }
  })

  it('are refused in JSON for any method, type, size and target', async () => {
    const type = { 'content-type': 'application/x-amz-json-1.1' }
    const target = { 'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp' }
    const tries = [
      [{ method: 'GET', url: '/idp' }, 404],
      [{ method: 'DELETE', url: '/idp/' }, 404],
      [{ method: 'GET', url: '/idp/elsewhere/.well-known/jwks.json' }, 404],
      [{ method: 'POST', url: '/idp' }, 400],
      [{ method: 'POST', url: '/idp', headers: { 'content-type': 'application/json', ...target }, payload: '{}' }, 415],
      [{ method: 'POST', url: '/idp', headers: { 'content-type': 'text/plain', ...target }, payload: '{}' }, 415],
      [{ method: 'POST', url: '/idp/', headers: { ...type, ...target }, payload: 'x'.repeat(70_000) }, 413],
      [{ method: 'POST', url: '/idp/', headers: type, payload: '{}' }, 400],
      ...[
        '',
        'SignUp',
        'AWSCognitoIdentityProviderService.constructor',
        'AWSCognitoIdentityProviderService.Nothing',
        'X.SignUp',
      ].map((name) => [{ method: 'POST', url: '/idp', headers: { ...type, 'x-amz-target': name }, payload: '{}' }, 400] as const),
    ] as const
    for (const [request, status] of tries) {
      const reply = await pool.app.inject(request as never)
      expect([request, reply.statusCode, typeof reply.json().__type]).toEqual([request, status, 'string'])
      expect(reply.headers['x-amzn-errortype']).toBe(`${reply.json().__type}:`)
    }
    expect((await pool.call('Nothing', {})).body.__type).toBe('UnknownOperationException')
  })

  it('are refused for another client', async () => {
    const { body } = await pool.call('ForgotPassword', { ClientId: 'other', Username: 'ann@example.com' })
    expect(body).toEqual({ __type: 'ResourceNotFoundException', message: 'User pool client other does not exist.' })
  })
})

describe('A fault of our own', () => {
  it('reveals only its request id, is logged completely, and leaves no partial changes', async () => {
    let broken = true
    const failing = await startPool({
      post: async () => {
        if (broken) throw new Error('connect to mail.internal:25 failed')
      },
    })
    const kate = { Username: 'kate@example.com', Password: password }
    const { status, headers, body } = await failing.call('SignUp', kate)
    expect([status, body.__type]).toEqual([500, 'InternalErrorException'])
    expect(JSON.stringify([headers, body])).not.toContain('mail.internal')
    const line = failing.logged.find((entry) => entry.includes('mail.internal')) ?? ''
    expect(line).toContain(String(headers['x-amzn-requestid']))
    broken = false
    expect((await failing.call('SignUp', kate)).status).toBe(200)
    await failing.close()
  })

  it('is never treated as a wrong token while the database is down', async () => {
    const other = await startPool()
    await other.call('GetUser', { AccessToken: 'x' })
    await other.database.close()
    expect((await other.call('GetTokensFromRefreshToken', { RefreshToken: 'x' })).body.__type).toBe('InternalErrorException')
    await other.app.close()
  })
})

describe('What is stored [IDP-13]', () => {
  it('contains no password, code or token, in the database or in the log', async () => {
    await register('lars@example.com')
    const { AuthenticationResult } = await signIn('lars@example.com')
    await pool.call('ForgotPassword', { Username: 'lars@example.com' })
    const code = pool.codeFor('lars@example.com')
    await startSrp('lars@example.com')
    const dump = await pool.database.asSystem('test: read everything', async (tx) => {
      const tables = ['account', 'code', 'auth_session', 'refresh_token', 'signing_key', 'secret', 'throttle', 'revoked_origin']
      const found: unknown[] = []
      for (const name of tables)
        found.push((await sql`select to_jsonb(t) row from ${sql.table(`pool.${name}`)} t`.execute(tx)).rows)
      return JSON.stringify(found)
    })
    expect(dump).toContain('lars@example.com')
    for (const secret of [password, `"${code}"`, AuthenticationResult.RefreshToken, AuthenticationResult.AccessToken])
      expect([dump.includes(secret), pool.logged.join('').includes(secret)]).toEqual([false, false])
  })
})
