// The product's own PostgreSQL is started again when it dies, as long as that is an accident and no habit.
import type { Log } from '../log.ts'
import type { Cluster } from './cluster.ts'

interface Limits {
  /** So many deaths within this time are too many. */
  deathsMax: number
  withinMs: number
}

const defaultLimits: Limits = { deathsMax: 5, withinMs: 10 * 60_000 }

interface Parts {
  first: Cluster
  start: () => Promise<Cluster>
  log: Log
  limits?: Limits
}

interface KeptCluster {
  /** Resolves with a sentence when it is not started again. */
  broken: Promise<string>
  stop: () => Promise<void>
}

const inWords = (count: number, withinMs: number): string =>
  `The embedded database ended ${count} times within ${Math.round(withinMs / 60_000)} minutes and is not started again. Nothing that was confirmed is lost: look at its log and start again.`

export const keepRunning = ({ first, start, log, limits = defaultLimits }: Parts): KeptCluster => {
  let current = first
  let isStopped = false
  let starting: Promise<unknown> = Promise.resolve()
  const deaths: number[] = []

  const isHabit = (): boolean => {
    const now = performance.now()
    deaths.push(now)
    return deaths.filter((at) => now - at < limits.withinMs).length >= limits.deathsMax
  }

  /** It may die while it starts, too. Undefined: it has died too often. */
  const startAgain = async (): Promise<Cluster | undefined> => {
    while (!isHabit()) {
      const next = start()
      starting = next.catch(() => undefined)
      try {
        return await next
      } catch (error) {
        log.error({ err: error }, 'the embedded database could not be started')
      }
    }
    return undefined
  }

  /** Answers with a sentence once there is nothing to be done. */
  const watch = async (): Promise<string> => {
    for (;;) {
      const { code } = await current.exited
      log.error({ code }, 'the embedded database ended unexpectedly and is started again')
      const next = await startAgain()
      if (!next) return inWords(limits.deathsMax, limits.withinMs)
      current = next
      if (isStopped) await current.stop()
    }
  }

  return {
    broken: watch(),
    stop: async () => {
      isStopped = true
      await starting
      await current.stop()
    },
  }
}
