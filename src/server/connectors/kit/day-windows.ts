// Reads daily figures in windows of days: the cursor has the window and the page in it.
import { z } from 'zod'
import type { DayCount, Position } from './connector.ts'
import { ConnectorFailure } from './failures.ts'
import type { Json, Page } from './records.ts'

const day = z.iso.date()
const cursorShape = z.object({
  start: day,
  /** The last day of the whole read. */
  until: day,
  days: z.int().min(1).max(400),
  page: z.string().max(8192).nullable(),
  turn: z.int().min(0),
  restarts: z.int().min(0),
})
type WindowCursor = z.infer<typeof cursorShape>
const watermarkShape = z.object({ until: day })

export interface DayPlan {
  /** How far back the first read goes. */
  months: number
  windowDays: number
  /** Figures of this many days before the last read may still change. */
  overlapDays: number
}

/** Both days are included. */
export interface DayRange {
  from: string
  until: string
}

export interface DayReader {
  /** The current day in the account's time zone. */
  today(): Promise<string>
  read(range: DayRange, page: string | null): Promise<Part>
  /** A window of this many days is too large for the vendor; a smaller one may work. */
  isTooMuch?(error: ConnectorFailure, days: number): boolean
}

interface Part {
  page: Omit<Page, 'next' | 'watermark'>
  /** Where the next page of the window begins; null: this was its last one. */
  after: string | null
}

const turnsMax = 10_000
const restartsMax = 3

export const addDays = (from: string, days: number): string =>
  new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)

const monthsBefore = (from: string, months: number): string => {
  const date = new Date(from)
  date.setUTCMonth(date.getUTCMonth() - months)
  return date.toISOString().slice(0, 10)
}

/** The calendar day at an instant; in UTC if the time zone is unknown. */
export const dayAt = (at: Date, timeZone: string | null): string => {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: timeZone ?? 'UTC', dateStyle: 'short' }).format(at)
  } catch {
    return at.toISOString().slice(0, 10)
  }
}

const earlier = (one: string, other: string): string => (one < other ? one : other)
const later = (one: string, other: string): string => (one > other ? one : other)

const beginning = (since: Json | null, today: string, { months, windowDays, overlapDays }: DayPlan): WindowCursor => {
  const oldest = monthsBefore(today, months)
  const known = watermarkShape.safeParse(since)
  const start = known.success ? later(oldest, addDays(earlier(known.data.until, today), -overlapDays)) : oldest
  return { start, until: today, days: windowDays, page: null, turn: 0, restarts: 0 }
}

interface DayCounter extends Pick<DayReader, 'today'> {
  count(range: DayRange): Promise<number>
  /** The number of days that are counted in one part; absent: all of them. */
  windowDays?: number
}

const countShape = z.object({ from: day, until: day, counted: day, count: z.int().min(0) })

/** The current day is left out: rows that appear while we count would seem to be missing here. */
const beginCount = async (since: Json | null, plan: DayPlan, counter: DayCounter) => {
  const { start: from, until: today } = beginning(since, await counter.today(), plan)
  return { from, until: addDays(today, -1), counted: addDays(from, -1), count: 0 }
}

/** How many rows the vendor has for the days that a read since then covers. */
export const countDays = async (
  { since, cursor }: { since: Json | null; cursor: Json | null },
  plan: DayPlan,
  counter: DayCounter,
): Promise<DayCount> => {
  const { from, until, counted, count: before } = countShape.safeParse(cursor).data ?? (await beginCount(since, plan, counter))
  const first = addDays(counted, 1)
  if (first > until) return { from, until, count: before, next: null }
  const last = counter.windowDays === undefined ? until : earlier(addDays(counted, counter.windowDays), until)
  const count = before + (await counter.count({ from: first, until: last }))
  return { from, until, count, next: last < until ? { from, until, counted: last, count } : null }
}

const lastDayOf = ({ start, days, until }: WindowCursor): string => earlier(addDays(start, days - 1), until)

const daysIn = (windowCursor: WindowCursor): number =>
  (Date.parse(lastDayOf(windowCursor)) - Date.parse(windowCursor.start)) / 86_400_000 + 1

/** Half of a window that was too large. It may have been cut short by the end of the read. */
const halfOf = (windowCursor: WindowCursor, error: unknown, reader: DayReader): WindowCursor | null => {
  const days = daysIn(windowCursor)
  if (!(error instanceof ConnectorFailure) || days < 2 || !reader.isTooMuch?.(error, days)) return null
  return { ...windowCursor, days: Math.floor(days / 2), page: null, turn: 0 }
}

/** The window from its beginning, if its page is no longer known. */
const restartOf = (windowCursor: WindowCursor, error: unknown): WindowCursor | null => {
  if (!(error instanceof ConnectorFailure)) return null
  const isStale = error.kind === 'refused' && windowCursor.page !== null && windowCursor.restarts < restartsMax
  return isStale ? { ...windowCursor, page: null, turn: 0, restarts: windowCursor.restarts + 1 } : null
}

/** Without a part, the returned cursor is a smaller window to read instead. */
const readWindow = async (
  windowCursor: WindowCursor,
  reader: DayReader,
): Promise<{ windowCursor: WindowCursor; part: Part | null }> => {
  try {
    return {
      windowCursor,
      part: await reader.read({ from: windowCursor.start, until: lastDayOf(windowCursor) }, windowCursor.page),
    }
  } catch (error) {
    const half = halfOf(windowCursor, error, reader)
    if (half) return { windowCursor: half, part: null }
    const again = restartOf(windowCursor, error)
    if (again === null) throw error
    return readWindow(again, reader)
  }
}

const cursorAfter = (windowCursor: WindowCursor, after: string | null): WindowCursor | null => {
  if (after !== null) {
    if (after === windowCursor.page || windowCursor.turn >= turnsMax)
      throw new ConnectorFailure('bad_answer', 'The vendor keeps sending the same page.')
    return { ...windowCursor, page: after, turn: windowCursor.turn + 1 }
  }
  const last = lastDayOf(windowCursor)
  return last >= windowCursor.until ? null : { ...windowCursor, start: addDays(last, 1), page: null, turn: 0, restarts: 0 }
}

/** Reads one page. A cursor of an unknown form starts again: figures are replaced by day, so nothing is counted twice. */
export const readDays = async ({ cursor, since }: Position, plan: DayPlan, reader: DayReader): Promise<Page> => {
  const known = cursorShape.safeParse(cursor)
  const start = known.success ? known.data : beginning(since, await reader.today(), plan)
  const { windowCursor, part } = await readWindow(start, reader)
  // Its own page, so that it is saved: finding the size may have taken longer than a session.
  if (!part) return { next: windowCursor }
  const next = cursorAfter(windowCursor, part.after)
  return next === null ? { ...part.page, next, watermark: { until: windowCursor.until } } : { ...part.page, next }
}
