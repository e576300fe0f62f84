import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { listClients } from '#contract/clients.ts'
import { validateCreateRequest } from '#contract/signup/sign-up.ts'
import { errorEnvelope } from '#contract/kit/errors.ts'
import { listEvents } from '#contract/events/events.ts'
import { getOnboarding } from '#contract/onboarding.ts'
import { anyone, defineRoute } from '#contract/kit/route.ts'
import { createTestApp } from '#server/testing/app.ts'
import { signUpStaff } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { createLog } from '../log.ts'
import { networkOf, wideNetworkOf } from '../network.ts'
import { serve } from './serve.ts'

let world: World
let maya: TestUser
let steward: TestUser
beforeAll(async () => {
  world = await startWorld()
  maya = await world.signUp({ company: 'Harbor Light' })
  steward = await signUpStaff(world)
})
afterAll(() => world.close())

const checkAddress = '/users-api/clients_public/validate_create_request'
const post = async (body: string, type: string | undefined) => {
  const response = await fetch(world.url + checkAddress, {
    method: 'POST',
    body,
    headers: type === undefined ? {} : { 'content-type': type },
  })
  return { response, error: errorEnvelope.parse(await response.json()) }
}

describe('Unreadable requests are refused in one form', () => {
  it('with code, message, detail and the request id of the log', async () => {
    const { response, error } = await post('{"name":', 'application/json')
    expect(Object.keys(error).toSorted()).toEqual(['code', 'detail', 'message', 'request_id'])
    expect(error.request_id).toBe(response.headers.get('x-request-id'))
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  const json = 'application/json'
  const notValid = { status: 400, code: 'VALIDATION_FAILED' }
  const notJson = { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', detail: 'Send the request body as JSON.' }
  it.each([
    { what: 'half a JSON text', body: '{"name":', type: json, refusal: { ...notValid, detail: "The body isn't valid JSON." } },
    { what: 'no body', body: '', type: json, refusal: { ...notValid, detail: "The body isn't valid JSON." } },
    { what: 'a form', body: 'name=x', type: 'application/x-www-form-urlencoded', refusal: notJson },
    { what: 'plain text', body: 'name', type: 'text/plain', refusal: notJson },
    {
      what: 'a body over a megabyte',
      body: `"${'x'.repeat(1_048_577)}"`,
      type: json,
      refusal: { status: 413, code: 'PAYLOAD_TOO_LARGE' },
    },
    { what: 'a list where an object belongs', body: '[]', type: json, refusal: notValid },
    { what: 'a key that would reach into every object', body: '{"__proto__":{"x":1}}', type: json, refusal: notValid },
  ])('refuses $what [HTTP-01]', async ({ body, type, refusal }) => {
    const { response, error } = await post(body, type)
    expect({ status: response.status, ...error }).toMatchObject(refusal)
  })

  it('refuses a body in an unknown encoding, by name', async () => {
    const headers = { 'content-type': json, 'content-encoding': 'snappy' }
    const response = await fetch(`${world.url}/users-api/clients_public/validate_create_request`, {
      method: 'POST',
      headers,
      body: '{}',
    })
    const { code, detail } = errorEnvelope.parse(await response.json())
    expect([response.status, code, detail]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE', expect.stringContaining('content encoding')])
  })

  it.each([
    ['an address that cannot be decoded', '/users-api/clients/%', 400, 'VALIDATION_FAILED'],
    ['an id of a thousand characters', `/agencies-api/outbox/letters/${'x'.repeat(1000)}/html`, 404, 'NOT_FOUND'],
    ['an id that is none', '/agencies-api/outbox/letters/abc/html', 404, 'NOT_FOUND'],
    ['a character that no text may have', '/agencies-api/outbox/letters?to=%00', 400, 'VALIDATION_FAILED'],
  ])('refuses %s', async (_what, path, status, code) => {
    const response = await fetch(world.url + path)
    expect([response.status, errorEnvelope.parse(await response.json()).code]).toEqual([status, code])
  })
})

describe('Lists', () => {
  it('refuse an unknown filter, by its name', async () => {
    const { status, error } = await maya.call(listEvents, { query: { colour: 'red' } as never })
    expect([status, error.code, error.detail]).toEqual([400, 'UNKNOWN_FILTER', 'Unknown field: colour.'])
  })

  it.each(['created_at', 'created_at:up', 'password:asc', ':', 'created_at:desc; drop table event'])(
    'refuse to be sorted by %j',
    async (sort) => {
      const { status, error } = await maya.call(listEvents, { query: { sort } })
      expect([status, error.code, error.field]).toEqual([400, 'VALIDATION_FAILED', 'sort'])
      expect(error.detail).toContain('created_at, event, origin')
    },
  )

  it.each([
    ['limit', '0'],
    ['limit', '101'],
    ['limit', 'ten'],
    ['skip', '-1'],
    ['skip', '1.5'],
  ])('refuse %s=%s', async (name, value) => {
    const { status, error } = await maya.call(listEvents, { query: { [name]: value } })
    expect([status, error.code, error.field]).toEqual([400, 'VALIDATION_FAILED', name])
  })

  it.each([
    ['page', 0],
    ['size', 0],
    ['size', 101],
  ])('refuse %s=%d of numbered pages', async (name, value) => {
    const { status, error } = await steward.call(listClients, { query: { [name]: value } })
    expect([status, error.field]).toEqual([400, name])
  })

  it('accept the largest page that they promise', async () => {
    expect((await maya.call(listEvents, { query: { limit: 100 } })).status).toBe(200)
  })
})

const thing = z.object({ id: z.string(), nested: z.object({ name: z.string() }), list: z.array(z.object({ n: z.int() })) })
const thingRoute = (path: string) =>
  defineRoute({
    name: `test${path.replaceAll('/', '_')}`,
    api: 'users',
    method: 'GET',
    path,
    summary: 'For a test',
    access: anyone,
    reply: { status: 200, body: thing },
  })

/** An application whose log can be read. */
const loggedApp = async () => {
  const lines: string[] = []
  const log = createLog({ level: 'trace' }, { write: (line) => void lines.push(line) })
  const throwing = serve(thingRoute('/throws'), async () => {
    throw new Error('connection to postgres://app:pa55word@db failed for maya@harbor.example.com', {
      cause: new Error('the deeper reason'),
    })
  })
  const leaking = serve(thingRoute('/leaks'), async () => {
    const secret = { password: 'pa55word' }
    return { id: '1', nested: { name: 'n', ...secret }, list: [{ n: 1, ...secret }], ...secret }
  })
  const incomplete = serve(thingRoute('/incomplete'), async () => ({ id: '1' }) as z.infer<typeof thing>)
  const app = await createTestApp(world, { log, routes: [throwing, leaking, incomplete] })
  return { app, lines }
}

describe('An unexpected error', () => {
  it('answers with its request id and nothing else', async () => {
    const { app } = await loggedApp()
    const reply = await app.inject('/users-api/throws')
    const error = errorEnvelope.parse(reply.json())
    expect([reply.statusCode, error.code]).toEqual([500, 'INTERNAL'])
    expect(error.request_id).toBe(reply.headers['x-request-id'])
    expect(reply.body).not.toMatch(/postgres|pa55word|maya|stack|Error:/)
    await app.close()
  })

  it('is logged completely, under the same id, without personal data', async () => {
    const { app, lines } = await loggedApp()
    const { request_id: id } = errorEnvelope.parse((await app.inject('/users-api/throws')).json())
    const line = lines.find((one) => one.includes('an unexpected error')) ?? ''
    const entry = JSON.parse(line) as { requestId: string; route: string; err: { message: string; stack: string } }
    expect([entry.requestId, entry.route]).toEqual([id, '/users-api/throws'])
    expect(entry.err.message).toContain('connection to postgres://')
    expect(entry.err.stack).toContain('http.test.ts')
    expect(line).toContain('the deeper reason')
    expect(line).not.toMatch(/maya@|pa55word/)
    await app.close()
  })

  it('is also the result of a reply that breaks the contract', async () => {
    const { app, lines } = await loggedApp()
    const reply = await app.inject('/users-api/incomplete')
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([500, 'INTERNAL'])
    expect(lines.join('')).toContain('an unexpected error')
    await app.close()
  })
})

describe('A reply', () => {
  it('has the properties of the contract alone, regardless of what the handler returned', async () => {
    const { app } = await loggedApp()
    const reply = await app.inject('/users-api/leaks')
    expect(reply.json()).toEqual({ id: '1', nested: { name: 'n' }, list: [{ n: 1 }] })
    await app.close()
  })

  it('tells browsers to guess nothing, frame nothing and cache nothing', async () => {
    const { headers } = await maya.call(getOnboarding)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(headers.has('strict-transport-security')).toBe(false)
    expect(headers.has('x-powered-by')).toBe(false)
  })

  it('requires https if users come by https', async () => {
    const app = await createTestApp(world, { publicUrl: 'https://app.example.com' })
    const { headers } = await app.inject('/agencies-api/openapi.json')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    await app.close()
  })

  it.each(['br', 'gzip'])('is compressed with %s when it is long', async (encoding) => {
    const app = await createTestApp(world)
    const long = await app.inject({ url: '/agencies-api/openapi.json', headers: { 'accept-encoding': encoding } })
    const short = await app.inject({ url: '/users-api/nothing', headers: { 'accept-encoding': encoding } })
    expect([long.headers['content-encoding'], short.headers['content-encoding']]).toEqual([encoding, undefined])
    await app.close()
  })
})

describe('Pages of other origins', () => {
  const preflight = (origin: string) =>
    fetch(world.url + checkAddress, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,x-tenant' },
    })

  it('may call us only from the address of the product', async () => {
    const own = await preflight(new URL(world.url).origin)
    expect(own.headers.get('access-control-allow-origin')).toBe(new URL(world.url).origin)
    expect(own.headers.get('access-control-allow-headers')).toContain('x-tenant')
    const foreign = await preflight('https://evil.example.com')
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('get no credentials', async () => {
    const own = await preflight(new URL(world.url).origin)
    expect(own.headers.get('access-control-allow-credentials')).toBeNull()
  })
})

describe('An API with its own host [HTTP-05]', () => {
  const moved = (apis: Partial<Record<'users' | 'agencies' | 'contacts', string>>) => createTestApp(world, { apis })
  const statusAt = async (app: Awaited<ReturnType<typeof moved>>, host: string, url: string) =>
    (await app.inject({ url, headers: { host } })).statusCode

  it('is answered there without its prefix, each one separately', async () => {
    const app = await moved({ agencies: 'https://agencies.example.com', users: 'https://users.example.com' })
    expect(await statusAt(app, 'agencies.example.com', '/openapi.json')).toBe(200)
    expect(await statusAt(app, 'users.example.com', '/users/email?email=a@b.c')).toBe(401)
    expect(await statusAt(app, 'users.example.com', '/openapi.json')).toBe(404)
    await app.close()
  })

  it('is answered with its prefix as before, there and here', async () => {
    const app = await moved({ agencies: 'https://agencies.example.com' })
    expect(await statusAt(app, 'agencies.example.com', '/agencies-api/openapi.json')).toBe(200)
    expect(await statusAt(app, 'localhost:8400', '/agencies-api/openapi.json')).toBe(200)
    expect(await statusAt(app, 'localhost:8400', '/openapi.json')).toBe(404)
    await app.close()
  })

  it("is not answered under a foreign name that points here, so that a website cannot read a developer's emails", async () => {
    const app = await moved({})
    for (const host of ['localhost:8400', '127.0.0.1:8400', '[::1]:8400', 'app.localhost'])
      expect(await statusAt(app, host, '/agencies-api/openapi.json')).toBe(200)
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example'])
      expect(await statusAt(app, host, '/agencies-api/openapi.json')).toBe(404)
    await app.close()
  })

  it('may share a host with others under a path', async () => {
    const app = await moved({ agencies: 'https://api.example.com/agencies', users: 'https://api.example.com/users/v1' })
    expect(await statusAt(app, 'api.example.com', '/agencies/openapi.json')).toBe(200)
    expect(await statusAt(app, 'api.example.com', '/users/v1/users/email?email=a@b.c')).toBe(401)
    expect(await statusAt(app, 'api.example.com', '/agencies-of-others/openapi.json')).toBe(404)
    await app.close()
  })
})

describe('Addresses of one household', () => {
  it('count as one: the first half of an IPv6 address decides', () => {
    expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::9'))
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
    expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  })

  it('belong to a wider network that one customer can have: a /24, or a /48', () => {
    expect(wideNetworkOf('203.0.113.7')).toBe(wideNetworkOf('::ffff:203.0.113.250'))
    expect(wideNetworkOf('203.0.113.7')).not.toBe(wideNetworkOf('203.0.114.7'))
    expect(wideNetworkOf('2001:db8:1:2::1')).toBe(wideNetworkOf('2001:db8:1:ffff::1'))
    expect(wideNetworkOf('2001:db8:1::1')).not.toBe(wideNetworkOf('2001:db8:2::1'))
  })

  it('together can check four times as often as one of them whether a name or an address is taken', async () => {
    const app = await createTestApp(world, {})
    const ask = async (remoteAddress: string) => {
      const headers = { host: 'localhost:8400', 'content-type': 'application/json' }
      const request = {
        method: 'POST',
        url: '/users-api/clients_public/validate_create_request',
        headers,
        payload: '{}',
        remoteAddress,
      } as const
      return (await app.inject(request)).statusCode
    }
    const statuses: number[] = []
    for (let i = 0; i < 41; i += 1) statuses.push(await ask(`198.51.100.${1 + Math.floor(i / 9)}`))
    expect(statuses.indexOf(429)).toBe(40)
    expect(await ask('198.51.101.1')).not.toBe(429)
    await app.close()
  })
})

describe('A body that is nested too deeply', () => {
  it('is answered like any other, and unknown parts are dropped', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const user = { lastname: 'A', name: 'B', email: 'deep@example.com', username: 'B A', deleted: false, agency: false }
    const body = JSON.stringify({ name: 'Deep', isAgency: false, users: [user] }).replace(/}$/, `,"more":${deep}}`)
    const response = await fetch(`${world.url}/users-api/clients_public/validate_create_request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.77' },
      body,
    })
    expect(response.status).toBe(200)
  })
})

describe('The check before sign-up', () => {
  it('is open to ten calls a minute from one address, and says when to retry [API-01]', async () => {
    const body = { name: 'Free', isAgency: false, users: [] } as never
    const from = (address: string) => world.call(validateCreateRequest, { body }, { 'x-forwarded-for': address })
    const statuses = []
    for (let call = 1; call <= 10; call += 1) statuses.push((await from('203.0.113.7')).status)
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 400))
    const refused = await from('203.0.113.7')
    expect([refused.status, refused.error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(refused.error.detail).toBe(`Too many requests. Try again in ${seconds} s.`)
    expect((await from('203.0.113.8')).status).toBe(400)
  })
})

describe('One minute', () => {
  const statuses = async (app: Awaited<ReturnType<typeof createTestApp>>, count: number, headers: Record<string, string>) => {
    const seen: number[] = []
    for (let call = 0; call < count; call += 1)
      seen.push((await app.inject({ url: '/agencies-api/onboarding', headers })).statusCode)
    return seen
  }

  it('has a limit of calls of one user, from all addresses', async () => {
    const app = await createTestApp(world, { limits: { perAddress: 1000, perUser: 2 } })
    const as = (user: TestUser, address: string) => ({ authorization: `Bearer ${user.token}`, 'x-forwarded-for': address })
    expect(await statuses(app, 2, as(maya, '203.0.113.1'))).toEqual([200, 200])
    expect(await statuses(app, 1, as(maya, '203.0.113.2'))).toEqual([429])
    expect(await statuses(app, 1, as(steward, '203.0.113.1'))).toEqual([200])
    await app.close()
  })

  it('has a limit of calls from one address, known or unknown', async () => {
    const app = await createTestApp(world, { limits: { perAddress: 2, perUser: 1000 } })
    expect(await statuses(app, 3, { 'x-forwarded-for': '203.0.113.1' })).toEqual([401, 401, 429])
    const unknown = await app.inject({ url: '/nothing', headers: { 'x-forwarded-for': '203.0.113.1' } })
    expect(unknown.statusCode).toBe(429)
    expect(await statuses(app, 1, { 'x-forwarded-for': '203.0.113.2' })).toEqual([401])
    await app.close()
  })
})

describe('An unknown proxy', () => {
  it('is warned of once, because all users behind it would count as one', async () => {
    const logged: string[] = []
    const log = createLog({ level: 'warn' }, { write: (line) => void logged.push(line) })
    const app = await createTestApp(world, { log, trustsNoProxy: true, publicUrl: 'https://app.example.com' })
    for (const address of ['203.0.113.1', '203.0.113.2'])
      await app.inject({ url: '/agencies-api/onboarding', headers: { 'x-forwarded-for': address } })
    expect(logged.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1)
    await app.close()
  })
})
