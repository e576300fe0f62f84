import type { FastifyRequest } from 'fastify'
import { applyFaults, restFor } from '#sandbox/kit/faults.ts'
import { registerOAuth, type Tokens } from '#sandbox/kit/oauth-server.ts'
import type { Vendor } from '#sandbox/kit/vendor.ts'
import { createState, vendor } from './state.ts'

const pageSize = 50

class Refused extends Error {
  readonly statusCode: number
  constructor(statusCode: number, error: string) {
    super(error)
    this.statusCode = statusCode
  }
}

const callerOf = (tokens: Tokens, request: FastifyRequest): string => {
  const checked = tokens.check(request)
  if ('problem' in checked) throw new Refused(401, checked.problem)
  return checked.token.account
}

export const kestrelAdsVendor: Vendor = {
  prefix: vendor,
  name: 'Kestrel Ads',
  pageSize,
  register(app, { store, faults }) {
    const state = createState(store)
    const tokens = registerOAuth(app, {
      store,
      vendor,
      title: 'Kestrel Ads',
      authorizePaths: ['/oauth/authorize'],
      tokenPaths: ['/oauth/token'],
      revokePaths: ['/oauth/revoke'],
      accessSeconds: 3600,
      rotates: true,
    })
    void app.register(async (scope) => {
      applyFaults(scope, faults, {
        throttle(reply, ms) {
          restFor(reply, ms)
          void reply.status(429)
          return { error: 'slow_down' }
        },
        outage(reply) {
          void reply.status(503)
          return { error: 'unavailable' }
        },
      })
      scope.setErrorHandler((error, _request, reply) =>
        reply.status(error instanceof Refused ? error.statusCode : 500).send({ error: (error as Error).message }),
      )
      scope.get('/v1/me', (request, reply) => {
        const account = callerOf(tokens, request)
        return reply.send({ user_id: account, email: `${account}@kestrel-ads.example` })
      })
      scope.get('/v1/advertisers', (request, reply) => reply.send({ advertisers: state.advertisers(callerOf(tokens, request)) }))
      scope.get('/v1/accounts', (request, reply) => reply.send({ accounts: state.adAccounts(callerOf(tokens, request)) }))
      scope.get('/v1/accounts/:id/spend', (request, reply) => {
        const { id } = request.params as { id: string }
        const { from = '', until = '', after = '0' } = request.query as Record<string, string>
        const all = state.between(callerOf(tokens, request), id, { from, until })
        const start = Number(after)
        const rows = all.slice(start, start + pageSize).map(({ body }) => JSON.parse(body) as unknown)
        const next = start + pageSize < all.length ? String(start + pageSize) : null
        return reply.send({ rows, total: all.length, next })
      })
    })
    return {
      createAccount: state.createAccount,
      howToConnect: () => ({}),
      expireTokens: tokens.expireAll,
      revokeTokens: tokens.revokeAll,
      ads: state.ads,
    }
  },
}
