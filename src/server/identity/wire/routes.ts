import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { createFloodGate, type InTurn } from './flood.ts'
import type { PoolSettings } from '../pool.ts'
import { internalFault, PoolError, tooManyRequests, unreadable } from './refusals.ts'
import type { Keys } from '../tokens/keys.ts'
import { contentType, replyOfRefusal, type Dispatch, type WireReply } from './wire.ts'

interface RouteOptions {
  dispatch: Dispatch
  keys: Keys
  settings: PoolSettings
  callsPerMinute: number
  inTurn: InTurn
}

const bodyLimit = 64 * 1024

// As bytes: for a text Fastify would add a charset to the type.
const send = (reply: FastifyReply, { status, headers, body }: WireReply) =>
  reply.code(status).headers(headers).send(Buffer.from(body))

const sendRefusal = (request: FastifyRequest, reply: FastifyReply, refusal: PoolError) =>
  send(reply, replyOfRefusal(refusal, request.id))

const refusalOf = (error: FastifyError | PoolError): PoolError => {
  if (error instanceof PoolError) return error
  const status = error.statusCode ?? 500
  return status < 500 ? new PoolError('SerializationException', 'The request could not be read', status) : internalFault()
}

const handleError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  const refusal = refusalOf(error)
  if (refusal.status >= 500) request.log.error({ err: error, requestId: request.id }, 'a request to the user pool failed')
  return sendRefusal(request, reply, refusal)
}

const discovery = ({ issuer }: PoolSettings) => ({
  issuer,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})

/** The pool on its public endpoint: everything under /idp answers JSON. */
export const createRoutes = (options: RouteOptions): FastifyPluginAsync => {
  const { dispatch, keys, settings, callsPerMinute, inTurn } = options

  const underIdp: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(contentType, { parseAs: 'string', bodyLimit }, (_request, body, done) => done(null, body))
    scope.setErrorHandler(handleError)
    scope.setNotFoundHandler((request, reply) =>
      sendRefusal(request, reply, new PoolError('UnknownOperationException', 'There is nothing at this address', 404)),
    )
    const isFlooding = await createFloodGate(scope, callsPerMinute)
    const answerCall = async (request: FastifyRequest, reply: FastifyReply) => {
      if (await isFlooding(request)) return sendRefusal(request, reply.header('retry-after', '60'), tooManyRequests())
      if (typeof request.body !== 'string') throw unreadable(`Send ${contentType}`)
      const target = request.headers['x-amz-target']
      const call = {
        target: typeof target === 'string' ? target : '',
        body: request.body,
        requestId: request.id,
        isAdmin: false,
        address: request.ip,
      }
      const operation = call.target.split('.')[1] ?? ''
      return send(reply, await inTurn(request.ip, operation, () => dispatch(call)))
    }
    scope.post('/', answerCall)
    const wellKnown = `/${settings.id}/.well-known`
    scope.get(`${wellKnown}/jwks.json`, async (_request, reply) => {
      const { jwks } = await keys.ring()
      return reply.header('cache-control', 'public, max-age=300').type('application/json').send(JSON.stringify(jwks))
    })
    scope.get(`${wellKnown}/openid-configuration`, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=300')
        .type('application/json')
        .send(JSON.stringify(discovery(settings))),
    )
  }

  return async (app) => {
    await app.register(underIdp, { prefix: '/idp' })
  }
}
