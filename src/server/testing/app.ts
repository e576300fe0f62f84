// The HTTP side of the product on the database of a world, with other settings or with routes that exist for a test
// alone.
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { findUser } from '#server/modules/users/service.ts'
import { createListener } from '#server/platform/db/listen.ts'
import { createHttpApp } from '#server/platform/http/app.ts'
import { createCallers } from '#server/platform/http/callers.ts'
import { defaultRateLimits, type RateLimits } from '#server/platform/http/limits.ts'
import { registerRoutes } from '#server/platform/http/register.ts'
import type { Served } from '#server/platform/http/serve.ts'
import type { Log } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { registerApi } from '#server/roles/api.ts'
import type { World } from './world.ts'

interface AppSettings {
  log?: Log
  limits?: RateLimits
  apis?: Partial<Record<'users' | 'agencies' | 'contacts', string>>
  publicUrl?: string
  /** No proxy is trusted, instead of this machine. */
  trustsNoProxy?: boolean
  /** Instead of the product's own routes. */
  routes?: readonly Served[]
  /** Called before the routes are registered. */
  prepare?: (app: FastifyInstance) => Promise<void>
}

export const createTestApp = async (world: World, settings: AppSettings = {}): Promise<FastifyInstance> => {
  const { database, queue, dispatcher, identity, location } = world
  const log = settings.log ?? pino({ level: 'silent' })
  const { app, limiter } = await createHttpApp({
    log,
    metrics: createMetrics(),
    limits: settings.limits ?? defaultRateLimits,
    apis: { users: '/users-api', agencies: '/agencies-api', contacts: '/contacts-api', ...settings.apis },
    publicUrl: settings.publicUrl ?? world.url,
    trustProxy: settings.trustsNoProxy ? undefined : 'loopback',
  })
  await settings.prepare?.(app)
  const listener = createListener(location, log)
  if (settings.routes) {
    const find = async (subject: string) => (await findUser(database, subject))?.caller
    const callers = createCallers({ verify: (token) => identity.verifyAccessToken(token), find }, listener)
    registerRoutes(app, settings.routes, { database, callers, limiter, staffSees: 'columns' })
  } else
    registerApi(app, {
      database,
      queue,
      dispatcher,
      identity,
      vendors: world.vendors,
      limiter,
      listener,
      outboxIsOpen: true,
      staffSees: 'columns',
    })
  await app.ready()
  return app
}
