// How every call to HighLevel is checked: version, token, rate, scope, location.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createWindow } from '../kit/faults.ts'
import type { Tokens } from '../kit/oauth-server.ts'
import type { VendorParts } from '../kit/vendor.ts'
import type { Agencies } from './agencies.ts'

export type Query = Record<string, string | undefined>
export const queryOf = (request: FastifyRequest): Query => request.query as Query
export const paramOf = (request: FastifyRequest, name: string): string => (request.params as Query)[name] ?? ''

export const say = (reply: FastifyReply, statusCode: number, message: string | readonly string[], error?: string) =>
  reply.status(statusCode).send({ statusCode, message, ...(error === undefined ? {} : { error }) })

const rateHeaders = (remaining: string) => ({
  'x-ratelimit-limit-daily': '200000',
  'x-ratelimit-daily-remaining': '199000',
  'x-ratelimit-interval-milliseconds': '10000',
  'x-ratelimit-max': '100',
  'x-ratelimit-remaining': remaining,
})
export const tooMany = (reply: FastifyReply): object => {
  void reply.status(429).headers(rateHeaders('0'))
  return { statusCode: 429, message: 'Too Many Requests' }
}

interface Route {
  method?: 'GET' | 'POST'
  url: string
  scope: string
  /** The kind of token it takes; absent: that of a location. */
  of?: 'agency'
  /** The requested location; undefined: that of the token. */
  locationOf?: (request: FastifyRequest) => unknown
  work: (request: FastifyRequest, account: string, reply: FastifyReply, scopes: string) => unknown
}

interface DoorParts {
  tokens: Tokens
  agencies: Agencies
  faults: VendorParts['faults']
}

export const createDoor = (api: FastifyInstance, { tokens, agencies, faults }: DoorParts) => {
  const window = createWindow(100, 10_000)
  return ({ method = 'GET', url, scope, of, locationOf, work }: Route): void => {
    api.route({
      method,
      url,
      handler: async (request, reply) => {
        if (request.headers['version'] !== '2021-07-28') return say(reply, 400, 'version header is required', 'Bad Request')
        const checked = tokens.check(request)
        if (!('token' in checked)) return say(reply, 401, 'Invalid token: access token is invalid', 'Unauthorized')
        const { account, scopes } = checked.token
        if (faults.limitsAreOn && window.take(account) > 0) return reply.send(tooMany(reply))
        if (!scopes.split(' ').includes(scope)) return say(reply, 401, 'The token is not authorized for this scope.')
        const isOfItsKind = agencies.isAgency(account) === (of === 'agency')
        if (!isOfItsKind || (locationOf?.(request) ?? account) !== account)
          return say(reply, 403, 'The token does not have access to this location.', 'Forbidden')
        void reply.headers(rateHeaders('99'))
        return work(request, account, reply, scopes)
      },
    })
  }
}
export type Door = ReturnType<typeof createDoor>
