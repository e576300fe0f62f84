// Daily figures are read in windows of days: the cursor says which window it is, and where in it we are.
import { z } from 'zod'
import type { DayCount, Position } from './connector.ts'
import { ConnectorFailure } from './failures.ts'
import type { Json, Page } from './records.ts'

const day = z.iso.date()
const placeShape = z.object({
  start: day,
  /** The last day of the whole read. */
  until: day,
  days: z.int().min(1).max(400),
  page: z.string().max(8192).nullable(),
  turn: z.int().min(0),
  restarts: z.int().min(0),
})
type Place = z.infer<typeof placeShape>
const watermarkShape = z.object({ until: day })

export interface DayPlan {
  /** How far back the first read goes. */
  months: number
  windowDays: number
  /** Figures of so many days before the last read may still change. */
  overlapDays: number
}

/** Both days are a part of it. */
export interface DayRange {
  from: string
  until: string
}

export interface DayReader {
  /** The day that it is where the account is. */
  today(): Promise<string>
  read(range: DayRange, page: string | null): Promise<Part>
  /** The vendor finds a window of so many days too large; a smaller one may do. */
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

/** The calendar day at an instant; where the time zone is not known, that of UTC. */
export const dayAt = (at: Date, timeZone: string | null): string => {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: timeZone ?? 'UTC', dateStyle: 'short' }).format(at)
  } catch {
    return at.toISOString().slice(0, 10)
  }
}

const earlier = (one: string, other: string): string => (one < other ? one : other)
const later = (one: string, other: string): string => (one > other ? one : other)

const beginning = (since: Json | null, today: string, { months, windowDays, overlapDays }: DayPlan): Place => {
  const oldest = monthsBefore(today, months)
  const known = watermarkShape.safeParse(since)
  const start = known.success ? later(oldest, addDays(earlier(known.data.until, today), -overlapDays)) : oldest
  return { start, until: today, days: windowDays, page: null, turn: 0, restarts: 0 }
}

interface DayCounter extends Pick<DayReader, 'today'> {
  count(range: DayRange): Promise<number>
  /** So many days are counted in one part; absent: all of them. */
  windowDays?: number
}

const countShape = z.object({ from: day, until: day, counted: day, count: z.int().min(0) })

/** The day that is still going on is left out: what begins while it is counted would seem to be missing here. */
const beginCount = async (since: Json | null, plan: DayPlan, counter: DayCounter) => {
  const { start: from, until: today } = beginning(since, await counter.today(), plan)
  return { from, until: addDays(today, -1), counted: addDays(from, -1), count: 0 }
}

/** How many rows the vendor has for the days that a read since then looks at. */
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

const lastDayOf = ({ start, days, until }: Place): string => earlier(addDays(start, days - 1), until)

const daysIn = (place: Place): number => (Date.parse(lastDayOf(place)) - Date.parse(place.start)) / 86_400_000 + 1

/** Half of a window that was too much. It may have been cut short by the end of the read. */
const halfOf = (place: Place, error: unknown, reader: DayReader): Place | null => {
  const days = daysIn(place)
  if (!(error instanceof ConnectorFailure) || days < 2 || !reader.isTooMuch?.(error, days)) return null
  return { ...place, days: Math.floor(days / 2), page: null, turn: 0 }
}

/** The window from its beginning, if its page is no longer known. */
const restartOf = (place: Place, error: unknown): Place | null => {
  if (!(error instanceof ConnectorFailure)) return null
  const isStale = error.kind === 'refused' && place.page !== null && place.restarts < restartsMax
  return isStale ? { ...place, page: null, turn: 0, restarts: place.restarts + 1 } : null
}

/** Without a part, the place is a smaller one to read instead. */
const readPlace = async (place: Place, reader: DayReader): Promise<{ place: Place; part: Part | null }> => {
  try {
    return { place, part: await reader.read({ from: place.start, until: lastDayOf(place) }, place.page) }
  } catch (error) {
    const half = halfOf(place, error, reader)
    if (half) return { place: half, part: null }
    const again = restartOf(place, error)
    if (again === null) throw error
    return readPlace(again, reader)
  }
}

const placeAfter = (place: Place, after: string | null): Place | null => {
  if (after !== null) {
    if (after === place.page || place.turn >= turnsMax)
      throw new ConnectorFailure('bad_answer', 'The vendor keeps sending the same page.')
    return { ...place, page: after, turn: place.turn + 1 }
  }
  const last = lastDayOf(place)
  return last >= place.until ? null : { ...place, start: addDays(last, 1), page: null, turn: 0, restarts: 0 }
}

/** One page. A cursor of an unknown form begins anew: figures are replaced by their day, so nothing is counted twice. */
export const readDays = async ({ cursor, since }: Position, plan: DayPlan, reader: DayReader): Promise<Page> => {
  const known = placeShape.safeParse(cursor)
  const asked = known.success ? known.data : beginning(since, await reader.today(), plan)
  const { place, part } = await readPlace(asked, reader)
  // A page of its own, so that it is kept: finding out may have taken longer than anybody sits at a run.
  if (!part) return { next: place }
  const next = placeAfter(place, part.after)
  return next === null ? { ...part.page, next, watermark: { until: place.until } } : { ...part.page, next }
}
