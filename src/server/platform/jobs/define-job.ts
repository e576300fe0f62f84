import type { z } from 'zod'

/** A kind of background job: its name, its data, and its retries. */
export interface Job<D extends z.ZodObject = z.ZodObject> {
  /** module.verb */
  name: string
  data: D
  /** Retries after the first attempt, with growing pauses. */
  retries: number
  /** Pause before the first retry, in seconds; each further one doubles. */
  retryDelay: number
  /** Longest pause between two retries, in seconds. */
  retryDelayMax?: number
  /** Each job has a key, and at most one of a key waits at a time. Cannot be changed once a database has the job. */
  onePerKey?: true
  /** Takes minutes: each is fetched alone, so that it delays no others of its batch. */
  isLong?: true
  /** Seconds after which a silent worker counts as dead and the job is given to another. */
  heartbeat?: number
  /** Seconds for which it is kept after its end; 30 days by default. For jobs with personal data. */
  keptFor?: number
}

export const defineJob = <D extends z.ZodObject>(job: Job<D>): Job<D> => job

export type JobHandler<D extends z.ZodObject> = (data: z.output<D>, signal: AbortSignal) => Promise<void>

/** A job with its handler; every worker knows the same list of these. */
export interface BoundJob {
  job: Job
  handle: (data: unknown, signal: AbortSignal) => Promise<void>
  /** Cron pattern in UTC, for scheduled jobs. */
  schedule?: string
}

export const handleJob = <D extends z.ZodObject>(job: Job<D>, handler: JobHandler<D>, schedule?: string): BoundJob => ({
  job,
  handle: (data, signal) => handler(job.data.parse(data ?? {}), signal),
  ...(schedule === undefined ? {} : { schedule }),
})
