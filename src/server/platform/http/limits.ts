import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Route } from '#contract/route.ts'
import { AppError } from '../errors.ts'
import { networkOf, wideNetworkOf } from '../network.ts'

export interface RateLimits {
  /** Calls per minute from one address, and by one signed-in person. */
  perAddress: number
  perUser: number
  /** Calls of one account that wait for each other at the same time. */
  inLine?: number
}

export const defaultRateLimits: RateLimits = { perAddress: 1200, perUser: 600 }

export interface Limiter {
  inLine: number | undefined
  perAddress(request: FastifyRequest, route?: Route): Promise<void>
  perUser(request: FastifyRequest, userId: string): Promise<void>
}

// So many addresses of one network may use up what one of them has.
const neighbours = 4

type Check = ReturnType<FastifyInstance['createRateLimit']>

const refuse = async (check: Check, request: FastifyRequest): Promise<void> => {
  const result = await check(request)
  if (result.isAllowed || !result.isExceeded) return
  const seconds = Math.max(1, result.ttlInSeconds)
  throw new AppError('TOO_MANY_REQUESTS', { detail: `Too many requests. Try again in ${seconds} s.`, retryAfter: seconds })
}

/** Counters live in this process; several processes each allow their share. */
export const createLimiter = async (app: FastifyInstance, limits: RateLimits): Promise<Limiter> => {
  await app.register(rateLimit, { global: false, cache: 50_000 })
  const minute = '1 minute'
  const users = new WeakMap<FastifyRequest, string>()
  const address = app.createRateLimit({
    max: limits.perAddress,
    timeWindow: minute,
    keyGenerator: (request) => networkOf(request.ip),
  })
  const person = app.createRateLimit({
    max: limits.perUser,
    timeWindow: minute,
    keyGenerator: (request) => users.get(request) ?? networkOf(request.ip),
  })
  const strict = new Map<string, Check[]>()
  const strictFor = ({ name, perMinute }: Route): Check[] => {
    if (perMinute === undefined) return []
    const known = strict.get(name)
    if (known) return known
    const limit = (max: number, where: (ip: string) => string) =>
      app.createRateLimit({ max, timeWindow: minute, keyGenerator: ({ ip }) => `${name} ${where(ip)}` })
    const checks = [limit(perMinute, networkOf), limit(perMinute * neighbours, (ip) => `around ${wideNetworkOf(ip)}`)]
    strict.set(name, checks)
    return checks
  }
  return {
    inLine: limits.inLine,
    async perAddress(request, route) {
      await refuse(address, request)
      for (const check of route ? strictFor(route) : []) await refuse(check, request)
    },
    async perUser(request, userId) {
      users.set(request, userId)
      await refuse(person, request)
    },
  }
}
