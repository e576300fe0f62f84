// Puts the product together: database, queue, identity, then the roles that were asked for. What was started last is stopped first.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { createAwsIdentity, createIdentity, type Identity } from './identity/public.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { BadSetting } from './platform/config/parse.ts'
import { ownDatabaseOf, type DatabaseLocation } from './platform/db/connection.ts'
import { createListener, type Listener } from './platform/db/listen.ts'
import { migrate } from './platform/db/migrate.ts'
import { refuseForeignKeys } from './platform/db/reseal.ts'
import { createDatabase, type Database } from './platform/db/scope.ts'
import { createHttpApp } from './platform/http/app.ts'
import { defaultRateLimits, type RateLimits } from './platform/http/limits.ts'
import { startQueue, type Queue } from './platform/jobs/queue.ts'
import type { Log } from './platform/log.ts'
import { createPost } from './platform/mail/post.ts'
import { createMetrics, createMetricsApp, type Metrics } from './platform/metrics.ts'
import { listenOn } from './platform/port-owner.ts'
import { startEmbedded } from './platform/postgres/embedded.ts'
import { loadSealingKeys } from './platform/sealing-keys.ts'
import { createSealer } from './platform/secrets.ts'
import { askedEvery, registerHealth, type Health } from './roles/health.ts'
import { webConfigOf, connectTargetsOf, embeddedPool } from './web-config.ts'
import { allJobs } from './roles/worker.ts'

export interface Running {
  url: string
  sandboxUrl: string | null
  metricsUrl: string
  database: Database
  identity: Identity
  queue: Queue
  /** Resolves with a sentence when the embedded database ends without having been asked to. */
  broken: Promise<string>
  close(): Promise<void>
}

export interface StartOptions {
  limits?: RateLimits
  /** Where the built pages are; absent when no page is served. */
  webFolder?: string
  /** A database that is there already. */
  location?: DatabaseLocation
  /** Milliseconds between the word that no new requests should come and the end of taking them. */
  drainFor?: number
}

type Closer = () => Promise<unknown>

interface Ground {
  location: DatabaseLocation
  database: Database
  listener: Listener
  queue: Queue
  identity: Identity
  metrics: Metrics
  broken: Promise<string>
}

const never = new Promise<never>(() => {})

const isFileProblem = (error: unknown): error is Error =>
  error instanceof Error &&
  'path' in error &&
  ['EACCES', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS'].includes(String((error as NodeJS.ErrnoException).code))

const openDatabase = async (
  config: Config,
  given: DatabaseLocation | undefined,
  closers: Closer[],
): Promise<{ location: DatabaseLocation; broken: Promise<string> }> => {
  const there = given ?? ownDatabaseOf(config)
  if (there) return { location: there, broken: never }
  const { cluster, location } = await startEmbedded(config.dataDir).catch((error: unknown) => {
    throw isFileProblem(error)
      ? new BadSetting(`${config.dataDir} cannot hold the data (${error.message}): pass --data with another folder.`)
      : error
  })
  closers.push(() => cluster.stop())
  const broken = cluster.exited.then(
    () => 'The embedded database ended unexpectedly. Nothing that was confirmed is lost: start again.',
  )
  return { location, broken }
}

const openIdentity = async (
  config: Config,
  parts: { database: Database; listener: Listener; log: Log; queue: () => Queue },
): Promise<Identity> => {
  if (config.identity.mode === 'aws') return createAwsIdentity({ ...config.identity, clientId: config.identity.userPoolClientId })
  const { database, listener, log, queue } = parts
  const sealer = createSealer(loadSealingKeys(config.sealingKey, join(config.dataDir, 'sealing.keys')))
  await refuseForeignKeys(database, sealer)
  return createIdentity({
    database,
    sealer,
    clock: systemClock,
    log,
    post: createPost(queue, config.mailFrom),
    pool: { ...embeddedPool, issuer: `${config.publicUrl}/idp/${embeddedPool.id}` },
    productUrl: config.publicUrl,
    listener,
  })
}

const measure = (metrics: Metrics, database: Database, queue: Queue): void => {
  metrics.gauge('tributary_database_connections', 'Connections by role', async () =>
    database.usage().flatMap(({ role, total, idle, waiting }) => [
      { labels: { role, state: 'open' }, value: total },
      { labels: { role, state: 'idle' }, value: idle },
      { labels: { role, state: 'waited for' }, value: waiting },
    ]),
  )
  metrics.gauge('tributary_jobs', 'Background work by state', async () =>
    (await queue.counts()).flatMap(({ job, waiting, running, failed }) => [
      { labels: { job, state: 'waiting' }, value: waiting },
      { labels: { job, state: 'running' }, value: running },
      { labels: { job, state: 'failed' }, value: failed },
    ]),
  )
}

const openGround = async (config: Config, parts: { log: Log; options: StartOptions; closers: Closer[] }): Promise<Ground> => {
  const { log, options, closers } = parts
  const { location, broken } = await openDatabase(config, options.location, closers)
  await migrate(location)
  const database = createDatabase(location, log)
  closers.push(() => database.close())
  const listener = createListener(location, log)
  closers.push(() => listener.close())
  const jobs = allJobs(database, config.smtpUrl)
  const queue = await startQueue({
    location,
    log,
    jobs,
    work: config.roles.has('worker'),
    alone: config.databaseUrl === undefined,
  })
  closers.push(() => queue.stop())
  const identity = await openIdentity(config, { database, listener, log, queue: () => queue })
  const metrics = createMetrics()
  measure(metrics, database, queue)
  return { location, database, listener, queue, identity, metrics, broken }
}

const servesHttp = ({ roles }: Config): boolean => roles.has('api') || roles.has('web') || roles.has('identity')

const buildHttp = async (
  config: Config,
  ground: Ground,
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
    const hub = registerApi(app, { ...ground, limiter, outboxIsOpen: config.outbox })
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

/** What other processes announce is heard before the first request comes: nothing that it remembers can be old. */
const openHttp = async (
  config: Config,
  ground: Ground,
  extras: { log: Log; health: Health; options: StartOptions; closers: Closer[] },
): Promise<void> => {
  const app = servesHttp(config) ? await buildHttp(config, ground, extras) : undefined
  if (app) extras.closers.push(() => app.close())
  await ground.listener.start()
  if (app) await listenOn(() => app.listen({ host: config.host, port: config.port }), { port: config.port, flag: 'port' })
}

const openMetrics = async (config: Config, metrics: Metrics, health: Health): Promise<{ url: string; close: Closer }> => {
  const app = createMetricsApp(metrics)
  registerHealth(app, health)
  const url = await listenOn(() => app.listen(config.metrics), { port: config.metrics.port, flag: 'metrics-port' })
  return { url: `${url}/metrics`, close: () => app.close() }
}

const openSandbox = async (config: Config): Promise<{ url: string; close: Closer }> => {
  const { startSandbox } = await import('#sandbox/start.ts')
  return listenOn(() => startSandbox({ host: config.host, port: config.sandbox.port }), {
    port: config.sandbox.port,
    flag: 'sandbox-port',
  })
}

const seed = async ({ demo }: Config, { database, identity }: Ground): Promise<void> => {
  if (!identity.routes) return
  const { closeDemo, seedDemo } = await import('../../db/seed/demo.ts')
  await (demo ? seedDemo : closeDemo)(database, identity)
}

const probeOf = (database: Database): Health['probe'] =>
  askedEvery(1000, async () => {
    await database.asSystem('health: does the database answer', (tx) => sql`select 1`.execute(tx))
  })

/** Time for a load balancer to see that we are not ready, before it would run into closed doors. */
const drainFor = 2000

const closeAll = async (closers: Closer[], log: Log): Promise<void> => {
  for (const close of closers.splice(0).toReversed())
    await close().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'))
}

export const start = async (config: Config, log: Log, options: StartOptions = {}): Promise<Running> => {
  const closers: Closer[] = []
  let isReady = true
  try {
    const ground = await openGround(config, { log, options, closers })
    const { database, identity, queue, metrics, broken } = ground
    const health: Health = { isReady: () => isReady, probe: probeOf(database) }
    await seed(config, ground)
    await openHttp(config, ground, { log, health, options, closers })
    const scrape = await openMetrics(config, metrics, health)
    // Closed last: until then it tells that we are not ready.
    closers.unshift(scrape.close)
    const sandbox = config.roles.has('sandbox') ? await openSandbox(config) : undefined
    if (sandbox) closers.push(() => sandbox.close())
    const close = async () => {
      isReady = false
      await pause(options.drainFor ?? (config.isLocal ? 0 : drainFor))
      await closeAll(closers, log)
    }
    return {
      url: config.publicUrl,
      sandboxUrl: sandbox?.url ?? null,
      metricsUrl: scrape.url,
      database,
      identity,
      queue,
      broken,
      close,
    }
  } catch (error) {
    await closeAll(closers, log)
    throw error
  }
}
