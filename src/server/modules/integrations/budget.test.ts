import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { block, takeSlice } from './budget-queries.ts'
import { createBudget } from './budget.ts'

const store = await testDatabase()
const { database } = store
afterAll(() => store.close())

const take = (account: string, wanted = 1, each = 1000, burst = 0): Promise<number> =>
  database.asSystem('test: a turn', (tx) => takeSlice(tx, { type: 'hubspot', account, wanted, each, burst }))
const rest = (account: string, ms: number): Promise<void> =>
  database.asSystem('test: a rest', (tx) => block(tx, 'hubspot', account, ms))

/** So long, give or take what a slow machine needs. */
const about = (expected: number) => expect.toSatisfy((ms: number) => ms > expected - 500 && ms < expected + 200)

describe('the turns at a vendor', () => {
  it('come one after the other, for all workers together', async () => {
    const waits = await Promise.all([1, 2, 3, 4].map(() => take('together')))
    expect(waits.toSorted((a, b) => a - b)).toEqual([0, 1000, 2000, 3000].map(about))
  })

  it('can be taken several at once', async () => {
    expect(await take('slices', 10, 100)).toBe(0)
    expect(await take('slices', 10, 100)).toEqual(about(1000))
  })

  it('are counted for each account of the vendor', async () => {
    expect([await take('one'), await take('other')]).toEqual([0, 0])
  })

  it('that were not used during a rest are worth a few at once, not all', async () => {
    const waits: number[] = []
    for (let n = 0; n < 5; n += 1) waits.push(await take('rested', 1, 1000, 2000))
    expect(waits).toEqual([0, 0, 0, about(1000), about(2000)])
  })

  it('wait while the vendor wants a rest, for everybody, and no shorter for a second word', async () => {
    await rest('tired', 3000)
    await rest('tired', 1000)
    expect([await take('tired'), await take('tired')]).toEqual([about(3000), about(4000)])
  })

  it('are not counted where no limit is kept', async () => {
    const limit = { requests: 1, perMs: 3_600_000 }
    const budget = createBudget({ database, type: 'hubspot', account: 'free', limit, isKept: false })
    await budget.pause(3_600_000)
    expect(await Promise.all([1, 2, 3].map(() => budget.take(undefined)))).toHaveLength(3)
  })

  it('are not waited for by whoever gives up', async () => {
    const limit = { requests: 1, perMs: 3_600_000 }
    const budget = createBudget({ database, type: 'hubspot', account: 'slow', limit, isKept: true })
    await budget.pause(60_000)
    const giving = new AbortController()
    const waiting = budget.take(giving.signal)
    giving.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  })
})
