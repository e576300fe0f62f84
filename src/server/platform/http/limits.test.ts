import { fastify } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { AppError } from '../errors.ts'
import { createLimiter } from './limits.ts'

const startLimited = async (perAddress: number) => {
  const app = fastify()
  onTestFinished(() => app.close())
  app.setErrorHandler((error, _request, reply) => reply.status(error instanceof AppError ? error.status : 500).send())
  const limiter = await createLimiter(app, { perAddress, perUser: 1 })
  app.get('/', { onRequest: (request) => limiter.perAddress(request), handler: async () => 'answered' })
  return async (remoteAddress: string) => (await app.inject({ url: '/', remoteAddress })).statusCode
}

it('an address over its limit stays refused while ten thousand other networks call', async () => {
  const callFrom = await startLimited(2)
  const loud = '203.0.113.9'
  expect([await callFrom(loud), await callFrom(loud), await callFrom(loud)]).toEqual([200, 200, 429])
  for (let other = 0; other < 10_000; other += 1) await callFrom(`2001:db8:${other.toString(16)}::1`)
  expect([await callFrom(loud), await callFrom('203.0.113.10')]).toEqual([429, 200])
})
