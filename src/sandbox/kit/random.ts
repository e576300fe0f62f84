/** The same numbers for the same seed, everywhere and always (splitmix64). */
export const createRandom = (seed: number) => {
  let state = BigInt(seed)
  const mask = (1n << 64n) - 1n
  const next = (): number => {
    state = (state + 0x9e3779b97f4a7c15n) & mask
    let z = state
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask
    return Number((z ^ (z >> 31n)) >> 11n) / 2 ** 53
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    /** 0 to 1, without 1. */
    next,
    below,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    chance: (share: number): boolean => next() < share,
    /** Around a median, with a long tail to the right. */
    logNormal: (median: number, sigma: number): number =>
      median * Math.exp(sigma * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())),
  }
}

export type Random = ReturnType<typeof createRandom>
