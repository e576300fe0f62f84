import { describe, expect, it } from 'vitest'
import { newId } from '../ids.ts'
import { createFairUse } from './fair-use.ts'

type Kind = 'reads' | 'writes' | 'vendors'

/** Requests of accounts that end when told to, one after the other. */
const setUp = () => {
  const fairly = createFairUse()
  const ends: (() => void)[] = []
  const started: string[] = []
  const ask = (account: string, kind: Kind, name: string) =>
    fairly(account, kind, () => {
      started.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const many = (account: string, kind: Kind, count: number) =>
    Array.from({ length: count }, (_, index) => ask(account, kind, `${kind} ${index}`))
  return { ask, many, started, endOne: () => ends.shift()?.() }
}

describe('Concurrent calls of one account', () => {
  it('are handled six reads and two writes at a time, and the others in their order', async () => {
    const { many, started, endOne } = setUp()
    const account = newId()
    const all = [...many(account, 'reads', 8), ...many(account, 'writes', 3)]
    const reads = Array.from({ length: 6 }, (_, index) => `reads ${index}`)
    await expect.poll(() => started).toEqual([...reads, 'writes 0', 'writes 1'])
    endOne()
    await expect.poll(() => started.at(-1)).toBe('reads 6')
    for (let left = 10; left > 0; left -= 1) {
      await expect.poll(() => started.length).toBeGreaterThanOrEqual(11 - left + 1)
      endOne()
    }
    await Promise.all(all)
    expect(started).toHaveLength(11)
  })

  it('are handled one by one if very many wait, while another account does not wait at all', async () => {
    const { ask, many, started, endOne } = setUp()
    const [loud, quiet] = [newId(), newId()]
    const all = many(loud, 'reads', 20)
    await expect.poll(() => started).toHaveLength(6)
    for (let ended = 0; ended < 5; ended += 1) endOne()
    all.push(ask(quiet, 'reads', 'quiet'))
    expect(started.at(-1)).toBe('quiet')
    endOne()
    await expect.poll(() => started.at(-1)).toBe('reads 6')
    expect(started).toHaveLength(8)
    // The remaining ones are few enough again at the end: none was forgotten.
    for (let ended = 0; ended < 15; ended += 1) {
      await expect.poll(() => started.length).toBeGreaterThan(ended + 6)
      endOne()
    }
    await Promise.all(all)
    expect(started).toHaveLength(21)
  })

  it('wait for vendors without blocking writes of the same account', async () => {
    const { many, started, endOne } = setUp()
    const account = newId()
    const all = [...many(account, 'vendors', 7), ...many(account, 'writes', 1)]
    expect(started).toContain('writes 0')
    expect(started).not.toContain('vendors 6')
    const drain = setInterval(endOne)
    await Promise.all(all)
    clearInterval(drain)
  })

  it('are refused with a time to retry if two hundred are waiting', async () => {
    const { many, ask, endOne } = setUp()
    const account = newId()
    const all = many(account, 'reads', 206)
    await expect(ask(account, 'reads', 'one more')).rejects.toThrow('Try again in 5 s.')
    const drain = setInterval(endOne)
    await Promise.allSettled(all)
    clearInterval(drain)
  })

  it('are refused if too many wait, but never what is under way', async () => {
    const fairly = createFairUse(2)
    const account = newId()
    const { promise: end, resolve } = Promise.withResolvers<void>()
    const ask = (isUnderWay: boolean) => fairly(account, 'streams', () => end, { isUnderWay })
    const first = [ask(false), ask(false), ask(false)]
    await expect(ask(false)).rejects.toThrow('too many requests at once')
    const later = ask(true)
    resolve()
    await Promise.all([...first, later])
  })
})
