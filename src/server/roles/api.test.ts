// Everything here is derived from the contract: a new route is covered by being listed there.
import { createPrivateKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '#contract/all-routes.ts'
import { errorCatalogue, errorEnvelope, type ErrorEnvelope } from '#contract/kit/errors.ts'
import { getOpenApi } from '#contract/kit/openapi.ts'
import type { Route } from '#contract/kit/route.ts'
import { projectRoot } from '#server/platform/config.ts'
import { errorsOf } from '#server/platform/http/openapi.ts'
import { urlOf } from '#server/platform/http/register.ts'
import { newId } from '#server/platform/ids.ts'
import { createSealer, sealContext } from '#server/platform/secrets.ts'
import { createTestApp } from '#server/testing/app.ts'
import { signUpStaff } from '#server/testing/users.ts'
import { startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { registerHealth } from './health.ts'

const key = randomBytes(32)
let world: World
let maya: TestUser
let jonah: TestUser
let ana: TestUser
let steward: TestUser
beforeAll(async () => {
  world = await startWorld({ env: { SEALING_KEY: `test:${key.toString('base64')}` } })
  maya = await world.signUp({ company: 'Harbor Light' })
  jonah = await world.signUp({ company: 'Pratt and Sons', name: 'Jonah' })
  ana = await world.signUp({ company: 'Northlight', name: 'Ana', agency: true })
  steward = await signUpStaff(world)
})
afterAll(() => world.close())

const ask = async (route: Route, headers: Record<string, string>) => {
  const url = urlOf(route).replaceAll(/:\w+/g, newId())
  const hasBody = route.body !== undefined
  const response = await fetch(world.url + url, {
    method: route.method,
    headers: { ...headers, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { body: '{}' } : {}),
  })
  const { status } = response
  if (status < 400) {
    await response.body?.cancel()
    return { status, error: undefined }
  }
  return { status, error: (await response.json()) as ErrorEnvelope }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const refusalOf = async (route: Route, headers: Record<string, string>) => {
  const { status, error } = await ask(route, headers)
  return [status, error?.code]
}

/** A user who may call the route. */
const allowed = ({ access }: Route): TestUser => {
  if (access.kind !== 'member') return maya
  if (access.area === 'internal') return steward
  return ['criteriaReview', 'webhooks', 'ghostCompanies'].includes(access.area) ? ana : maya
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
const partsOf = (token: string) =>
  token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>)
const signed = (head: object, claims: object, privateKey: KeyObject): string => {
  const text = `${encoded(head)}.${encoded(claims)}`
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`
}

/** The real signing key, so that only the time or the purpose of a token is wrong. */
const trueKey = async (kid: string): Promise<KeyObject> => {
  const { rows } = await world.database.asSystem('test: read the signing key', (tx) =>
    sql<{ private_sealed: string }>`select private_sealed from pool.signing_key where kid = ${kid}`.execute(tx),
  )
  const context = sealContext('pool.signing_key', 'private_sealed', kid)
  const der = createSealer([{ id: 'test', key }]).open(rows[0]?.private_sealed ?? '', context)
  return createPrivateKey({ key: der, type: 'pkcs8', format: 'der' })
}

const strangersKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

const unusableTokens: Record<string, (token: string) => Promise<string>> = {
  'no token at all': async () => 'x.y.z',
  'a token with another body': async (token) => {
    const [head, claims] = partsOf(token)
    return [encoded(head ?? {}), encoded({ ...claims, sub: jonah.user.cognitoId }), token.split('.')[2]].join('.')
  },
  'a token signed by a stranger': async (token) => {
    const [head, claims] = partsOf(token)
    return signed(head ?? {}, claims ?? {}, strangersKey)
  },
  'a token that claims to need no signature': async (token) =>
    `${encoded({ ...partsOf(token)[0], alg: 'none' })}.${token.split('.')[1]}.x`,
  'a token whose time is over': async (token) => {
    const [head, claims] = partsOf(token)
    const past = Math.floor(Date.now() / 1000) - 10
    return signed(head ?? {}, { ...claims, exp: past, iat: past - 3600 }, await trueKey(String(head?.['kid'])))
  },
  'a token of another pool': async (token) => {
    const [head, claims] = partsOf(token)
    return signed(head ?? {}, { ...claims, iss: 'https://elsewhere.example.com' }, await trueKey(String(head?.['kid'])))
  },
}

describe('The list of routes', () => {
  const registered = async () => {
    const found: string[] = []
    const app = await createTestApp(world, {
      prepare: async (app) => {
        app.addHook('onRoute', ({ method, url }) => void found.push(...[method].flat().map((one) => `${one} ${url}`)))
        registerHealth(app, { isReady: () => true, probe: async () => {} })
        if (world.identity.routes) await app.register(world.identity.routes)
      },
    })
    await app.close()
    return found
  }

  it('names each call once, and no two calls share an address', () => {
    const addresses = allRoutes.map((route) => `${route.method} ${urlOf(route)}`)
    expect(new Set(allRoutes.map(({ name }) => name)).size).toBe(allRoutes.length)
    expect(new Set(addresses).size).toBe(allRoutes.length)
  })

  it('is exactly what the server answers, apart from health, the user pool and webhooks of vendors', async () => {
    const found = await registered()
    const own = found.filter((address) => !/ (\/healthz|\/readyz|\/idp(\/.*)?|\/hooks\/.*)$/.test(address))
    expect(own.toSorted()).toEqual(allRoutes.map((route) => `${route.method} ${urlOf(route)}`).toSorted())
  })

  it('leaves everything else unknown, in the form of every refusal', async () => {
    for (const path of ['/', '/users-api', '/users-api/nothing', '/agencies-api/stages/x/y', '/idp-admin', '/metrics']) {
      const response = await fetch(world.url + path)
      const error = errorEnvelope.parse(await response.json())
      expect([response.status, error.code]).toEqual([404, 'NOT_FOUND'])
      expect(error.request_id).toBe(response.headers.get('x-request-id'))
    }
  })

  it('answers a call with a trailing slash like one without', async () => {
    expect((await fetch(`${world.url}/agencies-api/openapi.json/`)).status).toBe(200)
  })
})

describe('The description of the API [API-23]', () => {
  type Json = Record<string, unknown>
  let served: Promise<Json> | undefined
  const documentOf = () => (served ??= world.call(getOpenApi).then(({ body }) => body as Json))
  const operations = (document: Json) =>
    Object.values(document['paths'] as Record<string, Record<string, Json>>).flatMap((path) => Object.values(path))

  it('is the one that is stored with the code', async () => {
    const kept: unknown = JSON.parse(readFileSync(join(projectRoot, 'openapi.json'), 'utf8'))
    expect(await documentOf()).toEqual(kept)
  })

  it('is OpenAPI 3.1 with one operation per route, each under its own name', async () => {
    const document = await documentOf()
    expect(document['openapi']).toMatch(/^3\.1\./)
    expect(document['info']).toMatchObject({ title: expect.any(String), version: expect.any(String) })
    const names = operations(document).map((operation) => operation['operationId'])
    expect(new Set(names)).toEqual(new Set(allRoutes.map(({ name }) => name)))
    expect(names).toHaveLength(allRoutes.length)
  })

  it('has no dangling references', async () => {
    const document = await documentOf()
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(references.length).toBeGreaterThan(0)
    const resolve = (reference: string) =>
      reference
        .slice(2)
        .split('/')
        .reduce<unknown>((node, part) => (node as Json | undefined)?.[part], document)
    const lost = references.filter((reference) => !reference.startsWith('#/') || resolve(reference) === undefined)
    expect(lost).toEqual([])
  })

  it.each(allRoutes)('lists for $name its errors, and who may call', async (route) => {
    const operation = operations(await documentOf()).find((one) => one['operationId'] === route.name)
    const responses = operation?.['responses'] as Record<string, { description: string }>
    for (const code of errorsOf(route)) expect(responses[errorCatalogue[code].status]?.description).toContain(code)
    expect(responses[route.reply.status]).toBeDefined()
    expect(operation?.['x-access']).toEqual(expect.any(String))
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    const parameters = operation?.['parameters'] as { name: string; in: string }[]
    expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(inPath)
  })
})

const guarded = allRoutes.filter(({ access }) => access.kind !== 'public')

describe.each(guarded)('$name is for signed-in users', (route) => {
  it('refuses a call without a token', async () => {
    expect(await refusalOf(route, {})).toEqual([401, 'UNAUTHENTICATED'])
  })

  it.each(Object.keys(unusableTokens))('refuses %s', async (kind) => {
    const token = (await unusableTokens[kind]?.(allowed(route).token)) ?? ''
    expect(await refusalOf(route, bearer(token))).toEqual([401, 'UNAUTHENTICATED'])
  })

  it.each(['Basic dTpw', 'Bearer', 'bearer  ', 'Bearer a.b.c.d', `Bearer ${'x'.repeat(5000)}.y.z`])(
    'refuses the header %.20s',
    async (authorization) => {
      expect(await refusalOf(route, { authorization })).toEqual([401, 'UNAUTHENTICATED'])
    },
  )

  it('refuses the tenant header of another account [HTTP-08] [HTTP-02]', async () => {
    const headers = { ...bearer(allowed(route).token), 'x-tenant': `${jonah.user.clientId}.localhost` }
    expect(await refusalOf(route, headers)).toEqual([403, 'TENANT_MISMATCH'])
    expect(await refusalOf(route, { ...headers, 'x-tenant': 'nobody' })).toEqual([403, 'TENANT_MISMATCH'])
  })

  it("accepts the user's own tenant header, and none [HTTP-02]", async () => {
    const { token, user } = allowed(route)
    for (const header of [{}, { 'x-tenant': `${user.clientId}.localhost` }, { 'x-tenant': `${user.clientId.toUpperCase()}.app` }])
      expect([401, 403, 500]).not.toContain((await ask(route, { ...bearer(token), ...header })).status)
  })
})

describe.each(allRoutes.filter(({ access }) => access.kind === 'public'))('$name is public', (route) => {
  it('needs no token, and ignores one', async () => {
    expect([401, 403, 500]).not.toContain((await ask(route, {})).status)
    expect([401, 403, 500]).not.toContain((await ask(route, bearer('x.y.z'))).status)
  })
})
