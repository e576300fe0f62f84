// What every role needs: database, queue, identity and their metrics.
import { join } from 'node:path'
import { createAwsIdentity, createIdentity, type Identity } from './identity/public.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { BadSetting } from './platform/config/parse.ts'
import { ownDatabaseOf, type DatabaseLocation } from './platform/db/connection.ts'
import { createListener, type Listener } from './platform/db/listen.ts'
import { migrate } from './platform/db/migrate.ts'
import { refuseForeignKeys } from './platform/db/reseal.ts'
import { createDatabase, type Database } from './platform/db/scope.ts'
import { startQueue, type Queue } from './platform/jobs/queue.ts'
import type { Log } from './platform/log.ts'
import { createSendEmail, type SendEmail } from './platform/email/send-email.ts'
import type { Dispatcher } from './platform/dispatcher.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { startEmbedded } from './platform/postgres/embedded.ts'
import { keepRunning, type DeathLimits } from './platform/postgres/keep-running.ts'
import { loadSealingKeys } from './platform/sealing-keys.ts'
import { createSealer, type Sealer } from './platform/secrets.ts'
import { watchLapsedRuns } from './modules/syncs/health/lapsed.ts'
import { followSandbox } from './modules/syncs/follow-sandbox.ts'
import { isUserOfAccount } from './modules/users/service.ts'
import type { VendorApps } from './modules/integrations/vendors/model.ts'
import { createVendorApps } from './modules/integrations/vendors/vendor-apps.ts'
import type { Follower } from './modules/changes/model.ts'
import { countFollowers } from './modules/changes/service.ts'
import { allJobs } from './roles/worker.ts'
import { askOf, asEmail, poolSettingsOf } from './embedded-pool.ts'

export type Closer = () => Promise<unknown>

export interface AppContext {
  location: DatabaseLocation
  database: Database
  listener: Listener
  queue: Queue
  dispatcher: Dispatcher
  identity: Identity
  vendors: VendorApps
  metrics: Metrics
  broken: Promise<string>
}

const never = new Promise<never>(() => {})

const isFileProblem = (error: unknown): error is Error =>
  error instanceof Error &&
  'path' in error &&
  ['EACCES', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS'].includes(String((error as NodeJS.ErrnoException).code))

/** Work that needs the data folder. Fails with one sentence if the folder cannot be used. */
export const inFolder = async <T>(dataDir: string, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw isFileProblem(error)
      ? new BadSetting(`${dataDir} cannot hold the data (${error.message}): pass --data with another folder.`)
      : error
  }
}

export interface AppContextOptions {
  /** An existing database. */
  location?: DatabaseLocation
  /** For the embedded database: additional settings, and how often it may die before it is no longer restarted. */
  postgres?: { settings: Record<string, string>; deaths: DeathLimits }
  /** How long a silent worker keeps its run. */
  runLeaseSeconds?: number
  /** The followers of the change log; absent: all of them. */
  followers?: readonly Follower[]
}

const openDatabase = async (
  config: Config,
  { location: given, postgres, closers, log }: AppContextOptions & { closers: Closer[]; log: Log },
): Promise<{ location: DatabaseLocation; broken: Promise<string> }> => {
  const there = given ?? ownDatabaseOf(config)
  if (there) return { location: there, broken: never }
  const { cluster, location } = await inFolder(config.dataDir, () => startEmbedded(config.dataDir, postgres?.settings))
  const restart = async () => (await startEmbedded(config.dataDir, postgres?.settings)).cluster
  const { broken, stop } = keepRunning({ first: cluster, start: restart, log, limits: postgres?.deaths })
  closers.push(stop)
  return { location, broken }
}

const openIdentity = async (
  config: Config,
  parts: { database: Database; listener: Listener; log: Log; post: SendEmail; sealer: Sealer },
): Promise<Identity> => {
  if (config.identity.mode === 'aws') return createAwsIdentity({ ...config.identity, clientId: config.identity.userPoolClientId })
  const { database, listener, log, post, sealer } = parts
  return createIdentity({
    database,
    sealer,
    clock: systemClock,
    log,
    post,
    postText: config.outbox ? (tx, message) => post(tx, asEmail(message)) : undefined,
    pool: poolSettingsOf(config, config.identity),
    customChallenge: config.identity.question && askOf(config.identity.question),
    isUserOfAccount,
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
  metrics.gauge('tributary_change_followers', 'Followers of the change log that fail, and that are behind', async () => {
    const { failing, behind } = await countFollowers(database)
    return [
      { labels: { state: 'failing' }, value: failing },
      { labels: { state: 'behind' }, value: behind },
    ]
  })
}

/** Everything that the roles need. */
export const createAppContext = async (
  config: Config,
  parts: { log: Log; options: AppContextOptions; closers: Closer[]; sandboxUrl: string | null },
): Promise<AppContext> => {
  const { log, options, closers, sandboxUrl } = parts
  const { location, broken } = await openDatabase(config, { ...options, closers, log })
  await migrate(location)
  const database = createDatabase(location, log)
  closers.push(() => database.close())
  const listener = createListener(location, log)
  closers.push(() => listener.close())
  // Identity enqueues emails, and the queue does jobs of identity; jobs that waited begin while the queue starts.
  const enqueuing: Pick<Queue, 'enqueue' | 'enqueueAll'> = {
    enqueue: async (...work) => (await starting).enqueue(...work),
    enqueueAll: async (...work) => (await starting).enqueueAll(...work),
  }
  const post = createSendEmail(() => enqueuing, config.mailFrom)
  const sealer = createSealer(loadSealingKeys(config.sealingKey, join(config.dataDir, 'sealing.keys')))
  await refuseForeignKeys(database, sealer)
  const identity = await openIdentity(config, { database, listener, log, post, sealer })
  const vendors = createVendorApps({ ...config, database, sealer, sandboxUrl })
  closers.push(() => vendors.close())
  if (config.roles.has('sandbox')) await followSandbox(vendors)
  const dispatcher: Dispatcher = {
    ...enqueuing,
    post,
    productUrl: config.publicUrl,
  }
  const jobs = allJobs({
    database,
    identity,
    dispatcher,
    vendors,
    smtpUrl: config.smtpUrl,
    log,
    runLeaseSeconds: options.runLeaseSeconds,
    followers: options.followers,
  })
  const starting = startQueue({
    location,
    log,
    jobs,
    work: config.roles.has('worker'),
    alone: config.databaseUrl === undefined,
  })
  const queue = await starting
  closers.push(() => queue.stop())
  if (config.roles.has('worker')) closers.push(watchLapsedRuns({ database, dispatcher, log }))
  // Before the queue waits for its jobs: runs are deferred at their current page.
  closers.push(async () => vendors.stop())
  const metrics = createMetrics()
  measure(metrics, database, queue)
  return { location, database, listener, queue, dispatcher, identity, vendors, metrics, broken }
}
