// Background jobs on pg-boss, in the same database: a job exists exactly if its transaction was committed.
import { sql } from 'kysely'
import { fromKysely, PgBoss, type ConstructorOptions, type Job as BossJob } from 'pg-boss'
import type { z } from 'zod'
import { connectionOf, type DatabaseLocation } from '../db/connection.ts'
import { isTransientFault } from '../db/transient-fault.ts'
import type { Tx } from '../db/scope.ts'
import { type Log } from '../log.ts'
import { withoutPersonalData } from '../masks.ts'
import type { BoundJob, Job } from './define-job.ts'
import { startDueClock, type DueClock } from './due-clock.ts'

interface EnqueueOptions {
  /** The client that it is for: no client may crowd out the others. */
  clientId?: string
  /** What the job is about, for a job with `onePerKey`. */
  key?: string
  startAfterSeconds?: number
  /** A job of this key that waits for a later time is done now. Only in the system scope: a request cannot change queued jobs. */
  isUrgent?: true
  /** It was started and deferred: when it is due, it goes before jobs that have not begun. */
  keepsPlace?: true
}

export interface Queue {
  enqueue<D extends z.ZodObject>(tx: Tx, job: Job<D>, data: z.input<D>, options?: EnqueueOptions): Promise<void>
  /** Many of one kind for one account, in one statement. */
  enqueueAll<D extends z.ZodObject>(tx: Tx, job: Job<D>, all: readonly z.input<D>[], options: { clientId: string }): Promise<void>
  /** Jobs waiting, running and failed, for the metrics. */
  counts(): Promise<{ job: string; waiting: number; running: number; failed: number }[]>
  retry(jobName: string, id: string): Promise<void>
  stop(): Promise<void>
}

interface QueueSettings {
  location: DatabaseLocation
  log: Log
  jobs: readonly BoundJob[]
  /** Work on jobs, or only enqueue them. */
  work: boolean
  /** No one else works on this database, so jobs marked as running were left by a killed process. */
  alone: boolean
}

const usuallyKeptFor = 30 * 24 * 3600
const perTenant = 2
/** Workers are woken by NOTIFY, and by the clock, which looks for everything that is due; this is for what both may have missed. */
const backstopSeconds = 600
const batch = {
  batchSize: 5,
  localConcurrency: 2,
  pollingIntervalSeconds: backstopSeconds,
  notifyPollingIntervalSeconds: backstopSeconds,
  burstWhenBatchFull: true,
}

/** A batch ends with its slowest job. */
const oneByOne = { ...batch, batchSize: 1, localConcurrency: 8 }

const settingsOf = (job: Job) => ({
  retryLimit: job.retries,
  retryDelay: job.retryDelay,
  retryBackoff: true,
  ...(job.retryDelayMax === undefined ? {} : { retryDelayMax: job.retryDelayMax }),
  heartbeatSeconds: job.heartbeat ?? 10,
  expireInSeconds: 900,
  deleteAfterSeconds: job.keptFor ?? usuallyKeptFor,
  notify: true,
})

const workersOf = ({ jobs, work }: QueueSettings): number =>
  work ? jobs.reduce((sum, { job }) => sum + (job.isLong ? oneByOne : batch).localConcurrency, 0) : 0

/** All workers query at once when they start. */
const workersPerConnection = 16
const connectionsMin = 4
const patienceMs = 60_000

const optionsOf = (settings: QueueSettings): ConstructorOptions => ({
  ...(connectionOf(settings.location, 'app_system') as ConstructorOptions),
  schema: 'pgboss',
  createSchema: false,
  max: Math.max(connectionsMin, Math.ceil(workersOf(settings) / workersPerConnection)),
  connectionTimeoutMillis: patienceMs,
  supervise: settings.work,
  schedule: settings.work,
  useListenNotify: settings.work,
  // Jobs of a dead process are noticed within twenty seconds: ten until they are overdue, ten until the next check.
  superviseIntervalSeconds: 10,
  monitorIntervalSeconds: 10,
  queueCacheIntervalSeconds: 60,
  cronMonitorIntervalSeconds: 30,
  cronWorkerIntervalSeconds: 15,
})

/** Options of an earlier version are replaced; only the policy stays as it was created. */
const createQueue = async (boss: PgBoss, job: Job): Promise<void> => {
  const settings = settingsOf(job)
  await boss.createQueue(job.name, { ...settings, policy: job.onePerKey ? 'short' : 'standard' })
  await boss.updateQueue(job.name, settings)
}

// Each new job takes missing options from its queue.
const takenFromQueue =
  'name, expire_seconds, deletion_seconds, retention_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds'

/** An index for failed jobs among all jobs of a month. A request may only enqueue: it cannot read other jobs. */
const preparations = `
  create index if not exists job_given_up on pgboss.job_common (completed_on desc, id desc) where state = 'failed';
  grant usage on schema pgboss to app_rw, app_staff;
  grant insert on pgboss.job, pgboss.job_common to app_rw, app_staff;
  grant select (id, start_after) on pgboss.job, pgboss.job_common to app_rw, app_staff;
  grant select on pgboss.job, pgboss.job_common to app_staff;
  grant select (${takenFromQueue}) on pgboss.queue to app_rw, app_staff;`

/** One process after the other: concurrent starts would conflict. */
const prepare = async (boss: PgBoss): Promise<void> => {
  const inTurn = `perform pg_advisory_xact_lock(hashtextextended('queue preparations', 0));`
  await boss.getDb().executeSql(`do $prepare$ begin ${inTurn} ${preparations} end $prepare$`)
}

const releaseAbandoned = async (boss: PgBoss): Promise<void> => {
  await boss.getDb().executeSql(`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
}

const bringForward = async (tx: Tx, name: string, key: string): Promise<void> => {
  await sql`update pgboss.job set start_after = now()
    where name = ${name} and singleton_key = ${key} and state in ('created', 'retry')`.execute(tx)
}

const startWorking = async (boss: PgBoss, bound: BoundJob, { log, clock }: { log: Log; clock: DueClock }): Promise<void> => {
  const { job, handle, schedule } = bound
  // Completed by attempt, not by id: a job that was given to another worker is theirs to complete.
  const run = async (one: BossJob<unknown>): Promise<void> => {
    try {
      await handle(one.data, one.signal)
    } catch (error) {
      log.warn({ err: error, job: job.name, jobId: one.id }, 'a job failed and will be retried or given up')
      await boss.fail(job.name, one, { message: withoutPersonalData((error as Error).message) })
      return
    }
    await boss.complete(job.name, one)
  }
  await boss.work(job.name, { ...(job.isLong ? oneByOne : batch), localGroupConcurrency: perTenant }, async (jobs) => {
    await Promise.all(jobs.map(run))
    clock.look()
  })
  if (schedule !== undefined) await boss.schedule(job.name, schedule, {}, { tz: 'UTC' })
}

/** Schedules of earlier versions. */
const dropOldSchedules = async (boss: PgBoss, jobs: readonly BoundJob[]): Promise<void> => {
  const scheduled = new Set(jobs.filter(({ schedule }) => schedule !== undefined).map(({ job }) => job.name))
  for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name)
}

/** The queue retries automatically: temporary faults are one line, and only others need attention. */
const reportFault = (log: Log, error: Error): void => {
  if (isTransientFault(error))
    log.warn({ reason: error.message }, 'the job queue could not reach the database and will try again')
  else log.error({ err: error }, 'the job queue reported an error')
}

const startAllWork = async (boss: PgBoss, { alone, jobs, log }: QueueSettings) => {
  if (alone) await releaseAbandoned(boss)
  const names = jobs.map(({ job }) => job.name)
  const clock = startDueClock(boss, names, (error) => reportFault(log, error))
  await Promise.all(jobs.map((bound) => startWorking(boss, bound, { log, clock })))
  await dropOldSchedules(boss, jobs)
  return clock
}

export const startQueue = async (settings: QueueSettings): Promise<Queue> => {
  const { log, jobs, work } = settings
  const boss = new PgBoss(optionsOf(settings))
  boss.on('error', (error) => reportFault(log, error))
  await boss.start()
  await Promise.all(jobs.map(({ job }) => createQueue(boss, job)))
  await prepare(boss)
  const clock = work ? await startAllWork(boss, settings) : undefined
  return {
    async enqueue(tx, job, data, options = {}) {
      if ((options.key !== undefined) !== (job.onePerKey === true))
        throw new Error(`A key and onePerKey belong together: ${job.name}`)
      if (options.isUrgent && options.key !== undefined) await bringForward(tx, job.name, options.key)
      await boss.send(job.name, job.data.parse(data) as object, {
        db: fromKysely(tx),
        ...(options.clientId === undefined ? {} : { group: { id: options.clientId } }),
        ...(options.key === undefined ? {} : { singletonKey: options.key }),
        ...(options.startAfterSeconds === undefined ? {} : { startAfter: options.startAfterSeconds }),
        ...(options.keepsPlace ? { priority: 1 } : {}),
      })
    },
    async enqueueAll(tx, job, all, { clientId }) {
      if (all.length === 0) return
      const jobs = all.map((data) => ({ data: job.data.parse(data) as object, group: { id: clientId } }))
      await boss.insert(job.name, jobs, { db: fromKysely(tx) })
    },
    async counts() {
      const queues = await boss.getQueues(jobs.map(({ job }) => job.name))
      return queues.map((queue) => ({
        job: queue.name,
        waiting: queue.queuedCount,
        running: queue.activeCount,
        failed: queue.failedCount,
      }))
    },
    async retry(jobName, id) {
      await boss.retry(jobName, id)
    },
    async stop() {
      await clock?.stop()
      await boss.stop({ graceful: true, timeout: 8000, close: true })
    },
  }
}
