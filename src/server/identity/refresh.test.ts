// Refresh tokens, as the unmodified Amplify client uses them in several tabs, and as a thief would.
import { createHash, randomBytes } from 'node:crypto'
import { fetchAuthSession, signIn } from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { leave, startPoolForAmplify } from './testing/amplify.ts'
import { password, register, type TestPool } from './testing/pool.ts'

let pool: TestPool
const minute = 60_000
const day = 24 * 60 * minute

/** What every tab of the browser reads and writes. */
const kept = new Map<string, string>()
const storage = {
  setItem: async (key: string, value: string) => void kept.set(key, value),
  getItem: async (key: string) => kept.get(key) ?? null,
  removeItem: async (key: string) => void kept.delete(key),
  clear: async () => kept.clear(),
}
const keptToken = () => [...kept].find(([key]) => key.endsWith('.refreshToken'))?.[1] ?? ''

beforeAll(async () => {
  pool = await startPoolForAmplify()
  cognitoUserPoolsTokenProvider.setKeyValueStorage(storage)
})
afterEach(() => leave(pool))
afterAll(() => pool.close())

const tokensOf = async (USERNAME: string) => {
  const AuthParameters = { USERNAME, PASSWORD: password }
  return (await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })).body.AuthenticationResult
}
const use = async (RefreshToken: string) => (await pool.call('GetTokensFromRefreshToken', { RefreshToken })).body
const next = async (RefreshToken: string) => (await use(RefreshToken)).AuthenticationResult.RefreshToken

describe('A refresh token', () => {
  it("is replaced in Ann's browser each time it is used, also when two of her tabs do so at once [IDP-08]", async () => {
    await register(pool, 'ann@example.com')
    await signIn({ username: 'ann@example.com', password })
    const first = keptToken()
    const [otherTab] = await Promise.all([use(first), fetchAuthSession({ forceRefresh: true })])
    const second = keptToken()
    expect(second).not.toBe(first)
    expect(otherTab.AuthenticationResult.RefreshToken).toBe(second)
    for (let i = 0; i < 3; i += 1) {
      pool.clock.ahead += 61 * minute
      const before = keptToken()
      expect((await fetchAuthSession({ forceRefresh: true })).tokens?.accessToken).toBeDefined()
      expect(keptToken()).not.toBe(before)
    }
  })

  it('is answered with the same next one for a minute, for any number of calls', async () => {
    await register(pool, 'bea@example.com')
    const { RefreshToken } = await tokensOf('bea@example.com')
    const answers = await Promise.all([1, 2, 3].map(() => next(RefreshToken)))
    expect(new Set(answers).size).toBe(1)
    pool.clock.ahead = 59_000
    expect(await next(RefreshToken)).toBe(answers[0])
    expect((await use(answers[0] ?? '')).AuthenticationResult).not.toHaveProperty('RefreshToken')
  })

  it('ends the whole sign-in of Cleo when it is used again later, and she gets an email [IDP-08]', async () => {
    await register(pool, 'cleo@example.com')
    const stolen = (await tokensOf('cleo@example.com')).RefreshToken
    const hers = await use(stolen)
    pool.clock.ahead = 61_000
    expect((await use(stolen)).__type).toBe('RefreshTokenReuseException')
    const { AccessToken, RefreshToken } = hers.AuthenticationResult
    expect((await use(RefreshToken)).message).toBe('Refresh Token has been revoked')
    expect((await pool.call('GetUser', { AccessToken })).body.message).toBe('Access Token has been revoked')
    expect(pool.lastEmailTo('cleo@example.com')?.subject).toBe('We ended one of your sessions')
    expect(await tokensOf('cleo@example.com')).toHaveProperty('AccessToken')
  })

  it('makes the client of Dora forget everything when someone else used hers first', async () => {
    await register(pool, 'dora@example.com')
    await signIn({ username: 'dora@example.com', password })
    await next(keptToken())
    pool.clock.ahead = 61_000
    const refreshed = fetchAuthSession({ forceRefresh: true })
    await expect(refreshed).rejects.toMatchObject({ name: 'RefreshTokenReuseException' })
    expect(keptToken()).toBe('')
  })

  it('is replaced for clients that refresh by InitiateAuth too', async () => {
    await register(pool, 'elsa@example.com')
    const { RefreshToken } = await tokensOf('elsa@example.com')
    const refresh = async (REFRESH_TOKEN: string) =>
      (await pool.call('InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN } })).body
    const { AuthenticationResult } = await refresh(RefreshToken)
    pool.clock.ahead = 61_000
    expect((await refresh(RefreshToken)).__type).toBe('RefreshTokenReuseException')
    expect((await refresh(AuthenticationResult.RefreshToken)).message).toBe('Refresh Token has been revoked')
  })

  it('cannot be invented: what only looks like one of another generation ends nothing', async () => {
    await register(pool, 'faye@example.com')
    const { RefreshToken } = await tokensOf('faye@example.com')
    const [origin, , proof] = (await next(RefreshToken)).split('.')
    pool.clock.ahead = 61_000
    for (const made of [`${origin}.7.${proof}`, `${origin}.0.${proof}`, `${origin}.0.${'A'.repeat(43)}`, 'A'.repeat(64)])
      expect((await use(made)).message).toBe('Invalid Refresh Token')
    expect(await next(`${origin}.1.${proof}`)).toBeDefined()
  })

  it('that Gina got before tokens were single-use still works, and is single-use from now on', async () => {
    await register(pool, 'gina@example.com')
    const { RefreshToken } = await tokensOf('gina@example.com')
    const old = randomBytes(48).toString('base64url')
    const hash = createHash('sha256').update(old).digest('base64url')
    const origin = RefreshToken.split('.')[0] ?? ''
    await pool.database.asSystem('test', (tx) =>
      sql`update pool.refresh_token set token_hash = ${hash}, seed = null where origin_jti = ${origin}`.execute(tx),
    )
    const second = await next(old)
    expect(await next(old)).toBe(second)
    pool.clock.ahead = 61_000
    expect(await next(second)).toBeDefined()
    expect((await use(old)).__type).toBe('RefreshTokenReuseException')
  })
})

describe('A sign-in', () => {
  it('ends after fourteen days without use', async () => {
    await register(pool, 'hana@example.com')
    const { RefreshToken } = await tokensOf('hana@example.com')
    pool.clock.ahead = 13 * day
    const second = await next(RefreshToken)
    pool.clock.ahead = 26 * day
    const third = await next(second)
    expect(third).toBeDefined()
    const idle = (await tokensOf('hana@example.com')).RefreshToken
    pool.clock.ahead = 40 * day + minute
    expect((await use(idle)).message).toBe('Refresh Token has expired')
  })

  it('ends after thirty days even with regular use, and keeps the time of its proof until then', async () => {
    await register(pool, 'ina@example.com')
    const timeOf = (token: string) => decodeJwt(token)['auth_time']
    const { RefreshToken, AccessToken } = await tokensOf('ina@example.com')
    let token = RefreshToken
    for (const days of [10, 20, 29]) {
      pool.clock.ahead = days * day
      const { AuthenticationResult } = await use(token)
      expect(timeOf(AuthenticationResult.AccessToken)).toBe(timeOf(AccessToken))
      token = AuthenticationResult.RefreshToken
    }
    pool.clock.ahead = 30 * day + minute
    expect((await use(token)).message).toBe('Refresh Token has expired')
  })
})
