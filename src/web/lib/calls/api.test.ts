// The client against real HTTP servers, and against the product's own server.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { exportAudit } from '#contract/audit.ts'
import { listEvents } from '#contract/events/events.ts'
import { limits } from '#contract/kit/limits.ts'
import { listCrmLists } from '#contract/crm/records.ts'
import { listStages } from '#contract/stages.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { ApiError } from './api-error.ts'
import { createCaller, type CallerEnvironment } from './api.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const servers: Server[] = []
const serve = async (answer: Answer): Promise<string> => {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const callerFor = (base: string, more: Partial<CallerEnvironment> = {}) =>
  createCaller({
    apis: { users: base, agencies: base, contacts: base },
    host: 'app.example.com',
    getToken: async () => 'header.payload.signature',
    getClientId: () => '01890000-0000-7000-8000-000000000001',
    fetch,
    warn: () => {},
    ...more,
  })

const empty = { items: [], total: 0 }

describe('A request', () => {
  it('has JSON, the bearer token and the tenant header [HTTP-01] [HTTP-02]', async () => {
    let received: IncomingMessage['headers'] = {}
    const base = await serve((request, response) => {
      received = request.headers
      json(response, empty)
    })
    expect(await callerFor(base).call(listStages, {})).toEqual(empty)
    expect(received).toMatchObject({
      accept: 'application/json',
      authorization: 'Bearer header.payload.signature',
      'x-tenant': '01890000-0000-7000-8000-000000000001.app.example.com',
    })
  })

  it('is sent with a warning and without a tenant header while no client is known [HTTP-02]', async () => {
    let received: IncomingMessage['headers'] = {}
    const warnings: string[] = []
    const base = await serve((request, response) => {
      received = request.headers
      json(response, empty)
    })
    await callerFor(base, { getClientId: () => undefined, warn: (message) => warnings.push(message) }).call(listStages, {})
    expect(received['x-tenant']).toBeUndefined()
    expect(warnings).toHaveLength(1)
  })

  it('is sent unchanged when the token cannot be fetched: neither a token nor a tenant header [HTTP-03]', async () => {
    let received: IncomingMessage['headers'] = {}
    const base = await serve((request, response) => {
      received = request.headers
      json(response, empty)
    })
    const failing = { getToken: () => Promise.reject(new Error('no session')) }
    expect(await callerFor(base, failing).call(listStages, {})).toEqual(empty)
    expect([received.authorization, received['x-tenant'], received.accept]).toEqual([undefined, undefined, 'application/json'])
  })

  it('has the tenant header when the client is known but there is no token [HTTP-02]', async () => {
    let received: IncomingMessage['headers'] = {}
    const base = await serve((request, response) => {
      received = request.headers
      json(response, empty)
    })
    await callerFor(base, { getToken: async () => undefined }).call(listStages, {})
    expect([received.authorization, typeof received['x-tenant']]).toEqual([undefined, 'string'])
  })

  it('goes to the address of its API, which can differ for each API [HTTP-05]', async () => {
    const visited: string[] = []
    const answerAs =
      (name: string): Answer =>
      (request, response) => {
        visited.push(`${name} ${request.url}`)
        json(response, empty)
      }
    const [users, agencies, contacts] = [
      await serve(answerAs('users')),
      await serve(answerAs('agencies')),
      await serve(answerAs('contacts')),
    ]
    const { call } = callerFor('', { apis: { users, agencies, contacts } })
    await call(listStages, {})
    await call(listEvents, { query: { limit: 20 } })
    expect(visited).toEqual(['agencies /stages', 'contacts /events/?limit=20'])
  })
})

describe('Reading a reply', () => {
  it('accepts any 2xx as success [HTTP-01]', async () => {
    for (const status of [200, 201, 202, 206]) {
      const base = await serve((_request, response) => json(response, { ...empty, status }, status))
      expect(await callerFor(base).call(listStages, {})).toMatchObject({ status })
    }
  })

  it.each([200, 202, 204])('accepts a %d without a body as success and returns undefined [HTTP-01]', async (status) => {
    const base = await serve((_request, response) => void response.writeHead(status).end())
    expect(await callerFor(base).call(listStages, {})).toBeUndefined()
  })

  it('refuses a body that is not JSON [HTTP-01]', async () => {
    const base = await serve((_request, response) => void response.writeHead(200).end('<html>Sign in to the network</html>'))
    await expect(callerFor(base).call(listStages, {})).rejects.toMatchObject({ code: 'BAD_ANSWER', status: 200 })
  })

  it('turns an error reply into an error with its code, text and field', async () => {
    const refusal = {
      code: 'CLIENT_NAME_TAKEN',
      message: 'taken',
      detail: 'Choose another name.',
      field: 'name',
      request_id: 'r1',
    }
    const base = await serve((_request, response) => json(response, refusal, 409))
    const error = await callerFor(base)
      .call(listStages, {})
      .catch((problem: unknown) => problem)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'CLIENT_NAME_TAKEN', status: 409, detail: 'Choose another name.', field: 'name' })
  })

  it('times out after 30000 ms [HTTP-01]', async () => {
    const base = await serve(() => {})
    const waited: number[] = []
    const original = AbortSignal.timeout
    AbortSignal.timeout = (milliseconds) => {
      waited.push(milliseconds)
      return original.call(AbortSignal, 1)
    }
    try {
      await expect(callerFor(base).call(listStages, {})).rejects.toMatchObject({ code: 'TIMEOUT' })
    } finally {
      AbortSignal.timeout = original
    }
    expect(waited).toEqual([30_000])
    expect(limits.requestTimeout).toBe(30_000)
  })

  it('follows five redirects and refuses the sixth [HTTP-01]', async () => {
    expect(limits.redirectsMax).toBe(5)
    const base = await serve((request, response) => {
      const left = Number(
        /left=(\d)/.exec(request.url ?? '')?.[1] ?? new URL(request.url ?? '/', 'http://x').pathname.split('/')[1],
      )
      if (left > 0) response.writeHead(307, { location: `/${left - 1}/stages` }).end()
      else json(response, empty)
    })
    expect(await callerFor(`${base}/5`).call(listStages, {})).toEqual(empty)
    await expect(callerFor(`${base}/6`).call(listStages, {})).rejects.toMatchObject({ code: 'TOO_MANY_REDIRECTS' })
  })
})

describe('The trailing slash [HTTP-04]', () => {
  // A page sees a refused cross-origin redirect only as a failed fetch, so the server sends exactly that.
  const crossOriginRedirect =
    (addresses: string[]): typeof fetch =>
    async (address, init) => {
      addresses.push(String(address))
      if (!String(address).endsWith('/')) throw new TypeError('Failed to fetch')
      return fetch(address, init)
    }

  it('is tried once after a failed cross-origin redirect', async () => {
    const base = await serve((request, response) => json(response, { ...empty, path: request.url }))
    const addresses: string[] = []
    expect(await callerFor(base, { fetch: crossOriginRedirect(addresses) }).call(listStages, {})).toMatchObject({
      path: '/stages/',
    })
    expect(addresses).toEqual([`${base}/stages`, `${base}/stages/`])
  })

  const failing =
    (addresses: string[]): typeof fetch =>
    async (address) => {
      addresses.push(String(address))
      throw new TypeError('Failed to fetch')
    }
  const away = 'https://api.elsewhere.example.com'

  it('is tried once, not twice', async () => {
    const addresses: string[] = []
    const { call } = callerFor(away, { fetch: failing(addresses) })
    await expect(call(listStages, {})).rejects.toMatchObject({ code: 'NETWORK' })
    expect(addresses).toEqual([`${away}/stages`, `${away}/stages/`])
  })

  it.each([
    ['a slash at its end', listEvents, {}, '/events/'],
    [
      'a query',
      listCrmLists,
      { query: { client_id: '01890000-0000-7000-8000-000000000001' } },
      '/lists/crm?client_id=01890000-0000-7000-8000-000000000001',
    ],
    ['both', listEvents, { query: { limit: 5 } }, '/events/?limit=5'],
  ])('is not tried for an address with %s', async (_what, route, request, path) => {
    const addresses: string[] = []
    const { call } = callerFor(away, { fetch: failing(addresses) })
    await expect(call(route as typeof listEvents, request as never)).rejects.toMatchObject({ code: 'NETWORK' })
    expect(addresses).toEqual([`${away}${path}`])
  })

  it('is not tried when our own origin does not respond, but is tried when it redirects to another origin', async () => {
    const addresses: string[] = []
    const down = callerFor('/agencies-api', { fetch: failing(addresses) })
    await expect(down.call(listStages, {})).rejects.toMatchObject({ code: 'NETWORK' })
    expect(addresses.splice(0)).toEqual(['/agencies-api/stages'])
    // A browser reports only that there is a redirect, and fails when it may not follow it.
    const redirecting: typeof fetch = async (address, init) => {
      addresses.push(`${init?.redirect} ${String(address)}`)
      if (String(address).endsWith('/')) return Response.json(empty)
      if (init?.redirect === 'follow') throw new TypeError('Failed to fetch')
      return { type: 'opaqueredirect', status: 0 } as Response
    }
    expect(await callerFor('/agencies-api', { fetch: redirecting }).call(listStages, {})).toEqual(empty)
    expect(addresses).toEqual(['manual /agencies-api/stages', 'follow /agencies-api/stages', 'manual /agencies-api/stages/'])
  })
})

describe('Against the product', () => {
  let world: World
  let maya: TestUser
  beforeAll(async () => {
    world = await startWorld()
    maya = await world.signUp({ company: 'Northwind', agency: true })
  })
  afterAll(() => world.close())

  const asMaya = (clientId: string) =>
    createCaller({
      apis: { users: `${world.url}/users-api`, agencies: `${world.url}/agencies-api`, contacts: `${world.url}/contacts-api` },
      host: new URL(world.url).host,
      getToken: async () => maya.token,
      getClientId: () => clientId,
      fetch,
      warn: () => {},
    })

  it('lists rows with a route of the contract', async () => {
    const stages = await asMaya(maya.user.clientId).call(listStages, {})
    expect(stages.total).toBe(7)
  })

  it('downloads a file with the token, and reports a refusal with its message', async () => {
    const { download } = asMaya(maya.user.clientId)
    const file = await download(exportAudit, { query: { format: 'csv' } })
    expect(await file.content.text()).toContain('client.created')
    expect(file.headers.get('content-disposition')).toContain('audit-')
    const other = '01890000-0000-7000-8000-00000000ffff'
    await expect(download(exportAudit, { query: { client_id: other } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is refused for a tenant that the user does not belong to [HTTP-08]', async () => {
    const other = '01890000-0000-7000-8000-00000000ffff'
    await expect(asMaya(other).call(listStages, {})).rejects.toMatchObject({ code: 'TENANT_MISMATCH', status: 403 })
  })
})
