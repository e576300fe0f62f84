import { describe, expect, it } from 'vitest'
import type { Page } from '#server/connectors/kit/records.ts'
import { fetchAhead, joinPages } from './page-queue.ts'

const pageOf = (number: number, last: number): Page => ({
  owners: [{ externalId: `o${number}`, name: null, email: null }],
  next: number === last ? null : number + 1,
  ...(number === last ? { watermark: `after ${last}` } : {}),
})

const drain = async (queue: ReturnType<typeof fetchAhead>): Promise<Page[]> => {
  const pages: Page[] = []
  for (let batch = await queue.take(); batch.length > 0; batch = await queue.take()) pages.push(...batch)
  return pages
}

describe('Fetching ahead', () => {
  it('returns every page once and in order [SYNC-06]', async () => {
    const queue = fetchAhead({ read: async (cursor) => pageOf(Number(cursor ?? 1), 50), from: null })
    const pages = await drain(queue)
    expect(pages.flatMap(({ owners }) => owners?.map(({ externalId }) => externalId))).toEqual(
      Array.from({ length: 50 }, (_one, index) => `o${index + 1}`),
    )
  })

  it('starts at the given cursor', async () => {
    const queue = fetchAhead({ read: async (cursor) => pageOf(Number(cursor ?? 1), 5), from: 4 })
    expect(await drain(queue)).toHaveLength(2)
  })

  it('returns the pages before a failure, and then the failure: no page is lost [SYNC-10]', async () => {
    const read = async (cursor: Page['next']): Promise<Page> => {
      const number = Number(cursor ?? 1)
      if (number === 3) throw new Error('the line broke')
      return pageOf(number, 9)
    }
    const queue = fetchAhead({ read, from: null })
    const taken: Page[] = []
    await expect(async () => {
      for (;;) taken.push(...(await queue.take()))
    }).rejects.toThrow('the line broke')
    expect(taken).toHaveLength(2)
  })

  it('requests nothing more once it is stopped', async () => {
    const second = Promise.withResolvers<Page>()
    const requested: unknown[] = []
    const read = async (cursor: Page['next']): Promise<Page> => {
      requested.push(cursor)
      return cursor === null ? { memberships: [], next: 1 } : second.promise
    }
    const queue = fetchAhead({ read, from: null })
    expect(await queue.take()).toHaveLength(1)
    queue.stop()
    second.resolve({ memberships: [], next: 2 })
    expect(await queue.take()).toEqual([])
    expect(requested).toEqual([null, 1])
  })

  it('stops fetching when no pages are taken', async () => {
    let fetched = 0
    const read = async (cursor: Page['next']): Promise<Page> => {
      fetched += 1
      return pageOf(Number(cursor ?? 1), 1_000_000)
    }
    const queue = fetchAhead({ read, from: null })
    await queue.take()
    await new Promise((done) => setImmediate(done))
    const before = fetched
    for (let turn = 0; turn < 100; turn += 1) await new Promise((done) => setImmediate(done))
    expect(fetched - before).toBeLessThan(70)
    queue.stop()
  })

  it('requests the next page before it processes the current one', async () => {
    const order: string[] = []
    const read = async (cursor: Page['next']): Promise<Page> => {
      order.push(`asked for ${Number(cursor ?? 1)}`)
      return pageOf(Number(cursor ?? 1), 3)
    }
    const prepare = ({ owners }: Page): void => void order.push(`prepared ${owners?.[0]?.externalId}`)
    await drain(fetchAhead({ read, from: null, prepare }))
    expect(order).toEqual(['asked for 1', 'asked for 2', 'prepared o1', 'asked for 3', 'prepared o2', 'prepared o3'])
  })

  it('requests the next page before this one is complete if its cursor is known, and never more than that', async () => {
    const requested: number[] = []
    const most = { open: 0, now: 0 }
    const read = async (cursor: Page['next'], onNext: (next: number) => void): Promise<Page> => {
      const number = Number(cursor ?? 1)
      requested.push(number)
      most.now += 1
      most.open = Math.max(most.open, most.now)
      if (number < 20) onNext(number + 1)
      await new Promise((done) => setImmediate(done))
      most.now -= 1
      return pageOf(number, 20)
    }
    const pages = await drain(fetchAhead({ read, from: null }))
    expect(pages.map(({ owners }) => owners?.[0]?.externalId)).toEqual(
      Array.from({ length: 20 }, (_one, index) => `o${index + 1}`),
    )
    expect(requested).toEqual(Array.from({ length: 20 }, (_one, index) => index + 1))
    expect(most.open).toBe(2)
  })

  it('joins pages into one that ends where the last one ends', () => {
    const joined = joinPages([pageOf(1, 3), pageOf(2, 3), pageOf(3, 3)])
    expect(joined.owners).toHaveLength(3)
    expect(joined).toMatchObject({ next: null, watermark: 'after 3' })
  })
})
