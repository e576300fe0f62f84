import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '#server/platform/clock.ts'
import type { Listener } from '#server/platform/db/listen.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { createCallers } from '#server/platform/http/callers.ts'
import { createLiveHub } from '#server/platform/live/hub.ts'
import { password, register, startPool, type TestPool } from '../testing/pool.ts'
import { createRevocations } from './revocation.ts'

/** A listener that receives nothing but what the test sends. */
const silentListener = () => {
  const gapHandlers: (() => void)[] = []
  const handlers: ((payload: string) => void)[] = []
  return {
    listener: {
      on: (_channel: string, handler: (payload: string) => void) => void handlers.push(handler),
      onGap: (handler: () => void) => void gapHandlers.push(handler),
    },
    gap: () => gapHandlers.forEach((handle) => handle()),
    announce: (originJti: string) => handlers.forEach((handle) => handle(originJti)),
  }
}

describe('A sign-in that was ended while the connection was down', () => {
  it('is no longer valid once the connection is back', async () => {
    const line = silentListener()
    const pool = await startPool({ listener: line.listener })
    const ann = { Username: 'ann@example.com', Password: 'correct horse' }
    await pool.call('SignUp', ann)
    await pool.call('ConfirmSignUp', { ...ann, ConfirmationCode: pool.codeFor(ann.Username) })
    const AuthParameters = { USERNAME: ann.Username, PASSWORD: ann.Password }
    const { body } = await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })
    const { AccessToken } = body.AuthenticationResult
    const { sub, originJti } = await pool.identity.verifyAccessToken(AccessToken)
    await pool.call('GlobalSignOut', { AccessToken })
    expect((await pool.identity.verifyAccessToken(AccessToken)).sub).toBe(sub)
    line.gap()
    await expect(pool.identity.verifyAccessToken(AccessToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await pool.identity.isRevoked(originJti)).toBe(true)
    await pool.close()
  })

  it('is valid for less than a minute more if the notification is lost, also for an open screen [IDP-08]', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { listener } = silentListener()
    const pool = await startPool({ listener })
    await register(pool, 'bea@example.com')
    const AuthParameters = { USERNAME: 'bea@example.com', PASSWORD: password }
    const { body } = await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })
    const { AccessToken } = body.AuthenticationResult
    const verify = (token: string) => pool.identity.verifyAccessToken(token)
    const callers = createCallers({ verify, find: async () => undefined }, listener as Listener)
    const { originJti, sub: subject, expiresAt } = await callers.verify(AccessToken)
    const mayLook = async () => !(await pool.identity.isRevoked(originJti))
    const hub = createLiveHub({ database: pool.database, listener, mayLook })
    let isOpen = true
    const end = () => {
      isOpen = false
    }
    hub.subscribe(randomUUID(), undefined, { subject, originJti, expiresAt, tell: () => {}, end })
    await pool.call('GlobalSignOut', { AccessToken })
    expect((await callers.verify(AccessToken)).originJti).toBe(originJti)
    for (let passed = 0; passed < 59_000; passed += 1000) {
      vi.advanceTimersByTime(1000)
      await callers.verify(AccessToken).catch(() => undefined)
    }
    await expect(callers.verify(AccessToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await vi.waitFor(() => expect(isOpen).toBe(false), { timeout: 120_000 })
    expect(hub.connected()).toBe(0)
    await pool.close()
  })

  it('is not cached as valid by an earlier query', async () => {
    const answers: ((revoked: boolean) => void)[] = []
    const database = {
      asSystem: () => new Promise((resolve) => answers.push(resolve as (revoked: boolean) => void)),
    } as Partial<Database> as Database
    const line = silentListener()
    const { isRevoked } = createRevocations({ database, clock: systemClock, listener: line.listener })
    const overtaken = isRevoked('origin')
    line.gap()
    answers[0]?.(false)
    expect(await overtaken).toBe(false)
    const again = isRevoked('origin')
    answers[1]?.(true)
    expect(await again).toBe(true)
  })

  it('is known immediately while the connection is up', async () => {
    const database = { asSystem: async () => false } as Partial<Database> as Database
    const line = silentListener()
    const { isRevoked, onRevoked } = createRevocations({ database, clock: systemClock, listener: line.listener })
    const announced: string[] = []
    onRevoked((originJti) => announced.push(originJti))
    expect(await isRevoked('origin')).toBe(false)
    line.announce('origin')
    expect([await isRevoked('origin'), announced]).toEqual([true, ['origin']])
  })
})

describe('A user who signs in very often', () => {
  let pool: TestPool
  beforeAll(async () => {
    pool = await startPool()
  })
  afterAll(() => pool.close())

  const signUpAs = async (Username: string) => {
    await pool.call('SignUp', { Username, Password: 'correct horse' })
    await pool.call('ConfirmSignUp', { Username, ConfirmationCode: pool.codeFor(Username) })
  }
  const signIn = async (USERNAME: string) => {
    const AuthParameters = { USERNAME, PASSWORD: 'correct horse' }
    return (await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })).body.AuthenticationResult
  }
  const addSignIns = (email: string, count: number) =>
    pool.database.asSystem('test: many sign-ins', (tx) =>
      sql`insert into pool.refresh_token (token_hash, sub, origin_jti, auth_time, expires)
        select sub || ' ' || n, sub, gen_random_uuid(), now(), now() + interval '30 days'
        from pool.account, generate_series(1, ${count}::int) n where email_norm = ${email}`.execute(tx),
    )

  it('keeps the newest two hundred, and the older ones end immediately and everywhere [IDP-13]', async () => {
    await signUpAs('cleo@example.com')
    const announced: string[] = []
    pool.identity.onRevoked((originJti) => announced.push(originJti))
    const [oldest, second] = [await signIn('cleo@example.com'), await signIn('cleo@example.com')]
    const { originJti } = await pool.identity.verifyAccessToken(oldest.AccessToken)
    await addSignIns('cleo@example.com', 197)
    await signIn('cleo@example.com')
    expect((await pool.identity.verifyAccessToken(oldest.AccessToken)).originJti).toBe(originJti)
    const newest = await signIn('cleo@example.com')
    await expect.poll(() => announced).toEqual([originJti])
    await expect(pool.identity.verifyAccessToken(oldest.AccessToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    const refresh = async ({ RefreshToken }: { RefreshToken: string }) =>
      (await pool.call('GetTokensFromRefreshToken', { RefreshToken })).body
    expect((await refresh(oldest)).message).toBe('Refresh Token has been revoked')
    for (const kept of [second, newest]) expect(await refresh(kept)).toHaveProperty('AuthenticationResult')
  })

  it('can still end them all, in any number [IDP-08]', async () => {
    await signUpAs('bea@example.com')
    const { AccessToken } = await signIn('bea@example.com')
    await addSignIns('bea@example.com', 40_000)
    expect((await pool.call('GlobalSignOut', { AccessToken })).status).toBe(200)
    expect((await pool.call('GetUser', { AccessToken })).body.message).toBe('Access Token has been revoked')
  })
})
