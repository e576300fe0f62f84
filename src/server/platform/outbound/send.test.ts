import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOutbound, OutboundFailure, type Outbound } from './send.ts'

/** How names are resolved: the only part of the network that is simulated here. */
const names: Record<string, string[]> = {
  'rebound.example.com': ['127.0.0.1'],
  'metadata.example.com': ['169.254.169.254'],
  'inside.example.com': ['::ffff:10.0.0.1'],
  'both.example.com': ['93.184.216.34', '10.0.0.5'],
}
const resolved: string[] = []
const resolve: NonNullable<Parameters<typeof createOutbound>[0]['resolve']> = (name, _options, done) => {
  resolved.push(name)
  const found = names[name]
  if (!found) return done(new Error(`getaddrinfo ENOTFOUND ${name}`), [])
  return done(
    null,
    found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  )
}

let server: Server
let origin: string
let outbound: Outbound
const requested: string[] = []
const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/hello': (_request, response) => void response.setHeader('X-Kind', 'friendly').end('hello'),
  '/elsewhere': (_request, response) => void response.writeHead(302, { location: `${origin}/hello` }).end(),
  '/large': (_request, response) => void response.end('x'.repeat(20_000)),
  '/endless': (_request, response) => {
    const more = (): void => void (response.write('x'.repeat(1000)) && setImmediate(more))
    response.on('error', () => {})
    more()
  },
  '/gzip': (_request, response) => void response.setHeader('content-encoding', 'gzip').end(gzipSync('small again')),
  '/brotli': (_request, response) => void response.setHeader('content-encoding', 'br').end(brotliCompressSync('small again')),
  '/bomb': (_request, response) => void response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(1_000_000))),
  '/broken': (_request, response) => void response.setHeader('content-encoding', 'gzip').end('this is not compressed'),
  '/silent': () => {},
  '/late': (_request, response) => void setTimeout(() => response.end('at last'), 600),
  '/halfway': (_request, response) => void response.writeHead(200).write('the beginning'),
  '/hangs-up': (request) => void request.socket.destroy(),
}
beforeAll(async () => {
  server = createServer((request, response) => {
    requested.push(request.url ?? '')
    answers[request.url ?? '']?.(request, response)
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  outbound = createOutbound({ trusted: [origin], timeoutMs: 60_000, maxBytes: 10_000, resolve })
})
afterAll(async () => {
  await outbound.close()
  server.closeAllConnections()
  server.close()
})

const get = (url: string, signal?: AbortSignal) => outbound.send({ method: 'GET', url, signal })
const getWithin = (timeoutMs: number, url: string) => outbound.send({ method: 'GET', url, timeoutMs })
const failure = async (asking: Promise<unknown>): Promise<unknown> => {
  const error = await asking.catch((one: unknown) => one)
  return error instanceof OutboundFailure ? error.kind : error
}

describe('Outbound requests', () => {
  it('reach the sandboxes, although they are in our own network', async () => {
    expect(await get(`${origin}/hello`)).toMatchObject({ status: 200, text: 'hello', headers: { 'x-kind': 'friendly' } })
  })

  it.each([
    'http://127.0.0.1:1/',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://10.0.0.1/',
    'https://192.168.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[fe80::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://017700000001/',
    'https://vendor.localhost/',
    'https://metadata.google.internal/',
    'http://api.example.com/',
    'ftp://api.example.com/',
    'file:///etc/passwd',
  ])('do not reach %s', async (url) => {
    expect(await failure(get(url))).toBe('forbidden')
  })

  it('do not reach another port of the machine with the sandboxes', async () => {
    const other = new URL(origin)
    other.port = String(Number(other.port) - 1)
    expect(await failure(get(other.href))).toBe('forbidden')
  })

  it.each(['rebound.example.com', 'metadata.example.com', 'inside.example.com', 'both.example.com'])(
    'do not reach our network through a foreign name: %s',
    async (name) => {
      expect(await failure(get(`https://${name}/`))).toBe('forbidden')
      expect(resolved).toContain(name)
    },
  )

  it('report that there is no connection if a name cannot be resolved', async () => {
    expect(await failure(get('https://nowhere.example.com/'))).toBe('connection')
  })

  it('follow no redirect: it is returned as an answer', async () => {
    const before = requested.length
    expect(await get(`${origin}/elsewhere`)).toMatchObject({ status: 302, headers: { location: `${origin}/hello` } })
    expect(requested.slice(before)).toEqual(['/elsewhere'])
  })
})

describe('An answer', () => {
  it.each(['/gzip', '/brotli'])('may be compressed: %s', async (path) => {
    expect((await get(origin + path)).text).toBe('small again')
  })

  it.each(['/large', '/endless', '/bomb'])('that is too large is dropped: %s', async (path) => {
    expect(await failure(get(origin + path))).toBe('too_large')
  })

  it.each(['/silent', '/halfway'])('that does not end in time is dropped: %s', async (path) => {
    expect(await failure(getWithin(300, origin + path))).toBe('timeout')
  })

  it('may take as long as the caller allows', async () => {
    expect((await getWithin(60_000, `${origin}/late`)).text).toBe('at last')
    expect(await failure(getWithin(50, `${origin}/late`))).toBe('timeout')
  })

  it.each(['/hangs-up', '/broken'])('that is lost or broken is a lost connection: %s', async (path) => {
    expect(await failure(get(origin + path))).toBe('connection')
  })

  it("is not waited for after the caller aborts, which is not the vendor's fault", async () => {
    const giving = new AbortController()
    const asking = failure(get(`${origin}/silent`, giving.signal))
    await expect.poll(() => requested.at(-1)).toBe('/silent')
    giving.abort()
    expect(await asking).toMatchObject({ name: 'AbortError' })
    const reason = new Error('the run is canceled')
    expect(await failure(get(`${origin}/hello`, AbortSignal.abort(reason)))).toBe(reason)
  })

  it('never causes an error that contains an address, which may have a key', async () => {
    const error = (await get(`https://10.0.0.1/?key=secret`).catch((one: unknown) => one)) as Error
    expect(JSON.stringify([error.message, String(error.cause ?? '')])).not.toMatch(/secret|10\.0/)
  })
})
