import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#server/testing/database/database.ts'
import { block, deleteIdleBudgets, takeSlice } from './budget-queries.ts'
import { createBudget } from './budget.ts'

const store = await testDatabase()
const { database } = store
afterAll(() => store.close())

const take = (account: string, wanted = 1, each = 1000, burst = 0): Promise<number | undefined> =>
  database.asSystem('test: a turn', (tx) =>
    takeSlice(tx, { type: 'hubspot', account, wanted, each, burst, perDay: null, longest: null }),
  )
const rest = (account: string, ms: number): Promise<void> =>
  database.asSystem('test: a rest', (tx) => block(tx, 'hubspot', account, ms))

/** About this long, with a margin for slow machines. */
const about = (expected: number) => expect.toSatisfy((ms: number) => ms > expected - 500 && ms < expected + 200)

describe('Slots for requests to a vendor', () => {
  it('come one after the other, for all workers together', async () => {
    const waits = await Promise.all([1, 2, 3, 4].map(() => take('together')))
    expect(waits.toSorted((a = 0, b = 0) => a - b)).toEqual([0, 1000, 2000, 3000].map(about))
  })

  it('can be reserved several at once', async () => {
    expect(await take('slices', 10, 100)).toBe(0)
    expect(await take('slices', 10, 100)).toEqual(about(1000))
  })

  it('are counted for each account of the vendor', async () => {
    expect([await take('one'), await take('other')]).toEqual([0, 0])
  })

  it('that were not used during a pause allow a few requests at once, not all', async () => {
    const waits: (number | undefined)[] = []
    for (let n = 0; n < 5; n += 1) waits.push(await take('rested', 1, 1000, 2000))
    expect(waits).toEqual([0, 0, 0, about(1000), about(2000)])
  })

  it('wait while the vendor wants a pause, for all callers, and a second answer never shortens it', async () => {
    await rest('tired', 3000)
    await rest('tired', 1000)
    expect([await take('tired'), await take('tired')]).toEqual([about(3000), about(4000)])
  })

  it('that are reserved together are shared by concurrent callers', async () => {
    const limit = { requests: 100, perMs: 10_000 }
    const budget = createBudget({ database, type: 'hubspot', account: 'side by side', limit, isKept: true })
    await Promise.all([1, 2, 3, 4].map(() => budget.take(undefined)))
    const { rows } = await database.asSystem('test: what was taken', (tx) =>
      sql<{ used: number }>`select used from platform.vendor_budget where account = 'side by side'`.execute(tx),
    )
    expect(rows).toEqual([{ used: 4 }])
  })

  it('are not counted if limits are off', async () => {
    const limit = { requests: 1, perMs: 3_600_000 }
    const budget = createBudget({ database, type: 'hubspot', account: 'free', limit, isKept: false })
    await budget.pause(3_600_000)
    expect(await Promise.all([1, 2, 3].map(() => budget.take(undefined)))).toHaveLength(3)
  })

  it('are not waited for by a caller that aborts', async () => {
    const limit = { requests: 1, perMs: 3_600_000 }
    const budget = createBudget({ database, type: 'hubspot', account: 'slow', limit, isKept: true })
    await budget.pause(60_000)
    const giving = new AbortController()
    const waiting = budget.take(giving.signal)
    giving.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('A user who waits for an answer', () => {
  const limit = { requests: 1, perMs: 1000 }
  const userBudget = (account: string) =>
    createBudget({ database, type: 'google', account, limit, isKept: true, longest: 15_000 })

  it('gets an error immediately if a slot would come too late, and takes none from others', async () => {
    await database.asSystem('test: a rest', (tx) => block(tx, 'google', 'crowded', 40_000))
    for (let time = 0; time < 3; time += 1)
      await expect(userBudget('crowded').take(undefined)).rejects.toMatchObject({
        code: 'PROVIDER_UNAVAILABLE',
        message: expect.stringMatching(/requests Google Ads allows per minute\. Try again in a minute\.$/),
      })
    await database.asSystem('test: the rest is over', (tx) =>
      sql`update platform.vendor_budget set blocked_until = now() where account = 'crowded'`.execute(tx),
    )
    await expect(userBudget('crowded').take(undefined)).resolves.toBeUndefined()
  })
})

describe('An account without requests', () => {
  it('is forgotten after two days, but not while it is paused', async () => {
    await take('idle')
    await take('busy')
    await take('resting')
    await rest('resting', 3_600_000)
    await database.asSystem('test: three days go by', async (tx) => {
      await sql`update platform.vendor_budget set next_at = now() - interval '3 days' where account in ('idle', 'resting')`.execute(
        tx,
      )
      await deleteIdleBudgets(tx)
    })
    const { rows } = await database.asSystem('test: who is left', (tx) =>
      sql<{ account: string }>`select account from platform.vendor_budget
        where account in ('idle', 'busy', 'resting') order by 1`.execute(tx),
    )
    expect(rows.map(({ account }) => account)).toEqual(['busy', 'resting'])
  })
})

/** Of forty requests a day we may use twelve. */
const limit = { requests: 1_000_000, perMs: 1000, perDay: 40 }
const worker = (account: string) => createBudget({ database, type: 'ghl', account, limit, isKept: true, dailyShare: 30 })

/** As if today's requests were made yesterday. */
const nextDay = (account: string) =>
  database.asSystem('test: a day goes by', (tx) =>
    sql`update platform.vendor_budget set day = day - 1 where account = ${account}`.execute(tx),
  )

const usedBy = async (account: string): Promise<number | undefined> => {
  const { rows } = await database.asSystem('test: what was used', (tx) =>
    sql<{ used: number }>`select used from platform.vendor_budget where account = ${account}`.execute(tx),
  )
  return rows[0]?.used
}

describe('The share of a day', () => {
  const day = 24 * 3_600_000

  it('is used by all workers together; then the error says when the day ends [SYNC-10]', async () => {
    await worker('shared').take(undefined)
    await expect(worker('shared').take(undefined)).rejects.toMatchObject({
      kind: 'rate_limited',
      message: expect.stringMatching(/our share of the daily GoHighLevel limit.*resume automatically/),
      retryAfterMs: expect.toSatisfy((ms: number) => Math.abs(Date.now() + ms - Math.ceil(Date.now() / day) * day) < 5000),
    })
    expect(await usedBy('shared')).toBe(10)
  })

  it('is full again on the next day', async () => {
    await worker('daily').take(undefined)
    await expect(worker('daily').take(undefined)).rejects.toThrow('share of the daily')
    await nextDay('daily')
    await worker('daily').take(undefined)
    expect(await usedBy('daily')).toBe(10)
  })

  it('is separate for each account', async () => {
    await worker('full').take(undefined)
    await expect(worker('full').take(undefined)).rejects.toThrow('share of the daily')
    await expect(worker('fresh').take(undefined)).resolves.toBeUndefined()
  })

  it('counts requests of users who wait for an answer, and does not refuse them', async () => {
    const budget = createBudget({ database, type: 'ghl', account: 'asked', limit, isKept: true })
    for (let taken = 0; taken < 30; taken += 1) await budget.take(undefined)
    expect(await usedBy('asked')).toBe(30)
  })

  it('does not apply to a vendor without a daily limit', async () => {
    const { perDay: _perDay, ...unlimited } = limit
    const budget = createBudget({ database, type: 'airtable', account: 'free', limit: unlimited, isKept: true, dailyShare: 1 })
    for (let taken = 0; taken < 30; taken += 1) await budget.take(undefined)
    expect(await usedBy('free')).toBe(30)
  })
})
