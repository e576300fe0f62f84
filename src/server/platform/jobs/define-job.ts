import type { z } from 'zod'

/** A kind of background work: its name, what it is told, and how stubborn it is. */
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
  /** Each piece of work has a key, and at most one of a key waits at a time. Cannot be changed once a database knows the job. */
  onePerKey?: true
  /** Takes minutes: those that are taken together with others would keep them waiting, so each is taken alone. */
  isLong?: true
  /** Seconds after which a silent worker is taken for dead and the job given to another. */
  heartbeat?: number
  /** Seconds for which it is kept when it is over; 30 days unless told. For work that is told something of people. */
  keptFor?: number
}

export const defineJob = <D extends z.ZodObject>(job: Job<D>): Job<D> => job

export type JobHandler<D extends z.ZodObject> = (data: z.output<D>, signal: AbortSignal) => Promise<void>

/** A job with the work that is done for it; every worker knows the same list of these. */
export interface BoundJob {
  job: Job
  handle: (data: unknown, signal: AbortSignal) => Promise<void>
  /** Cron pattern in UTC, for work that comes by itself. */
  schedule?: string
}

export const handleJob = <D extends z.ZodObject>(job: Job<D>, handler: JobHandler<D>, schedule?: string): BoundJob => ({
  job,
  handle: (data, signal) => handler(job.data.parse(data ?? {}), signal),
  ...(schedule === undefined ? {} : { schedule }),
})
