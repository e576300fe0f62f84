import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { adminOperations, identityPoolOperations, publicOperations } from './operations.ts'
import { clientId, identityPoolId, poolId, startPool, type TestPool } from './testing/pool.ts'

const contentType = 'application/x-amz-json-1.1'
const userPool = 'AWSCognitoIdentityProviderService'
const identityPool = 'AWSCognitoIdentityService'
const password = 'correct horse'

let state = 20_261_115
/** The same numbers in every run, from 0 to 1 (mulberry32). */
const random = (): number => {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
const upTo = (limit: number): number => Math.floor(random() * limit)
const pick = <T>(list: readonly T[]): T => list[upTo(list.length)] as T

const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 'x'
  for (let level = 0; level < depth; level++) value = wrap(value)
  return value
}
// Not as a literal: there these names would set a prototype instead of a member.
const named = (name: string, value: unknown) => Object.fromEntries([[name, value]])

const oddTexts = ['', ' ', '\0', 'a\0b', '\ud800', '\udc00x', '😀'.repeat(40), 'A'.repeat(300), 'A'.repeat(9000), '\u202e', '%00']
const evilTexts = [
  `' or 1=1 --`,
  '${1+1}',
  '<script>',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
]
const odd: readonly (() => unknown)[] = [
  () => pick([...oddTexts, ...evilTexts]),
  () => pick([null, true, false, 0, -1, 1.5, 1e308, 2 ** 53]),
  () => pick([[], {}, [[]], [null], { a: { b: 1 } }, [{}, {}], ['x'], { length: 3 }]),
  () => nested(pick([5, 60, 900]), (inner) => [inner]),
  () => nested(pick([5, 60, 900]), (inner) => ({ inner })),
  () => named(pick(['__proto__', 'constructor', 'prototype', 'toJSON', 'then']), pick([null, {}, 'x', { isAdmin: true }])),
  () => Array.from({ length: 60 }, () => ({ Name: 'email', Value: 'x' })),
]
const oddValue = (): unknown => pick(odd)()

const flows = 'USER_SRP_AUTH USER_PASSWORD_AUTH USER_AUTH CUSTOM_AUTH REFRESH_TOKEN_AUTH REFRESH_TOKEN ADMIN_NO_SRP_AUTH'.split(
  ' ',
)
const challenges =
  'PASSWORD_VERIFIER NEW_PASSWORD_REQUIRED SELECT_CHALLENGE WEB_AUTHN CUSTOM_CHALLENGE DEVICE_SRP_AUTH DEVICE_PASSWORD_VERIFIER SELECT_MFA_TYPE SOFTWARE_TOKEN_MFA SMS_MFA SMS_OTP EMAIL_OTP MFA_SETUP'.split(
    ' ',
  )
const parameterNames =
  'USERNAME PASSWORD SRP_A REFRESH_TOKEN DEVICE_KEY PREFERRED_CHALLENGE CHALLENGE_NAME NEW_PASSWORD ANSWER CREDENTIAL EMAIL TIMESTAMP PASSWORD_CLAIM_SECRET_BLOCK PASSWORD_CLAIM_SIGNATURE EMAIL_OTP_CODE SMS_MFA_CODE SOFTWARE_TOKEN_MFA_CODE userAttributes.email userAttributes.__proto__ __proto__ constructor'.split(
    ' ',
  )

/** A sign-in under way, and what its step asks for. */
interface Pending {
  step: string
  session: string
}

/** What one caller has: her own tokens and pending sign-ins, and the pending sign-in of another user. */
interface Caller {
  email: string
  access: string
  id: string
  refresh: string
  session: string
  pending: readonly Pending[]
}

const someUsername = ({ email }: Caller): string => pick([email, email, email, email.toUpperCase(), 'nobody@example.com'])

const usual: Record<string, (caller: Caller) => unknown> = {
  ClientId: () => clientId,
  UserPoolId: () => poolId,
  IdentityPoolId: () => identityPoolId,
  Username: someUsername,
  USERNAME: someUsername,
  AccessToken: ({ access }) => access,
  RefreshToken: ({ refresh }) => refresh,
  REFRESH_TOKEN: ({ refresh }) => refresh,
  Token: ({ refresh }) => `${refresh}x`,
  Session: ({ session }) => session,
  PASSWORD_CLAIM_SECRET_BLOCK: ({ session }) => session,
  Password: () => password,
  PASSWORD: () => pick([password, 'wrong guess']),
  PreviousPassword: () => 'wrong guess',
  AuthFlow: () => pick(flows),
  ChallengeName: () => pick(challenges),
  PREFERRED_CHALLENGE: () => pick(challenges),
  ANSWER: () => pick([...challenges, 'PASSWORD', 'PASSWORD_SRP']),
  SRP_A: () => pick(['abc123', '1', 'ff'.repeat(384)]),
  TIMESTAMP: () => 'Sun Nov 15 05:00:00 UTC 2026',
  CREDENTIAL: () => '{"id":"x","rawId":"x","type":"public-key","response":{}}',
  Logins: ({ id }) => ({ [`localhost/idp/${poolId}`]: id }),
  AttributeName: () => pick(['email', 'phone_number', 'sub', '__proto__']),
  Name: () => pick(['given_name', 'email', 'sub', 'email_verified', 'custom:x', '__proto__']),
}

interface Shape {
  type?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Shape>
  additionalProperties?: Shape | boolean
  items?: Shape
  anyOf?: Shape[]
}

type Path = (string | number)[]

/** Every member of a request, at any depth. */
const pathsOf = (shape: Shape, path: Path = []): Path[] => [
  path,
  ...Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => pathsOf(inner, [...path, name])),
  ...(shape.items ? pathsOf(shape.items, [...path, 0]) : []),
]

const simple: Record<string, () => unknown> = { number: () => 5, integer: () => 5, boolean: () => true, string: () => 'x' }

/** A map of names and texts, as sign-ins have them. */
const someParameters = (caller: Caller): object => {
  const names = ['USERNAME', pick(parameterNames), pick(parameterNames), pick(parameterNames)]
  return Object.fromEntries(names.map((name) => [name, Object.hasOwn(usual, name) ? usual[name]?.(caller) : 'x']))
}

const plainValue = ({ enum: choices, const: only, type }: Shape, caller: Caller): unknown => {
  if (choices) return pick(choices)
  return type === 'object' ? someParameters(caller) : (only ?? simple[type ?? 'string']?.())
}

/** A valid request of its schema. */
const valueOf = (shape: Shape, caller: Caller, name = ''): unknown => {
  const { properties, items, anyOf: [choice] = [] } = shape
  if (Object.hasOwn(usual, name)) return usual[name]?.(caller)
  if (choice) return valueOf(choice, caller, name)
  if (items) return [valueOf(items, caller)]
  if (!properties) return plainValue(shape, caller)
  return Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, valueOf(inner, caller, key)]))
}

/** The same request with another value at one path; without a path the value itself. */
const withValueAt = (whole: unknown, [first, ...rest]: Path, value: unknown): unknown => {
  if (first === undefined) return value
  if (Array.isArray(whole)) return [withValueAt(whole[0], rest, value)]
  const members = Object.entries(whole ?? {}).filter(([name]) => name !== first)
  const old = (whole as Record<string, unknown> | null)?.[first]
  return Object.fromEntries([...members, [String(first), withValueAt(old, rest, value)]])
}

const open = [
  ...Object.entries(publicOperations).map((entry) => [userPool, ...entry] as const),
  ...Object.entries(identityPoolOperations).map((entry) => [identityPool, ...entry] as const),
].map(([service, name, { schema }]) => {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
  return { target: `${service}.${name}`, shape, paths: pathsOf(shape) }
})

interface Try {
  target: string
  type: string
  body: string
  mustRefuse?: boolean
}

const request = (target: string, input: unknown): Try => ({
  target,
  type: contentType,
  body: JSON.stringify(input) ?? 'undefined',
})

const oneMember = (caller: Caller): Try => {
  const { target, shape, paths } = pick(open)
  return request(target, withValueAt(valueOf(shape, caller), pick(paths), oddValue()))
}

/** Members that say what is requested, rather than by whom. */
const wishesOf = (paths: readonly Path[]) =>
  paths.filter(([first = 'ClientId']) => !['AccessToken', 'ClientId'].includes(String(first)))

/** Of the right type, so that it passes the schema. */
const oneText = (caller: Caller): Try => {
  const { target, shape, paths } = pick(open.filter((one) => wishesOf(one.paths).length > 0))
  const text = pick([...oddTexts.slice(5), ...evilTexts])
  return request(target, withValueAt(valueOf(shape, caller), pick(wishesOf(paths)), text))
}

/** Maps of names and texts have no members in the schema. */
const oneParameter = (caller: Caller): Try => {
  const { target, shape } = pick(open.filter(({ target }) => /Initiate|Respond/.test(target)))
  const map = target.endsWith('InitiateAuth') ? 'AuthParameters' : 'ChallengeResponses'
  const whole = valueOf(shape, caller)
  const text = pick([...oddTexts, ...evilTexts])
  return request(target, withValueAt(whole, [map, pick(parameterNames)], random() < 0.7 ? text : oddValue()))
}

const answerNames: Record<string, readonly string[]> = {
  PASSWORD_VERIFIER: ['TIMESTAMP', 'PASSWORD_CLAIM_SIGNATURE', 'DEVICE_KEY'],
  SELECT_CHALLENGE: ['ANSWER', 'PASSWORD', 'SRP_A', 'CREDENTIAL', 'DEVICE_KEY'],
  EMAIL_OTP: ['EMAIL_OTP_CODE', 'DEVICE_KEY'],
  WEB_AUTHN: ['CREDENTIAL', 'DEVICE_KEY'],
}

/** An odd answer to a step that really waits for one, by its owner or by a stranger. */
const ownStep = (caller: Caller): Try => {
  const { step, session } = pick(caller.pending)
  const names = answerNames[step] ?? []
  const fair = names.map((name) => [name, usual[name]?.(caller) ?? '123456'])
  const answers = Object.fromEntries([
    ...fair,
    [pick(names), pick([...oddTexts, ...evilTexts, '{"id":1}', '[]', '{"response":{}}'])],
  ])
  const ChallengeResponses = { USERNAME: someUsername(caller), PASSWORD_CLAIM_SECRET_BLOCK: session, ...answers }
  const input = { ClientId: clientId, ChallengeName: step, Session: session.slice(0, 2048), ChallengeResponses }
  return request(`${userPool}.RespondToAuthChallenge`, input)
}

const missingMember = (caller: Caller): Try => {
  const { target, shape } = pick(open)
  const members = Object.entries(valueOf(shape, caller) as object)
  return request(target, Object.fromEntries(members.filter(() => random() < 0.6)))
}

const brokenText = (caller: Caller): Try => {
  const { target, shape } = pick(open)
  const { body } = request(target, valueOf(shape, caller))
  const at = upTo(body.length)
  const broken = pick([
    body.slice(0, at),
    `${body.slice(0, at)}${pick(['"', '{', '}', '\\', '\0', '\\u0000', '\\ud800', ',', '1e999', '\ufeff'])}${body.slice(at + 1)}`,
    `${body}${body}`,
    `[${body}]`,
    `${'['.repeat(3000)}${body}`,
    body.replace('{', '{"__proto__":{"ClientId":"x"},"constructor":1,'),
    pick(['', 'null', '0', '"x"', '<html>', 'undefined', `"${'x'.repeat(70_000)}"`]),
  ])
  return { target, type: contentType, body: broken }
}

const wrongTarget = (caller: Caller): Try => {
  const { target, shape } = pick(open)
  const [, name = ''] = target.split('.')
  const wrong = pick([
    '',
    name,
    `${identityPool}.SignUp`,
    `${userPool}.GetId`,
    `${userPool}.${name}x`,
    `${target}.${name}`,
    `${userPool}.${pick(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'A'.repeat(200)])}`,
    `${userPool}.${pick(Object.keys(adminOperations))}`,
    `AWSCognitoIdentityProviderService_20160418.${name}`,
  ])
  return { ...request(wrong, { UserPoolId: poolId, ...(valueOf(shape, caller) as object) }), mustRefuse: true }
}

const wrongType = (caller: Caller): Try => {
  const { target, shape } = pick(open)
  const types = [
    'application/json',
    'text/plain',
    'text/html',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'x',
    '',
  ]
  return { ...request(target, valueOf(shape, caller)), type: pick(types), mustRefuse: true }
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const decode = (part = ''): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString())
const own = generateKeyPairSync('rsa', { modulusLength: 2048 })

const forgeries = ({ access, id }: Caller, { jwk, expired }: { jwk: Record<string, string>; expired: string }): string[] => {
  const [head, payload, signature] = access.split('.')
  const [header, claims] = [decode(head), decode(payload)]
  const signedBy = (given: object, body: object) => {
    const text = `${encode(given)}.${encode(body)}`
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), own.privateKey).toString('base64url')}`
  }
  const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  const byHash = (key: string | Buffer) => {
    const text = `${encode({ ...header, alg: 'HS256' })}.${payload}`
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
  }
  return [
    ...['none', 'None', ''].map((alg) => `${encode({ ...header, alg })}.${payload}.`),
    byHash(pem),
    byHash(jwk['n'] ?? ''),
    signedBy(header, claims),
    signedBy({ ...header, kid: 'mine' }, claims),
    signedBy({ ...header, kid: 'mine', jwk: own.publicKey.export({ format: 'jwk' }) }, claims),
    signedBy({ ...header, kid: '../../x' }, { ...claims, iss: 'https://elsewhere.example.com' }),
    `${head}.${encode({ ...claims, iss: 'https://elsewhere.example.com' })}.${signature}`,
    `${head}.${encode({ ...claims, sub: '00000000-0000-4000-8000-000000000000' })}.${signature}`,
    `${encode({ ...header, kid: 'other' })}.${payload}.${signature}`,
    `${head}.${payload}.`,
    expired,
    id,
  ]
}

const forged = (caller: Caller, tokens: readonly string[]): Try => {
  const { target, shape } = pick(open.filter(({ shape }) => shape.properties?.['AccessToken']))
  const input = valueOf(shape, caller) as Record<string, unknown>
  return { ...request(target, { ...input, AccessToken: pick(tokens) }), mustRefuse: true }
}

const weighted = [oneMember, oneMember, oneMember, oneText, oneText, oneParameter, ownStep, missingMember, brokenText]
const perCaller = 500
const batches = 20

describe('Ten thousand malformed requests', () => {
  let pool: TestPool
  /** Never named; only her pending sign-in is known to the callers. */
  const vera = { email: 'vera@victim.example', secrets: [] as string[], session: '' }
  let jwk: Record<string, string>

  const register = async (Username: string) => {
    await pool.call('SignUp', { Username, Password: password })
    await pool.call('ConfirmSignUp', { Username, ConfirmationCode: pool.codeFor(Username) })
  }
  const initiate = async (AuthFlow: string, AuthParameters: object) =>
    (await pool.call('InitiateAuth', { AuthFlow, AuthParameters })).body
  const signIn = async (USERNAME: string) =>
    (await initiate('USER_PASSWORD_AUTH', { USERNAME, PASSWORD: password })).AuthenticationResult

  beforeAll(async () => {
    pool = await startPool()
    await register(vera.email)
    const { AccessToken, IdToken, RefreshToken } = await signIn(vera.email)
    const { ChallengeParameters } = await initiate('USER_SRP_AUTH', { USERNAME: vera.email, SRP_A: 'abc123' })
    vera.session = ChallengeParameters['SECRET_BLOCK'] ?? ''
    vera.secrets = [vera.email, ChallengeParameters['USERNAME'] ?? '', AccessToken, IdToken, RefreshToken]
    jwk = (await pool.app.inject(`/idp/${poolId}/.well-known/jwks.json`)).json().keys[0]
  })
  afterAll(() => pool.close())

  const startStep = async (USERNAME: string, at: number): Promise<Pending> => {
    const PREFERRED_CHALLENGE = ['PASSWORD_SRP', 'EMAIL_OTP', 'WEB_AUTHN', 'NONE'][at % 4]
    const { body } = await pool.call('InitiateAuth', {
      AuthFlow: 'USER_AUTH',
      AuthParameters: { USERNAME, PREFERRED_CHALLENGE, SRP_A: 'abc123' },
    })
    return { step: body.ChallengeName, session: body.Session ?? body.ChallengeParameters['SECRET_BLOCK'] }
  }

  const newCaller = async (number: number): Promise<{ caller: Caller; tokens: string[] }> => {
    const email = `mallory${number}@example.com`
    await register(email)
    pool.clock.ahead = -2 * 60 * 60_000
    const expired = (await signIn(email)).AccessToken
    pool.clock.ahead = 0
    const { AccessToken, IdToken, RefreshToken } = await signIn(email)
    const pending = await Promise.all([...'abcdefgh'].map((_, at) => startStep(email, at)))
    const caller = { email, access: AccessToken, id: IdToken, refresh: RefreshToken, session: vera.session, pending }
    return { caller, tokens: forgeries(caller, { jwk, expired }) }
  }

  const compose = (caller: Caller, tokens: readonly string[]): Try => {
    const kind = random()
    if (kind < 0.08) return forged(caller, tokens)
    if (kind < 0.12) return wrongTarget(caller)
    return kind < 0.15 ? wrongType(caller) : pick(weighted)(caller)
  }

  const problemsOf = async ({ target, type, body, mustRefuse }: Try): Promise<string[]> => {
    const headers = { 'x-amz-target': target.replaceAll(/[^\x20-\x7e]/g, '?'), ...(type === '' ? {} : { 'content-type': type }) }
    const reply = await pool.app.inject({ method: 'POST', url: '/idp', headers, payload: body })
    const text = reply.body
    const answer: unknown = JSON.parse(text)
    const { __type, message } = answer as Record<string, unknown>
    const isRefusal = typeof __type === 'string' && typeof message === 'string' && reply.statusCode >= 400
    const isAnswer = reply.statusCode === 200 && typeof answer === 'object' && answer !== null && __type === undefined
    const found = [
      [reply.statusCode >= 500, 'is a fault'],
      [!isRefusal && !isAnswer, 'is neither an answer nor a refusal'],
      [mustRefuse === true && !isRefusal, 'is not refused'],
      [reply.headers['content-type'] !== contentType, 'has another type'],
      [isRefusal && reply.headers['x-amzn-errortype'] !== `${__type}:`, 'has another name in its header'],
      [vera.secrets.some((secret) => text.includes(secret)), 'tells of somebody else'],
    ] as const
    return found.filter(([isSo]) => isSo).map(([, what]) => `${target} ${body.slice(0, 300)} ${what}: ${text.slice(0, 200)}`)
  }

  it.each(Array.from({ length: batches }, (_, at) => at + 1))(
    `are all answered in JSON, by name, without a fault and without data of another user: ${perCaller} of caller %i [IDP-13] [IDP-06]`,
    async (number) => {
      const problems: string[] = []
      const { caller, tokens } = await newCaller(number)
      const tries = Array.from({ length: perCaller }, () => compose(caller, tokens))
      for (let at = 0; at < tries.length; at += 4)
        problems.push(...(await Promise.all(tries.slice(at, at + 4).map(problemsOf))).flat())
      expect(problems).toEqual([])
      expect(pool.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
    },
  )
})
