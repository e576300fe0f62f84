/** 64 bits in two halves: numbers of that size are several times as slow. */
interface Halves {
  high: number
  low: number
}

/** z ^ (z >>> by) */
const stir = (z: Halves, by: number): void => {
  z.low ^= (z.low >>> by) | (z.high << (32 - by))
  z.high ^= z.high >>> by
}

/** The lower 64 bits of the product. */
const multiply = (z: Halves, high: number, low: number): void => {
  const [a, b] = [z.low & 0xffff, z.low >>> 16]
  const [c, d] = [low & 0xffff, low >>> 16]
  const lowest = a * c
  const middle = a * d + b * c + Math.floor(lowest / 0x10000)
  z.high = (b * d + Math.floor(middle / 0x10000) + Math.imul(z.high, low) + Math.imul(z.low, high)) | 0
  z.low = ((middle & 0xffff) << 16) | (lowest & 0xffff)
}

/** The same numbers for the same seed, everywhere and always (splitmix64). */
export const createRandom = (seed: number) => {
  const first = BigInt.asUintN(64, BigInt(seed))
  const state: Halves = { high: Number(first >> 32n) | 0, low: Number(first & 0xffffffffn) | 0 }
  const z: Halves = { high: 0, low: 0 }
  const next = (): number => {
    const low = (state.low >>> 0) + 0x7f4a7c15
    state.high = (state.high + 0x9e3779b9 + (low > 0xffffffff ? 1 : 0)) | 0
    state.low = low | 0
    z.high = state.high
    z.low = state.low
    stir(z, 30)
    multiply(z, 0xbf58476d, 0x1ce4e5b9)
    stir(z, 27)
    multiply(z, 0x94d049bb, 0x133111eb)
    stir(z, 31)
    return ((z.high >>> 0) * 2 ** 21 + (z.low >>> 11)) / 2 ** 53
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
