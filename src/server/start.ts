// Puts the product together: the app context, then the configured roles. What was started last is stopped first.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { inFolder, createAppContext, type Closer, type AppContext, type AppContextOptions } from './app-context.ts'
import type { Identity } from './identity/public.ts'
import type { VendorApps } from './modules/integrations/vendors/model.ts'
import type { Sandbox } from '#sandbox/start.ts'
import type { Config } from './platform/config.ts'
import { probeEveryNode } from './platform/db/client-queries.ts'
import type { Database } from './platform/db/scope.ts'
import { createHttpApp } from './platform/http/app.ts'
import { defaultRateLimits, type RateLimits } from './platform/http/limits.ts'
import type { Dispatcher } from './platform/dispatcher.ts'
import type { Queue } from './platform/jobs/queue.ts'
import type { Log } from './platform/log.ts'
import { createMetricsApp, type Metrics } from './platform/metrics.ts'
import { listenOn } from './platform/process/port-owner.ts'
import { createParents } from './platform/postgres/data-dir.ts'
import { askedEvery, registerHealth, type Health } from './roles/health.ts'
import { connectTargetsOf, webConfigOf } from './web-config.ts'

export interface Running {
  url: string
  sandboxUrl: string | null
  /** The sandboxes, if this process runs them. */
  sandbox: Sandbox | undefined
  metricsUrl: string
  database: Database
  identity: Identity
  queue: Queue
  dispatcher: Dispatcher
  vendors: VendorApps
  /** Resolves with a sentence when the embedded database has ended and cannot be restarted. */
  broken: Promise<string>
  close(): Promise<void>
}

export interface StartOptions extends AppContextOptions {
  limits?: RateLimits
  /** Where the built pages are; absent if no page is served. */
  webFolder?: string
  /** Milliseconds between reporting "not ready" and refusing new requests. */
  drainFor?: number
}

const servesHttp = ({ roles }: Config): boolean => roles.has('api') || roles.has('web') || roles.has('identity')

const buildHttp = async (
  config: Config,
  ground: AppContext,
  extras: { log: Log; health: Health; options: StartOptions },
): Promise<FastifyInstance> => {
  const { log, health, options } = extras
  const { app, limiter } = await createHttpApp({
    ...config,
    log,
    metrics: ground.metrics,
    limits: options.limits ?? defaultRateLimits,
  })
  registerHealth(app, health)
  if (config.roles.has('identity') && ground.identity.routes) await app.register(ground.identity.routes)
  if (config.roles.has('api')) {
    const { registerApi } = await import('./roles/api.ts')
    const hub = registerApi(app, { ...ground, limiter, outboxIsOpen: config.outbox, staffSees: config.staffSees })
    ground.metrics.gauge('tributary_live_screens', 'Screens that receive live updates', async () => [
      { labels: {}, value: hub.connected() },
    ])
  }
  if (config.roles.has('web') && config.dev) await (await import('./roles/web-dev.ts')).registerWebDev(app, webConfigOf(config))
  else if (config.roles.has('web') && options.webFolder !== undefined) {
    const { registerWeb } = await import('./roles/web.ts')
    await registerWeb(app, { folder: options.webFolder, config: webConfigOf(config), connectTo: connectTargetsOf(config) })
  }
  return app
}

/** Listening for notifications starts before the first request: so no cache can be outdated. */
const openHttp = async (
  config: Config,
  ground: AppContext,
  extras: { log: Log; health: Health; options: StartOptions; closers: Closer[] },
): Promise<void> => {
  const app = servesHttp(config) ? await buildHttp(config, ground, extras) : undefined
  if (app) extras.closers.push(() => app.close())
  await ground.listener.start()
  if (app) await listenOn(() => app.listen({ host: config.host, port: config.port }), { port: config.port, flag: 'port' })
}

const openMetrics = async (config: Config, metrics: Metrics, health: Health): Promise<{ url: string; close: Closer }> => {
  const app = createMetricsApp(metrics, { host: config.metrics.host, trustProxy: config.trustProxy })
  registerHealth(app, health)
  const url = await listenOn(() => app.listen(config.metrics), { port: config.metrics.port, flag: 'metrics-port' })
  return { url: `${url}/metrics`, close: () => app.close() }
}

const openSandbox = async (config: Config): Promise<Sandbox> => {
  const { startSandbox } = await import('#sandbox/start.ts')
  const { host, dataDir, publicUrl } = config
  const { port } = config.sandbox
  const folder = join(dataDir, 'sandbox')
  await inFolder(dataDir, () => createParents(join(folder, 'vendors')))
  return listenOn(() => startSandbox({ host, port, folder, productUrl: publicUrl }), { port, flag: 'sandbox-port' })
}

/** A local installation in several processes has its sandboxes in one of them. */
const sandboxElsewhere = ({ isLocal, sandbox }: Config): string | null =>
  isLocal && sandbox.port !== 0 ? `http://localhost:${sandbox.port}` : null

const seed = async ({ demo }: Config, { database, identity, dispatcher }: AppContext): Promise<void> => {
  if (!identity.routes) return
  const { seedDemo } = await import('../../db/seed/demo.ts')
  const { closeDemo } = await import('../../db/seed/demo-off.ts')
  await (demo ? seedDemo : closeDemo)({ database, identity, dispatcher })
}

/** The demo's companies are added to the sandboxes and connected while users already look around. */
const openDemo = async (
  { demoSources }: Config,
  ground: AppContext,
  { sandbox, log }: { sandbox: Sandbox | undefined; log: Log },
): Promise<Closer> => {
  if (!sandbox || !demoSources || !ground.identity.routes) return async () => {}
  const { connectSources } = await import('../../db/seed/sources.ts')
  sandbox.startDemo()
  const stopping = new AbortController()
  const connecting = connectSources({ ...ground, log }, stopping.signal).catch((error: unknown) => {
    log.error({ err: error }, 'the demo could not be connected')
  })
  return () => {
    stopping.abort()
    return connecting
  }
}

const probeOf = (database: Database): Health['probe'] =>
  askedEvery(1000, async () => {
    await database.asSystem('health: does the database answer', probeEveryNode)
  })

/** Time for a load balancer to see that we are not ready, before requests would fail. */
const drainFor = 2000

const closeAll = async (closers: Closer[], log: Log): Promise<void> => {
  for (const close of closers.splice(0).toReversed())
    await close().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'))
}

export const start = async (initial: Config, log: Log, options: StartOptions = {}): Promise<Running> => {
  const closers: Closer[] = []
  let isReady = true
  try {
    // Opened first: sessions with vendors need its address.
    const sandbox = initial.roles.has('sandbox') ? await openSandbox(initial) : undefined
    if (sandbox) closers.push(() => sandbox.close())
    const config = sandbox ? { ...initial, sandbox: { port: Number(new URL(sandbox.url).port) } } : initial
    const sandboxUrl = sandbox?.url ?? sandboxElsewhere(config)
    const ground = await createAppContext(config, { log, options, closers, sandboxUrl })
    const { database, identity, queue, metrics, broken } = ground
    const health: Health = { isReady: () => isReady, probe: probeOf(database) }
    await seed(config, ground)
    await openHttp(config, ground, { log, health, options, closers })
    closers.push(await openDemo(config, ground, { sandbox, log }))
    const scrape = await openMetrics(config, metrics, health)
    // Closed last: until then it reports that we are not ready.
    closers.unshift(scrape.close)
    const close = async () => {
      isReady = false
      await pause(options.drainFor ?? (config.isLocal ? 0 : drainFor))
      await closeAll(closers, log)
    }
    return {
      url: config.publicUrl,
      sandboxUrl: sandbox?.url ?? null,
      sandbox,
      metricsUrl: scrape.url,
      database,
      identity,
      queue,
      dispatcher: ground.dispatcher,
      vendors: ground.vendors,
      broken,
      close,
    }
  } catch (error) {
    await closeAll(closers, log)
    throw error
  }
}
