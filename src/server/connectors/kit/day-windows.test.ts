import { expect, test } from 'vitest'
import { addDays, dayAt, readDays, type DayPlan, type DayReader } from './day-windows.ts'
import { ConnectorFailure } from './failures.ts'
import type { Json, Page } from './records.ts'

const plan: DayPlan = { months: 24, windowDays: 90, overlapDays: 28 }

const readAll = async (reader: DayReader, since: Json | null, from: Json | null = null) => {
  const pages: Page[] = []
  let cursor = from
  for (let count = 0; count < 100; count += 1) {
    const page = await readDays({ cursor, since }, plan, reader)
    pages.push(page)
    if (page.next === null) return pages
    cursor = JSON.parse(JSON.stringify(page.next)) as Json
  }
  throw new Error('There is no end')
}

const recorder = (more: Partial<DayReader> = {}) => {
  const requested: string[] = []
  const reader: DayReader = {
    today: async () => '2026-03-31',
    read: async ({ from, until }, page) => {
      requested.push(`${from} ${until} ${page ?? 'first'}`)
      return { page: {}, after: null }
    },
    ...more,
  }
  return { requested, reader }
}

test('the first read covers 24 months without a gap and without reading a day twice', async () => {
  const { requested, reader } = recorder()
  const pages = await readAll(reader, null)
  expect(requested[0]).toMatch(/^2024-03-31 2024-06-28/)
  expect(requested.at(-1)).toMatch(/ 2026-03-31 first$/)
  for (const [index, one] of requested.slice(1).entries())
    expect(one.slice(0, 10)).toBe(addDays(requested[index]?.slice(11, 21) ?? '', 1))
  expect(pages.map(({ watermark }) => watermark).filter(Boolean)).toEqual([{ until: '2026-03-31' }])
})

test('a later read begins before the watermark, as far back as figures may change', async () => {
  const { requested, reader } = recorder()
  await readAll(reader, { until: '2026-03-30' })
  expect(requested).toEqual(['2026-03-02 2026-03-31 first'])
})

test('a watermark of years ago reads no further back than the first read would', async () => {
  const { requested, reader } = recorder()
  await readAll(reader, { until: '2019-01-01' })
  expect(requested[0]).toMatch(/^2024-03-31/)
})

test('a page that the vendor no longer knows restarts its window', async () => {
  const pagesAsked: (string | null)[] = []
  const { reader } = recorder({
    read: async (_range, page) => {
      pagesAsked.push(page)
      if (page === 'forgotten') throw new ConnectorFailure('refused', 'Unknown page')
      return { page: {}, after: null }
    },
  })
  const cursor = { start: '2026-03-01', until: '2026-03-31', days: 90, page: 'forgotten', turn: 4, restarts: 0 }
  expect(await readAll(reader, null, cursor)).toHaveLength(1)
  expect(pagesAsked).toEqual(['forgotten', null])
})

test('a vendor that loses every page is given up after a few attempts', async () => {
  const { reader } = recorder({
    read: async (_range, page) => {
      if (page !== null) throw new ConnectorFailure('refused', 'Unknown page')
      return { page: {}, after: `page ${Math.random()}` }
    },
  })
  await expect(readAll(reader, { until: '2026-03-30' })).rejects.toThrow('Unknown page')
})

test('a window that is too large for the vendor is halved until it is not', async () => {
  const lengths: number[] = []
  const { reader } = recorder({
    isTooMuch: ({ message }) => message === 'too much',
    read: async ({ from, until }) => {
      const days = (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1
      if (days > 30) throw new ConnectorFailure('refused', 'too much')
      lengths.push(days)
      return { page: {}, after: null }
    },
  })
  await readAll(reader, null)
  expect(Math.max(...lengths)).toBe(22)
  expect(lengths.reduce((sum, days) => sum + days, 0)).toBe(731)
})

test('half of a window is its own page, and a window that the end of the read cuts short is halved by its actual days', async () => {
  const requested: string[] = []
  const { reader } = recorder({
    isTooMuch: (_error, days) => days > 7,
    read: async ({ from, until }) => {
      requested.push(`${from} ${until}`)
      throw new ConnectorFailure('unavailable', 'too slow')
    },
  })
  const first = await readDays({ cursor: null, since: { until: '2026-03-30' } }, plan, reader)
  expect(first).toEqual({ next: expect.objectContaining({ start: '2026-03-02', days: 15, page: null }) })
  const second = await readDays({ cursor: first.next, since: null }, plan, reader)
  expect(second).toEqual({ next: expect.objectContaining({ start: '2026-03-02', days: 7 }) })
  await expect(readDays({ cursor: second.next, since: null }, plan, reader)).rejects.toThrow('too slow')
  expect(requested).toEqual(['2026-03-02 2026-03-31', '2026-03-02 2026-03-16', '2026-03-02 2026-03-08'])
})

test('the same page repeatedly is not accepted', async () => {
  const { reader } = recorder({ read: async () => ({ page: {}, after: 'same' }) })
  await expect(readAll(reader, { until: '2026-03-30' })).rejects.toMatchObject({ kind: 'bad_answer' })
})

test('a cursor of an unknown form restarts instead of skipping', async () => {
  const { requested, reader } = recorder()
  await readAll(reader, { until: '2026-03-30' }, { page: 7 })
  expect(requested).toEqual(['2026-03-02 2026-03-31 first'])
})

test("the day is that of the account's time zone", () => {
  const at = new Date('2026-07-01T03:00:00Z')
  expect(dayAt(at, 'America/New_York')).toBe('2026-06-30')
  expect(dayAt(at, 'Asia/Tokyo')).toBe('2026-07-01')
  expect(dayAt(at, 'Nowhere/Land')).toBe('2026-07-01')
})
