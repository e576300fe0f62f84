import type { Clock } from '#server/platform/clock.ts'
import { networkOf } from '#server/platform/network.ts'

const minute = 60_000
const addressesMax = 50_000

/** Counts the calls of each network within a minute; answers whether one more is too many. */
export const createFloodGate = (perMinute: number, clock: Clock): ((address: string) => boolean) => {
  let counts = new Map<string, number>()
  let since = 0
  return (address) => {
    const now = clock.now().getTime()
    if (Math.abs(now - since) >= minute || counts.size >= addressesMax) {
      counts = new Map()
      since = now
    }
    const network = networkOf(address)
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    return count > perMinute
  }
}
