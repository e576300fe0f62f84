// Calls per endpoint: a burst at once, then so many in a minute. Counted per process, as the other limits are.

interface Bucket {
  tokens: number
  at: number
}

export interface Pace {
  perMinute: number
  burst: number
}

const keptMax = 20_000

export const createBuckets = ({ perMinute, burst }: Pace, now: () => number = Date.now) => {
  const buckets = new Map<string, Bucket>()
  /** Takes a call. Returns the seconds to wait instead, if there is none left. */
  const take = (key: string): number => {
    const time = now()
    const known = buckets.get(key) ?? { tokens: burst, at: time }
    const tokens = Math.min(burst, known.tokens + ((time - known.at) * perMinute) / 60_000)
    buckets.delete(key)
    if (buckets.size >= keptMax) buckets.delete(buckets.keys().next().value ?? '')
    buckets.set(key, { tokens: tokens < 1 ? tokens : tokens - 1, at: time })
    return tokens < 1 ? Math.max(1, Math.ceil(((1 - tokens) * 60) / perMinute)) : 0
  }
  return { take }
}
