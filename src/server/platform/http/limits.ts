import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Route } from '#contract/kit/route.ts'
import { AppError } from '../errors.ts'
import { networkOf, wideNetworkOf } from '../network.ts'

export interface RateLimits {
  /** Calls per minute from one address, and by one signed-in user. */
  perAddress: number
  perUser: number
  /** Calls of one account that wait for each other at the same time. */
  inLine?: number
  /** Calls at one address that anybody with its key may send to. */
  perEndpoint?: { perMinute: number; burst: number }
}

export const defaultRateLimits: RateLimits = { perAddress: 1200, perUser: 600 }

export interface Limiter extends Pick<RateLimits, 'perEndpoint'> {
  inLine: number | undefined
  perAddress(request: FastifyRequest, route?: Route): Promise<void>
  perUser(request: FastifyRequest, userId: string): Promise<void>
}

// This many addresses of one network may use what one of them has.
const neighbours = 4

type Check = ReturnType<FastifyInstance['createRateLimit']>

// Counters are kept for this many keys; beyond that the least recently used one is dropped.
const keysMax = 50_000

export const registerRateLimits = async (app: FastifyInstance): Promise<void> => {
  if (!app.hasDecorator('createRateLimit')) await app.register(rateLimit, { global: false })
}

/** Counts calls within a minute by a key of the request. Counters are per process; several processes each allow their share. */
export const countPerMinute = (app: FastifyInstance, max: number, keyGenerator: (request: FastifyRequest) => string): Check => {
  // A variable, because the type of the parameter leaves out the cache, which each limit takes from its own options.
  const options: RateLimitOptions = { max, timeWindow: '1 minute', cache: keysMax, keyGenerator }
  return app.createRateLimit(options)
}

const refuse = async (check: Check, request: FastifyRequest): Promise<void> => {
  const result = await check(request)
  if (result.isAllowed || !result.isExceeded) return
  const seconds = Math.max(1, result.ttlInSeconds)
  throw new AppError('TOO_MANY_REQUESTS', { detail: `Too many requests. Try again in ${seconds} s.`, retryAfter: seconds })
}

export const createLimiter = async (app: FastifyInstance, limits: RateLimits): Promise<Limiter> => {
  await registerRateLimits(app)
  const users = new WeakMap<FastifyRequest, string>()
  const address = countPerMinute(app, limits.perAddress, ({ ip }) => networkOf(ip))
  const userLimit = countPerMinute(app, limits.perUser, (request) => users.get(request) ?? networkOf(request.ip))
  const strict = new Map<string, Check[]>()
  const strictFor = ({ name, perMinute }: Route): Check[] => {
    if (perMinute === undefined) return []
    const known = strict.get(name)
    if (known) return known
    const checks = [
      countPerMinute(app, perMinute, ({ ip }) => networkOf(ip)),
      countPerMinute(app, perMinute * neighbours, ({ ip }) => wideNetworkOf(ip)),
    ]
    strict.set(name, checks)
    return checks
  }
  return {
    inLine: limits.inLine,
    ...(limits.perEndpoint && { perEndpoint: limits.perEndpoint }),
    async perAddress(request, route) {
      await refuse(address, request)
      for (const check of route ? strictFor(route) : []) await refuse(check, request)
    },
    async perUser(request, userId) {
      users.set(request, userId)
      await refuse(userLimit, request)
    },
  }
}
