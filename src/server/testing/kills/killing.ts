// Which processes are killed, and when.
import { setTimeout as pause } from 'node:timers/promises'
import { createRandom, type Random } from '#sandbox/kit/random.ts'
import type { Installation, Victim } from './installation.ts'
import type { Recovery } from './recovery.ts'

interface Parts {
  random: Random
  installation: Installation
  recovery: Recovery
  /** Counted here. */
  kills: Record<Victim, number>
  killsMax: number
  until: number
  killsARound: number
  victims: readonly Victim[]
  gapMs: number
}

export interface Killing {
  total: () => number
  isEnough: () => boolean
  /** While the product is needed. */
  workersDuring: <T>(work: () => Promise<T>) => Promise<T>
  allDuring: <T>(work: () => Promise<T>) => Promise<T>
}

/** Each as often as it is in the list, in random order. */
const createDeck = (random: Random, victims: readonly Victim[]): (() => Victim) => {
  let left: Victim[] = []
  return () => {
    if (left.length === 0) left = [...victims]
    const [drawn = 'worker'] = left.splice(random.below(left.length), 1)
    return drawn
  }
}

export const createKilling = (parts: Parts): Killing => {
  const { random, installation, recovery, kills, killsMax, until, killsARound, victims, gapMs } = parts
  const draw = createDeck(random, victims)
  const total = (): number => Object.values(kills).reduce((sum, count) => sum + count, 0)
  const isEnough = (): boolean => total() >= killsMax || Date.now() > until

  const killOne = async (victim: Victim): Promise<void> => {
    const killedAt = installation.kill(victim)
    if (killedAt === undefined) return
    kills[victim] += 1
    await recovery.killed(victim, killedAt)
    if (victim !== 'worker') await installation.serves()
  }
  /** At random moments in which a worker is busy. */
  const killUntil = async (signal: AbortSignal, choose: () => Victim): Promise<void> => {
    const before = total()
    while (!signal.aborted && !isEnough() && total() - before < killsARound) {
      await pause(random.below(gapMs))
      if (!signal.aborted && recovery.busy() > 0) await killOne(choose())
    }
  }
  const during = async <T>(choose: () => Victim, work: () => Promise<T>): Promise<T> => {
    const stop = new AbortController()
    const killing = killUntil(stop.signal, choose)
    try {
      return await work()
    } finally {
      stop.abort()
      await killing
    }
  }
  return {
    total,
    isEnough,
    workersDuring: (work) => during(() => 'worker', work),
    allDuring: (work) => during(draw, work),
  }
}

/** Victims of all kinds, as many in each round, from one random seed. */
export const killAll = (
  installation: Installation,
  { recovery, seed, killsARound }: { recovery: Recovery; seed: number; killsARound: number },
): { killing: Killing; kills: Readonly<Record<Victim, number>> } => {
  const kills = { worker: 0, product: 0, postmaster: 0 }
  const victims = ['worker', 'product', 'postmaster'] as const
  const random = createRandom(seed)
  const endless = { killsMax: Infinity, until: Infinity }
  return {
    kills,
    killing: createKilling({ random, installation, recovery, kills, ...endless, killsARound, victims, gapMs: 500 }),
  }
}
