// POST /hooks/in/{key}: not part of the contract's calls, since the key in the address is all that a sender has.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inboundLimits } from '#contract/webhooks/inbound.ts'
import type { Listener } from '#server/platform/db/listen.ts'
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Limiter } from '#server/platform/http/limits.ts'
import type { Sealer } from '#server/platform/secrets.ts'
import { createBuckets } from './bucket.ts'
import { createEndpoints, type OpenEndpoint } from './endpoints.ts'
import { readItems } from './read-json.ts'
import { createReceiver } from './receive.ts'
import { checkSignature } from './signature.ts'

interface InboundParts {
  database: Database
  listener: Listener
  dispatcher: Dispatcher
  sealer: Sealer
  limiter: Limiter
}

const address = '/hooks/in/:key'

/** Must run before the listener starts: it registers its channel. */
export const registerInbound = (app: FastifyInstance, parts: InboundParts): void => {
  const { limiter } = parts
  const receiver = createReceiver(parts)
  const endpoints = createEndpoints(parts, parts.listener)
  const buckets = createBuckets(limiter.perEndpoint ?? inboundLimits)
  const found = new WeakMap<FastifyRequest, OpenEndpoint>()
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      /^application\/([\w.-]{1,60}\+)?json\b/,
      { parseAs: 'buffer', bodyLimit: inboundLimits.bytes },
      (_request, body, done) => done(null, body),
    )
    // Before the body is read.
    scope.addHook<{ Params: { key: string } }>('onRequest', async (request, reply) => {
      await limiter.perAddress(request)
      const endpoint = await endpoints.find(request.params.key)
      const wait = buckets.take(endpoint.endpointId)
      if (wait > 0) {
        reply.header('retry-after', wait)
        throw new AppError('TOO_MANY_REQUESTS', { detail: `Too many calls. Try again in ${wait} s.`, retryAfter: wait })
      }
      found.set(request, endpoint)
    })
    scope.post<{ Querystring: { test?: string } }>(address, async (request, reply) => {
      const endpoint = found.get(request)
      if (!endpoint) throw new AppError('UNAUTHENTICATED')
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const { headers } = request
      checkSignature({ secret: endpoint.secret, isRequired: endpoint.requiresSignature }, { headers, body, now: Date.now() })
      const isTest = request.query.test === 'true'
      return reply.status(202).send(await receiver.receive(endpoint, readItems(body), { isTest }))
    })
  })
}
