// OpenAPI 3.1 from the contract: the schemas that validate requests also describe them.
import { z } from 'zod'
import { allRoutes } from '#contract/all-routes.ts'
import { errorCatalogue, errorEnvelope, type ErrorCode } from '#contract/kit/errors.ts'
import { rightsOf, standings, type Standing } from '#contract/users/permissions.ts'
import { apiNames, type Access, type Route } from '#contract/kit/route.ts'
import { apiPrefix } from './register.ts'

const errorsOfAccess: Record<Access['kind'], readonly ErrorCode[]> = {
  public: [],
  identity: ['UNAUTHENTICATED', 'TENANT_MISMATCH'],
  member: [
    'UNAUTHENTICATED',
    'FORBIDDEN',
    'TENANT_MISMATCH',
    'USER_SUSPENDED',
    'CLIENT_SUSPENDED',
    'TERMS_NOT_ACCEPTED',
    'INVITATION_OPEN',
  ],
}

/** All errors of a route. */
export const errorsOf = (route: Route): ErrorCode[] => {
  const input: ErrorCode[] = [route.query && 'UNKNOWN_FILTER', (route.query || route.body) && 'VALIDATION_FAILED'].filter(
    (code) => code !== undefined,
  ) as ErrorCode[]
  return [
    ...new Set([
      ...input,
      ...errorsOfAccess[route.access.kind],
      ...(route.errors ?? []),
      'TOO_MANY_REQUESTS' as const,
      'INTERNAL' as const,
    ]),
  ]
}

const standingWords: Record<Standing, string> = {
  agencyUser: 'agency users',
  agencyAdmin: 'agency admins',
  agencyOwner: 'agency owners',
  companyUser: 'company users',
  companyAdmin: 'company admins',
  companyOwner: 'company owners',
  staff: 'internal staff',
}

const accessInWords = ({ access }: Route): string => {
  if (access.kind === 'public') return 'Anyone'
  if (access.kind === 'identity') return 'Anyone signed in'
  const who = standings.filter((standing) => rightsOf(standing, access.area).includes(access.right))
  const words = who.length === standings.length ? 'Everyone' : who.map((standing) => standingWords[standing]).join(', ')
  const sentence = access.own === undefined ? words : `${words}; everyone for themselves`
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

const inline = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _schema, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    reused: 'inline',
    unrepresentable: 'any',
  })
  return rest
}

const parametersOf = (route: Route) => {
  const part = (schema: z.ZodObject | undefined, location: 'path' | 'query') => {
    if (!schema) return []
    const { properties = {}, required = [] } = inline(schema, 'input') as {
      properties?: Record<string, { description?: string }>
      required?: string[]
    }
    return Object.entries(properties).map(([name, shape]) => ({
      name,
      in: location,
      required: location === 'path' || required.includes(name),
      schema: shape,
    }))
  }
  return [...part(route.params, 'path'), ...part(route.query, 'query')]
}

const streamOf = ({ stream, orStream }: Extract<Route['reply'], { stream: string }>) => {
  const types = orStream === undefined ? [stream] : [stream, orStream]
  return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]))
}

const replyOf = ({ reply }: Route) =>
  'stream' in reply
    ? { description: 'A stream', content: streamOf(reply) }
    : { description: 'Success', content: { 'application/json': { schema: inline(reply.body, 'output') } } }

const refusalsOf = (route: Route) => {
  const byStatus = Object.groupBy(errorsOf(route), (code) => errorCatalogue[code].status)
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [status, { description: (codes ?? []).join(', '), content }]),
  )
}

const operationOf = (route: Route) => ({
  operationId: route.name,
  tags: [route.api],
  summary: route.summary,
  'x-access': accessInWords(route),
  ...(route.access.kind === 'public' ? { security: [] } : {}),
  parameters: parametersOf(route),
  ...(route.body
    ? { requestBody: { required: true, content: { 'application/json': { schema: inline(route.body, 'input') } } } }
    : {}),
  responses: { [route.reply.status]: replyOf(route), ...refusalsOf(route) },
})

/** Named schemas, moved into components. */
const liftNamed = (
  document: Record<string, unknown>,
): { document: Record<string, unknown>; schemas: Record<string, unknown> } => {
  const schemas: Record<string, unknown> = {}
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk)
    if (node === null || typeof node !== 'object') return node
    const { $defs, id, ...rest } = node as Record<string, unknown>
    for (const [name, schema] of Object.entries(($defs as Record<string, unknown>) ?? {})) schemas[name] ??= walk(schema)
    const walked = Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [
        key,
        key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', '#/components/schemas/') : walk(value),
      ]),
    )
    if (typeof id !== 'string' || !('type' in walked)) return id === undefined ? walked : { id: walk(id), ...walked }
    schemas[id] = walked
    return { $ref: `#/components/schemas/${id}` }
  }
  return { document: walk(document) as Record<string, unknown>, schemas }
}

export const openApiDocument = (): Record<string, unknown> => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of allRoutes)
    (paths[apiPrefix[route.api] + route.path] ??= {})[route.method.toLowerCase()] = operationOf(route)
  const { document, schemas } = liftNamed({ paths, error: inline(errorEnvelope, 'output') })
  const sorted = Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => a.localeCompare(b)))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tributary',
      version: '1',
      description: 'Every endpoint of the Tributary API, generated from the schemas that validate requests.',
    },
    servers: [{ url: '/' }],
    tags: apiNames.map((name) => ({ name, description: `${name} API, by default under ${apiPrefix[name]}` })),
    security: [{ bearer: [] }],
    paths: document['paths'],
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Access token from the identity provider. You can also send X-Tenant: {clientId}.{host}.',
        },
      },
      schemas: sorted,
    },
  }
}
