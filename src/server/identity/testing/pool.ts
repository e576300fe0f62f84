// The pool as the product serves it, on a free port and its own database, with a clock that can be moved and emails
// that can be read.
import { createListener } from '#server/platform/db/listen.ts'
import type { Email } from '#server/platform/email/email.ts'
import { readSealingKeys } from '#server/platform/sealing-keys.ts'
import { createSealer } from '#server/platform/secrets.ts'
import { testDatabase, testSealingKey } from '#server/testing/database/database.ts'
import { fastify, type FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { createIdentity, type IdentityOptions } from '../public.ts'

export const poolId = 'us-east-1_Tributary'
export const identityPoolId = 'us-east-1:7d1f2c3b-4a5e-4f60-8a9b-0c1d2e3f4a5b'
export const clientId = '1tributary23456789embedded'

/** The password of all users, unless a test is about passwords. */
export const password = 'correct horse'

export const poolSettings: IdentityOptions['pool'] = {
  id: poolId,
  clientId,
  issuer: `http://localhost/idp/${poolId}`,
  mfa: 'optional',
  signInLasts: { idle: 14 * 86_400_000, atMost: 30 * 86_400_000 },
  signUpVerification: 'code',
  passkeys: { rpId: 'localhost', origin: 'http://localhost' },
  identityPoolId,
}

/** The members that tests read, typed as present: a missing one fails the test that reads it. */
interface WireBody {
  __type: string
  message: string
  ChallengeName: string
  Session: string
  SecretCode: string
  ChallengeParameters: Record<string, string>
  AuthenticationResult: { AccessToken: string; IdToken: string; RefreshToken: string }
}

/** Calls the pool directly over HTTP, without a client library. */
const caller =
  (app: FastifyInstance) =>
  async (
    operation: string,
    input: object | string,
    /** Where it comes from. */
    remoteAddress = '127.0.0.1',
  ): Promise<{ status: number; headers: Record<string, unknown>; body: WireBody }> => {
    const reply = await app.inject({
      method: 'POST',
      url: '/idp',
      remoteAddress,
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` },
      payload: typeof input === 'string' ? input : JSON.stringify({ ClientId: clientId, ...input }),
    })
    return { status: reply.statusCode, headers: reply.headers, body: reply.json<WireBody>() }
  }

const createClock = () => {
  const clock = {
    ahead: 0,
    stoppedAt: undefined as number | undefined,
    now: () => new Date((clock.stoppedAt === undefined ? Date.now() : clock.stoppedAt++) + clock.ahead),
    /** From now on a millisecond passes whenever the time is read, however long the machine takes in between. */
    stop: () => {
      clock.stoppedAt = Date.now()
    },
  }
  return clock
}

export const startPool = async (overrides: Partial<IdentityOptions> = {}) => {
  const store = await testDatabase('with keys')
  const { database, location } = store
  const sealer = createSealer(readSealingKeys(testSealingKey(), '') ?? [])
  const logged: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  const listener = createListener(location, log)
  const emails: Email[] = []
  const texts: { to: string; text: string }[] = []
  const clock = createClock()
  const options: IdentityOptions = {
    database,
    sealer,
    clock,
    log,
    post: async (_tx, email) => void emails.push(email),
    postText: async (_tx, message) => void texts.push(message),
    pool: poolSettings,
    productUrl: 'http://localhost/',
    listener,
    limits: {
      callsPerMinute: 100_000,
      proofsAtOnce: 100_000,
      proofsWaiting: 100_000,
      failuresPerAddress: 100_000,
      failuresPerNetwork: 100_000,
      lettersPerAddress: 100_000,
      lettersPerNetwork: 100_000,
    },
    ...overrides,
  }
  const app = fastify({ logger: false, genReqId: () => randomUUID() })
  const identity = createIdentity(options)
  await listener.start()
  if (identity.routes) await app.register(identity.routes)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const lastEmailTo = (address: string) => emails.findLast(({ to }) => to === address)
  return {
    app,
    database,
    sealer,
    identity,
    options,
    emails,
    texts,
    logged,
    clock,
    endpoint: `${origin}/idp`,
    call: caller(app),
    lastEmailTo,
    /** The code, or the temporary password, in the last email to that address. */
    codeFor: (email: string): string => /^ {4}(\S+)$/m.exec(lastEmailTo(email)?.text ?? '')?.[1] ?? '',
    async close() {
      await app.close()
      await listener.close()
      await store.close()
    },
  }
}

export type TestPool = Awaited<ReturnType<typeof startPool>>

/** Signed up and confirmed by hand; returns the answer of the confirmation. */
export const register = async ({ call, codeFor }: TestPool, Username: string) => {
  await call('SignUp', { Username, Password: password })
  return call('ConfirmSignUp', { Username, ConfirmationCode: codeFor(Username) })
}
