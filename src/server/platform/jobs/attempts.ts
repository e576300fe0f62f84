import type { Log } from '../log.ts'

/** Work of several parts, of which each is tried whatever became of the others. */
export interface Attempts {
  /** Undefined when it failed, which is logged with what it was about. */
  attempt: <T>(about: Record<string, string>, work: () => Promise<T>) => Promise<T | undefined>
  /** Throws when something failed: the job is then seen as failed and tried again. */
  assertNoneFailed: () => void
}

export const startAttempts = (log: Log, job: string): Attempts => {
  const failures: unknown[] = []
  return {
    attempt: async (about, work) => {
      try {
        return await work()
      } catch (error) {
        log.error({ err: error, job, ...about }, 'a part of a job failed, the others go on')
        failures.push(error)
        return undefined
      }
    },
    assertNoneFailed: () => {
      const [first] = failures
      if (failures.length === 0) return
      const reason = first instanceof Error ? first.message : String(first)
      throw new Error(`Parts of ${job} failed: ${failures.length}. The first: ${reason}`, { cause: first })
    },
  }
}
