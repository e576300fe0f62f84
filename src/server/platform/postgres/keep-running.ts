// Restarts the product's own PostgreSQL when it dies, unless that happens too often.
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { Cluster } from './cluster.ts'

export interface DeathLimits {
  /** This many deaths within this time are too many. */
  deathsMax: number
  withinMs: number
}

const defaultLimits: DeathLimits = { deathsMax: 5, withinMs: 10 * 60_000 }

interface Parts {
  first: Cluster
  start: () => Promise<Cluster>
  log: Log
  limits?: DeathLimits | undefined
}

interface KeptCluster {
  /** Resolves with a sentence when it is not restarted. */
  broken: Promise<string>
  stop: () => Promise<void>
}

const betweenTries = 1000
const never = new Promise<string>(() => {})

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

  const startOnce = (): Promise<boolean> =>
    start().then(
      (next) => {
        current = next
        return true
      },
      (error: unknown) => {
        log.error({ err: error }, 'the embedded database could not be started')
        return false
      },
    )

  /** It may die while it starts, too. False: it has died too often. */
  const startAgain = async (): Promise<boolean> => {
    while (!isHabit()) {
      if (isStopped) return true
      const attempt = startOnce()
      starting = attempt
      if (await attempt) return true
      await pause(betweenTries)
    }
    return false
  }

  /** Returns a sentence once nothing can be done. */
  const watch = async (): Promise<string> => {
    for (;;) {
      const { code } = await current.exited
      if (isStopped) return never
      log.error({ code }, 'the embedded database ended unexpectedly and is started again')
      if (!(await startAgain())) return inWords(limits.deathsMax, limits.withinMs)
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
