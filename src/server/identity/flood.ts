import type { Clock } from '#server/platform/clock.ts'

const minute = 60_000
const addressesMax = 50_000

/** Counts the calls of each address within a minute; answers whether one more is too many. */
export const createFloodGate = (perMinute: number, clock: Clock): ((address: string) => boolean) => {
  let counts = new Map<string, number>()
  let since = 0
  return (address) => {
    const now = clock.now().getTime()
    if (Math.abs(now - since) >= minute || counts.size >= addressesMax) {
      counts = new Map()
      since = now
    }
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    return count > perMinute
  }
}
