import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetrics } from '../metrics.ts'
import { createHttpApp } from './app.ts'
import { defaultRateLimits } from './limits.ts'

const startApp = async (publicUrl: string, trustProxy?: string) => {
  const { app } = await createHttpApp({
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    limits: defaultRateLimits,
    apis: { users: '/users-api', agencies: '/agencies-api', contacts: '/contacts-api' },
    publicUrl,
    trustProxy,
  })
  app.get('/letters', async () => ({ codes: ['123456'] }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}

let local: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  local = await startApp('http://localhost:8400')
})
afterAll(() => local.close())

/** Sends exactly these lines, and returns the status. */
const send = async (app: typeof local, ...lines: string[]): Promise<number> => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.end(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1])
}

const get = 'GET /letters HTTP/1.1'
const host = 'Host: localhost:8400'

describe('A local installation', () => {
  it('answers this machine', async () => {
    expect(await send(local, get, host)).toBe(200)
  })

  it.each([
    'Forwarded: for=192.0.2.7',
    'X-Forwarded-For: 192.0.2.7',
    'x-forwarded-host: app.example.com',
    'X-Forwarded-Proto: https',
    'X-Real-IP: 192.0.2.7',
    'Via: 1.1 proxy',
    'CF-Connecting-IP: 192.0.2.7',
    'CF-Connecting-IPv6: 2001:db8::7',
    'True-Client-IP: 192.0.2.7',
    'Cdn-Loop: cloudflare; loops=1',
    'X-Client-IP: 192.0.2.7',
    'X-Cluster-Client-IP: 192.0.2.7',
    'Fastly-Client-IP: 192.0.2.7',
  ])('does not answer through a proxy that says %s', async (header) => {
    expect(await send(local, get, host, header)).toBe(404)
  })

  it('answers through a proxy that the operator has named', async () => {
    const app = await startApp('http://localhost:8400', 'loopback')
    expect(await send(app, get, host, 'X-Forwarded-For: 192.0.2.7', 'CF-Connecting-IP: 192.0.2.7')).toBe(200)
    await app.close()
  })
})

describe('Any installation', () => {
  it.each([
    ['two names', [get, host, 'Host: evil.example']],
    ['the same name twice', [get, host, host]],
    ['a whole address', ['GET http://evil.example/letters HTTP/1.1', host]],
    ['a whole address of its own', ['GET http://localhost:8400/letters HTTP/1.1', host]],
  ])('refuses %s', async (_what, lines) => {
    expect(await send(local, ...lines)).toBe(400)
    const app = await startApp('https://app.example.com')
    expect(await send(app, ...lines)).toBe(400)
    await app.close()
  })

  it('answers behind a proxy at a public address', async () => {
    const app = await startApp('https://app.example.com')
    expect(await send(app, get, 'Host: app.example.com', 'X-Forwarded-For: 192.0.2.7')).toBe(200)
    await app.close()
  })
})
