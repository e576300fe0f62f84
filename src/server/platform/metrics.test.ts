import { describe, expect, it } from 'vitest'
import { createMetrics, createMetricsApp } from './metrics.ts'

const statusAt = async (options: { host: string; trustProxy?: string }, headers: Record<string, string>): Promise<number> => {
  const app = createMetricsApp(createMetrics(), { trustProxy: undefined, ...options })
  const { statusCode } = await app.inject({ url: '/metrics', headers })
  return statusCode
}

describe('The metrics on this machine alone', () => {
  it.each(['127.0.0.1', 'localhost', '::1'])('answer at %s to every name of this machine', async (host) => {
    for (const name of ['127.0.0.1:8402', 'localhost:8402', '[::1]:8402', 'localhost'])
      expect(await statusAt({ host }, { host: name })).toBe(200)
  })

  it.each(['127.0.0.1', 'localhost', '::1'])('cannot be read at %s by a website whose name points here', async (host) => {
    expect(await statusAt({ host }, { host: 'evil.example:8402' })).toBe(404)
  })

  it('can be read through a proxy only if the operator has named it', async () => {
    const headers = { host: 'localhost:8402', 'x-forwarded-for': '192.0.2.7' }
    expect(await statusAt({ host: '127.0.0.1' }, headers)).toBe(404)
    expect(await statusAt({ host: '127.0.0.1', trustProxy: 'loopback' }, headers)).toBe(200)
  })
})

describe('The metrics for a network', () => {
  it.each(['0.0.0.0', '::', '10.0.0.7'])(
    'answer at %s to any name, because the operator keeps that network closed',
    async (host) => {
      expect(await statusAt({ host }, { host: 'tributary-7.internal:8402' })).toBe(200)
    },
  )
})
