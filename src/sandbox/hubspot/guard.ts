// Access and rate limits.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createWindow, type Faults } from '../kit/faults.ts'
import type { Tokens } from '../kit/oauth-server.ts'
import { problem, throttled } from './answers.ts'

const callers = new WeakMap<FastifyRequest, string>()

/** The portal that the caller's token belongs to. */
export const portalOf = (request: FastifyRequest): string => callers.get(request) ?? ''

const perTenSeconds = 110
const searchesPerSecond = 5

const scopes: readonly [RegExp, string][] = [
  [/\/properties\/.*(contacts|0-1)/, 'crm.schemas.contacts.read'],
  [/\/properties\/.*(deals|0-3)/, 'crm.schemas.deals.read'],
  [/\/crm\/(v3\/)?lists/, 'crm.lists.read'],
  [/\/crm\/(v3\/)?owners/, 'crm.objects.owners.read'],
  [/\/crm\/(v3\/)?pipelines/, 'crm.objects.deals.read'],
  [/\/associations\//, 'crm.objects.deals.read'],
  [/\/objects\/.*(contacts|0-1)/, 'crm.objects.contacts.read'],
  [/\/objects\/.*(deals|0-3)/, 'crm.objects.deals.read'],
  [/account-info/, 'oauth'],
]

const problems = {
  missing: ['Authentication credentials not found.', 'INVALID_AUTHENTICATION'],
  unknown: ['Authentication credentials not found.', 'INVALID_AUTHENTICATION'],
  revoked: ['The access token was revoked.', 'INVALID_AUTHENTICATION'],
  expired: ['The OAuth token used to make this call expired.', 'EXPIRED_AUTHENTICATION'],
} as const

const missingScope = (path: string, granted: string): string | undefined => {
  const needed = scopes.find(([pattern]) => pattern.test(path))?.[1]
  return needed !== undefined && !granted.split(' ').includes(needed) ? needed : undefined
}

const createLimits = () => {
  const calls = createWindow(perTenSeconds, 10_000)
  const searches = createWindow(searchesPerSecond, 1000)
  /** The limit that is reached, if any. */
  return (path: string, account: string): 'SECONDLY' | 'TEN_SECONDLY_ROLLING' | undefined => {
    if (path.includes('/objects/') && path.endsWith('/search')) return searches.take(account) > 0 ? 'SECONDLY' : undefined
    return calls.take(account) > 0 ? 'TEN_SECONDLY_ROLLING' : undefined
  }
}

export const applyGuard = (app: FastifyInstance, { tokens, faults }: { tokens: Tokens; faults: Faults }): void => {
  const reached = createLimits()
  app.addHook('onRequest', async (request, reply) => {
    const checked = tokens.check(request)
    if ('problem' in checked) {
      const [message, category] = problems[checked.problem]
      return reply.status(401).send(problem(message, category))
    }
    const { account, scopes: granted } = checked.token
    callers.set(request, account)
    const path = request.url.split('?')[0] ?? ''
    const missing = missingScope(path, granted)
    if (missing !== undefined) {
      const message = `This app hasn't been granted all required scopes to make this call.`
      return reply.status(403).send(problem(message, 'MISSING_SCOPES', { context: { requiredGranularScopes: [missing] } }))
    }
    const limit = faults.limitsAreOn ? reached(path, account) : undefined
    if (limit !== undefined) return reply.status(429).send(throttled(limit))
    if (!path.endsWith('/search'))
      void reply.headers({ 'x-hubspot-ratelimit-max': perTenSeconds, 'x-hubspot-ratelimit-interval-milliseconds': 10_000 })
    return undefined
  })
}
