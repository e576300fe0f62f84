import compress from '@fastify/compress'
import cors from '@fastify/cors'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { exportHeaders } from '#contract/crm/records.ts'
import type { ApiName } from '#contract/kit/route.ts'
import { awaySeconds, isContended, isDatabaseAway } from '../db/transient-fault.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { defaultHeaders } from './headers.ts'
import { meantForUs } from './hosts.ts'
import { createLimiter, type Limiter, type RateLimits } from './limits.ts'
import { apiPrefix } from './register.ts'
import { answerUnknownExpectation, answerUnreadable } from './requests/unreadable.ts'

interface AppSettings {
  log: Log
  metrics: Metrics
  limits: RateLimits
  apis: Record<ApiName, string>
  publicUrl: string
  trustProxy: string | undefined
}

const knownProblems: Record<string, AppError['code']> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'VALIDATION_FAILED',
  FST_ERR_CTP_INVALID_JSON_BODY: 'VALIDATION_FAILED',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'VALIDATION_FAILED',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
}

/** Temporary failures; undefined if it is none of these. */
const passing = (error: unknown, request: FastifyRequest): AppError | undefined => {
  const about = { requestId: request.id, route: request.routeOptions.url }
  if (isDatabaseAway(error)) {
    request.log.warn({ reason: error.message, ...about }, 'the database could not be reached')
    return new AppError('UNAVAILABLE', { retryAfter: awaySeconds })
  }
  if (!isContended(error)) return undefined
  request.log.warn({ err: error, ...about }, 'a call waited too long for others')
  return new AppError('UNAVAILABLE', { retryAfter: awaySeconds })
}

const unknownEncoding = "We don't support this content encoding. Send the body uncompressed, or as gzip or br."

/**
 * Converts anything that was thrown into an error for the caller. A bug is logged completely and answers with nothing
 * but its request id.
 */
const toAppError = (error: unknown, request: FastifyRequest): AppError => {
  if (error instanceof AppError) return error
  const soon = passing(error, request)
  if (soon) return soon
  const { code, statusCode } = error as Partial<FastifyError>
  if (code === 'FST_CP_ERR_INVALID_CONTENT_ENCODING') return new AppError('UNSUPPORTED_MEDIA_TYPE', { detail: unknownEncoding })
  const known = knownProblems[code ?? ''] ?? (statusCode === 400 ? 'VALIDATION_FAILED' : undefined)
  if (known) return new AppError(known, code?.includes('JSON') ? { detail: "The body isn't valid JSON." } : {})
  request.log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'an unexpected error')
  return new AppError('INTERNAL')
}

const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const known = toAppError(error, request)
  const { retryAfter } = known.details
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return reply.status(known.status).header('cache-control', 'no-store').send(known.toEnvelope(request.id))
}

/** Errors of the router itself pass no hook, so request id and headers are set here. */
const answerRouterError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  void answerError(error, request, reply.headers({ ...defaultHeaders, 'x-request-id': request.id }))
}

/** An API that moved to its own host is answered there too, without its prefix. */
const rewriteFor = (apis: Record<ApiName, string>) => {
  const moved = Object.entries(apis)
    .filter(([, url]) => url.startsWith('http'))
    .map(([name, url]) => ({
      prefix: apiPrefix[name as ApiName],
      host: new URL(url).host,
      path: new URL(url).pathname.replace(/\/$/, ''),
    }))
  return (request: IncomingMessage): string => {
    const url = request.url ?? '/'
    const target = moved.find(
      ({ host, prefix, path }) => host === request.headers.host && url.startsWith(path) && !url.startsWith(prefix),
    )
    return target ? target.prefix + url.slice(target.path.length) : url
  }
}

/** Behind an unknown proxy all callers have the proxy's address, and one user's limits stop all others. */
const warnOfStrangeProxy = (app: FastifyInstance, trustProxy: string | undefined): void => {
  if (trustProxy !== undefined) return
  let isWarned = false
  app.addHook('onRequest', async (request) => {
    if (isWarned || request.headers['x-forwarded-for'] === undefined) return
    isWarned = true
    request.log.warn('X-Forwarded-For came in, but TRUST_PROXY names no proxy: all callers behind it count as one address')
  })
}

export interface HttpApp {
  app: FastifyInstance
  limiter: Limiter
}

export const createHttpApp = async (settings: AppSettings): Promise<HttpApp> => {
  const loggerInstance: FastifyBaseLogger = settings.log
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: 1_048_576,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    trustProxy: settings.trustProxy ?? false,
    rewriteUrl: rewriteFor(settings.apis),
    frameworkErrors: answerRouterError,
    clientErrorHandler: answerUnreadable,
    // A request without a host is refused where all others are, in the same form.
    http: { requireHostHeader: false },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  })
  app.server.on('checkExpectation', answerUnknownExpectation)
  app.setErrorHandler(answerError)
  app.removeContentTypeParser('text/plain')
  const checkRequest = meantForUs(settings)
  app.addHook('onRequest', async (request) => checkRequest(request.raw))
  warnOfStrangeProxy(app, settings.trustProxy)
  const limiter = await createLimiter(app, settings.limits)
  await app.register(cors, {
    origin: [new URL(settings.publicUrl).origin],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'x-tenant', 'idempotency-key', 'last-event-id'],
    exposedHeaders: Object.values(exportHeaders),
    maxAge: 600,
    strictPreflight: false,
  })
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], customTypes: /^(application\/json|text\/html)/ })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    for (const [name, value] of Object.entries(defaultHeaders)) if (!reply.hasHeader(name)) reply.header(name, value)
    if (settings.publicUrl.startsWith('https://'))
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    settings.metrics.request({ route, method: request.method, status: reply.statusCode, seconds: reply.elapsedTime / 1000 })
    request.log.info(
      { requestId: request.id, method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
  })
  app.setNotFoundHandler({ preHandler: (request: FastifyRequest) => limiter.perAddress(request) }, () => {
    throw new AppError('NOT_FOUND')
  })
  return { app, limiter }
}
