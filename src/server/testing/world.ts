// The whole product on its own database, for tests that use its public API.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { request as send } from 'undici'
import type { ErrorEnvelope } from '#contract/kit/errors.ts'
import type { Reply, Request, Route } from '#contract/kit/route.ts'
import { termsVersion } from '#contract/signup/terms.ts'
import { getUserByEmail, type CurrentUser } from '#contract/signup/current-user.ts'
import { readConfig } from '#server/platform/config.ts'
import type { DatabaseLocation } from '#server/platform/db/connection.ts'
import type { RateLimits } from '#server/platform/http/limits.ts'
import { apiPrefix } from '#server/platform/http/register.ts'
import type { Log } from '#server/platform/log.ts'
import { start, type Running } from '#server/start.ts'
import { testDatabase, testSealingKey } from './database/database.ts'
import { freePort } from './free-port.ts'
import { callIdentity, signInByPassword, type IdentityAnswer } from './identity-client.ts'

interface Answer<R extends Route> {
  status: number
  body: Reply<R>
  error: ErrorEnvelope
  headers: Headers
}

type Headers_ = Record<string, string>
type Caller = <const R extends Route>(route: R, request?: Request<R>, headers?: Headers_) => Promise<Answer<R>>

export interface TestUser {
  email: string
  password: string
  token: string
  refreshToken: string
  user: CurrentUser
  /** Calls the API as this user. */
  call: Caller
}

interface SignUp {
  company: string
  name?: string
  lastname?: string
  email?: string
  agency?: boolean
  password?: string
}

export interface World extends Pick<
  Running,
  'url' | 'database' | 'identity' | 'queue' | 'dispatcher' | 'vendors' | 'metricsUrl' | 'sandboxUrl' | 'sandbox'
> {
  location: DatabaseLocation
  dataDir: string
  /** Calls the API without signing in. */
  call: Caller
  /** One operation of the identity provider, as its client sends it. */
  idp(operation: string, body: object): Promise<IdentityAnswer>
  /** Signs up, reads the code from the outbox, confirms, signs in, and opens the account. */
  signUp(form: SignUp): Promise<TestUser>
  /** Signs a known user in again. */
  signIn(email: string, password: string): Promise<TestUser>
  /** The newest code or temporary password that was sent to an address. */
  codeFor(email: string): Promise<string>
  close(): Promise<void>
}

/** The longer it takes, the less often it polls, because polling takes processor time. */
const pauseAfter = (waitedMs: number): number => Math.min(100, 20 + waitedMs / 50)

/** Polls until there is an answer; fails if there never is one. */
export const eventually = async <T>(ask: () => Promise<T | undefined>, within = 240_000): Promise<T> => {
  const since = Date.now()
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    const waited = Date.now() - since
    if (waited > within) throw new Error('This did not happen in time')
    await new Promise((resolve) => {
      setTimeout(resolve, pauseAfter(waited))
    })
  }
}

const callerOf =
  (url: string, token?: string): Caller =>
  async (route, request = {} as never, headers = {}) => {
    const { params, query, body } = request as { params?: Headers_; query?: Record<string, unknown>; body?: unknown }
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(params?.[name] ?? ''))
    const search = new URLSearchParams(Object.entries(query ?? {}).map(([key, value]) => [key, String(value)])).toString()
    // Tests make tens of thousands of calls, and this costs half of what fetch does.
    const response = await send(`${url}${apiPrefix[route.api]}${path}${search && `?${search}`}`, {
      method: route.method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = (await response.body.json().catch(() => undefined)) as never
    const replyHeaders = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string])
    return { status: response.statusCode, body: answer, error: answer, headers: new Headers(replyHeaders) }
  }

const plentiful: RateLimits = { perAddress: 1_000_000, perUser: 1_000_000 }

/** Vendors are asked as fast as they answer; a test about the pace asks for it. */
const usualEnv = { TRUST_PROXY: 'loopback', VENDOR_LIMITS: 'off' }

const settle = async (settings: { args?: readonly string[]; env?: Record<string, string> }, dataDir: string) => {
  const port = await freePort()
  const args = [
    '--port',
    String(port),
    '--sandbox-port',
    '0',
    '--metrics-port',
    '0',
    '--demo',
    'off',
    '--data',
    dataDir,
    '--log',
    'silent',
  ]
  const read = readConfig([...args, ...(settings.args ?? [])], { ...usualEnv, ...settings.env })
  if ('show' in read) throw new Error(read.show)
  return read.config
}

type Installation = Pick<World, 'url' | 'location' | 'dataDir'>

interface WorldSettings {
  args?: readonly string[]
  env?: Record<string, string>
  limits?: RateLimits
  log?: Log
  /** Another process of the same installation: with the database, the keys and the public address of that one. */
  beside?: Installation
}

const placeOf = async ({ beside, env }: WorldSettings) => {
  if (beside) return { dataDir: beside.dataDir, location: beside.location, remove: async () => {} }
  const dataDir = mkdtempSync(join(tmpdir(), 'tributary-world-'))
  const hasOwnKey = env?.['SEALING_KEY'] !== undefined
  const store = await testDatabase(hasOwnKey ? 'empty' : 'with keys')
  if (!hasOwnKey) writeFileSync(join(dataDir, 'sealing.keys'), `${testSealingKey()}\n`, { mode: 0o600 })
  const remove = async () => {
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { dataDir, location: store.location, remove }
}

/** The public API of any product that keeps its emails. */
const clientsOf = (url: string): Pick<World, 'idp' | 'codeFor' | 'signIn' | 'signUp'> => {
  const idp: World['idp'] = (operation, body) => callIdentity(url, operation, body)

  const codeFor = (email: string): Promise<string> =>
    eventually(async () => {
      const response = await fetch(`${url}/agencies-api/outbox/letters?limit=1&to=${encodeURIComponent(email)}`)
      const { items } = (await response.json()) as { items: { text: string }[] }
      return /^ {4}(\S+)$/m.exec(items[0]?.text ?? '')?.[1]
    })

  const signIn: World['signIn'] = async (email, password) => {
    const { token, refreshToken } = await signInByPassword(url, email, password)
    const call = callerOf(url, token)
    const query = { email, time_zone: 'Europe/London', terms_version: termsVersion } as const
    const answer = await call(getUserByEmail, { query })
    return { email, password, token, refreshToken, user: answer.body, call }
  }

  const signUp: World['signUp'] = async ({ company, name = 'Maya', lastname = 'Ellison', agency = false, ...form }) => {
    const email = form.email ?? `${name}.${randomBytes(4).toString('hex')}@example.com`.toLowerCase()
    const password = form.password ?? 'river-stone-7'
    const attributes = {
      email,
      given_name: name,
      family_name: lastname,
      'custom:companyName': company,
      'custom:env': 'prod',
      ...(agency ? { 'custom:isAgency': '1' } : {}),
    }
    const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }))
    const signedUp = await idp('SignUp', { Username: email, Password: password, UserAttributes })
    if (signedUp.status !== 200) throw new Error(`Sign-up failed: ${JSON.stringify(signedUp.body)}`)
    await idp('ConfirmSignUp', { Username: email, ConfirmationCode: await codeFor(email) })
    return signIn(email, password)
  }

  return { idp, codeFor, signIn, signUp }
}

export const signUpOn = (url: string, form: SignUp): Promise<TestUser> => clientsOf(url).signUp(form)

export const startWorld = async (settings: WorldSettings = {}): Promise<World> => {
  const { beside, log = pino({ level: 'silent' }), limits = plentiful } = settings
  const { dataDir, location, remove } = await placeOf(settings)
  const env = { ...settings.env, ...(beside ? { PUBLIC_URL: beside.url } : {}) }
  const config = await settle({ ...settings, env }, dataDir)
  const running = await start(config, log, { location, limits })
  const url = `http://localhost:${config.port}`
  const close = async (): Promise<void> => {
    await running.close()
    await remove()
  }
  return { ...running, url, location, dataDir, call: callerOf(url), ...clientsOf(url), close }
}
