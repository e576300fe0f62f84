import { setTimeout as pause } from 'node:timers/promises'
import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { askedEvery, registerHealth } from './health.ts'

it('however often somebody asks whether we can serve, the database is asked once in a while', async () => {
  let asked = 0
  const app = fastify()
  const probe = askedEvery(200, async () => {
    asked += 1
    if (asked > 1) throw new Error('gone')
  })
  registerHealth(app, { isReady: () => true, probe })
  const status = async () => (await app.inject('/readyz')).statusCode
  const answers = await Promise.all(Array.from({ length: 50 }, status))
  expect([new Set(answers), asked]).toEqual([new Set([200]), 1])
  await pause(250)
  expect([await status(), await status(), asked]).toEqual([503, 503, 2])
})
