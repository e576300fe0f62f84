import { setTimeout as pause } from 'node:timers/promises'
import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { askedEvery, registerHealth } from './health.ts'

it('the database is queried once in a while, for any number of health checks', async () => {
  let probes = 0
  const app = fastify()
  const probe = askedEvery(200, async () => {
    probes += 1
    if (probes > 1) throw new Error('gone')
  })
  registerHealth(app, { isReady: () => true, probe })
  const status = async () => (await app.inject('/readyz')).statusCode
  const answers = await Promise.all(Array.from({ length: 50 }, status))
  expect([new Set(answers), probes]).toEqual([new Set([200]), 1])
  await pause(250)
  expect([await status(), await status(), probes]).toEqual([503, 503, 2])
})
