import { describe, expect, it } from 'vitest'
import { systemClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { startPool } from '../testing.ts'
import { createRevocations } from './revocation.ts'

/** A line to the database that brings nothing but what the test says. */
const silentLine = () => {
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

describe('a sign-in that was ended while the line was down', () => {
  it('counts no longer once the line is back', async () => {
    const line = silentLine()
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

  it('is not remembered as good by a question that was asked before', async () => {
    const answers: ((revoked: boolean) => void)[] = []
    const database = {
      asSystem: () => new Promise((resolve) => answers.push(resolve as (revoked: boolean) => void)),
    } as Partial<Database> as Database
    const line = silentLine()
    const { isRevoked } = createRevocations({ database, clock: systemClock, listener: line.listener })
    const overtaken = isRevoked('origin')
    line.gap()
    answers[0]?.(false)
    expect(await overtaken).toBe(false)
    const again = isRevoked('origin')
    answers[1]?.(true)
    expect(await again).toBe(true)
  })

  it('is known at once while the line is up', async () => {
    const database = { asSystem: async () => false } as Partial<Database> as Database
    const line = silentLine()
    const { isRevoked, onRevoked } = createRevocations({ database, clock: systemClock, listener: line.listener })
    const heard: string[] = []
    onRevoked((originJti) => heard.push(originJti))
    expect(await isRevoked('origin')).toBe(false)
    line.announce('origin')
    expect([await isRevoked('origin'), heard]).toEqual([true, ['origin']])
  })
})
