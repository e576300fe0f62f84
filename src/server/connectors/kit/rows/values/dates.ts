// Dates as users write them. Ambiguous dates are not read.
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'

export interface DateRules {
  format: SyncSettings['date_format'] | null
  /** The time zone of times without an offset. */
  zone: string
  /** Numbers count days, as in spreadsheets. */
  hasSerials: boolean
}

export interface ReadDate {
  /** The instant in UTC. */
  at: string
  /** The day as it was written. */
  day: string
}

type DateProblem = { code: 'bad_date' | 'ambiguous_date'; text: string }

interface Parts {
  year: number
  month: number
  day: number
}
interface Time {
  hour: number
  minute: number
  second: number
}

const unreadable: DateProblem = { code: 'bad_date', text: "isn't a date" }
const impossible: DateProblem = { code: 'bad_date', text: "is a date that doesn't exist" }
const ambiguous: DateProblem = { code: 'ambiguous_date', text: 'can be read in two ways' }

const longest = 60
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const midnight: Time = { hour: 0, minute: 0, second: 0 }
const two = (number: number): string => String(number).padStart(2, '0')

const yearOf = (text: string): number => (text.length > 2 ? Number(text) : Number(text) + (Number(text) < 70 ? 2000 : 1900))
const monthOf = (word: string): number => months.indexOf(word.slice(0, 3).toLowerCase()) + 1

const numeric = (text: string, format: DateRules['format']): Parts | DateProblem | null => {
  const found = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text)
  if (!found) return null
  const [first, second, year] = [Number(found[1]), Number(found[3]), yearOf(found[4] ?? '')]
  if (format === 'iso') return unreadable
  if (format === 'day_first') return { year, month: second, day: first }
  if (format === 'month_first') return { year, month: first, day: second }
  if (first !== second && first <= 12 && second <= 12) return ambiguous
  return first > 12 ? { year, month: second, day: first } : { year, month: first, day: second }
}

const partsOf = (text: string, format: DateRules['format']): Parts | DateProblem => {
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text)
  if (iso) return { year: Number(iso[1]), month: Number(iso[3]), day: Number(iso[4]) }
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?,?[ -](\d{4}|\d{2})$/i.exec(text)
  if (dayFirst) return { year: yearOf(dayFirst[3] ?? ''), month: monthOf(dayFirst[2] ?? ''), day: Number(dayFirst[1]) }
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(text)
  if (monthFirst) return { year: Number(monthFirst[3]), month: monthOf(monthFirst[1] ?? ''), day: Number(monthFirst[2]) }
  return numeric(text, format) ?? unreadable
}

/** Infinity if hour and half of the day do not match, so that the time is invalid. */
const hourOf = (hour: number, half: string | undefined): number => {
  if (half === undefined) return hour
  return hour < 1 || hour > 12 ? Infinity : (hour % 12) + (half === 'pm' ? 12 : 0)
}

const timeOf = (text: string): Time | null => {
  const found = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)? ?(am|pm)?$/i.exec(text)
  if (!found) return null
  const hour = hourOf(Number(found[1]), found[4]?.toLowerCase())
  const time = { hour, minute: Number(found[2]), second: Number(found[3] ?? 0) }
  return hour < 24 && time.minute < 60 && time.second < 60 ? time : null
}

const exists = ({ year, month, day }: Parts): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1900 && year <= 2100 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const offsetOf = (text: string): string => (/^[+-]\d{4}$/.test(text) ? `${text.slice(0, 3)}:${text.slice(3)}` : text)

const instantAt = ({ year, month, day }: Parts, { hour, minute, second }: Time, zone: string): string => {
  if (zone === 'UTC') return new Date(Date.UTC(year, month - 1, day, hour, minute, second)).toISOString()
  const { epochMilliseconds } = new Temporal.PlainDateTime(year, month, day, hour, minute, second).toZonedDateTime(zone)
  return new Date(epochMilliseconds).toISOString()
}

const dateAt = (parts: Parts, time: Time, zone: string): ReadDate => ({
  at: instantAt(parts, time, zone),
  day: `${parts.year}-${two(parts.month)}-${two(parts.day)}`,
})

/** A known time zone; files may name unknown ones. */
export const zoneOf = (name: string | undefined): string => {
  const zone = name?.replace(/^GMT(?=[+-])/, '').replace(/^(Etc\/)?(UTC|GMT)$/, 'UTC') ?? 'UTC'
  try {
    new Temporal.PlainDateTime(2026, 1, 1).toZonedDateTime(zone)
    return zone
  } catch {
    return 'UTC'
  }
}

const secondsOfDay = 86_400

const readSerial = (serial: number, zone: string): ReadDate | DateProblem => {
  const wall = new Date(Date.UTC(1899, 11, 30) + Math.round(serial * secondsOfDay) * 1000)
  const parts = { year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1, day: wall.getUTCDate() }
  const time = { hour: wall.getUTCHours(), minute: wall.getUTCMinutes(), second: wall.getUTCSeconds() }
  return exists(parts) ? dateAt(parts, time, zone) : unreadable
}

const readText = (text: string, { format, zone }: DateRules): ReadDate | DateProblem => {
  const found = /^([^:]+?)(?:[T, ]{1,3}(\d{1,2}:[\d:.]+ ?(?:am|pm)?) ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/i.exec(text)
  if (!found) return unreadable
  const parts = partsOf((found[1] ?? '').replace(/,$/, ''), format)
  if ('code' in parts) return parts
  if (!exists(parts)) return impossible
  const time = found[2] === undefined ? midnight : timeOf(found[2].trim())
  if (!time) return unreadable
  const offset = found[3]
  if (offset === undefined) return dateAt(parts, time, zone)
  return dateAt(parts, time, /^[A-Z]/i.test(offset) ? 'UTC' : offsetOf(offset))
}

/** Null if the cell is empty. */
export const readDate = (cell: unknown, rules: DateRules): ReadDate | DateProblem | null => {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'number') return rules.hasSerials ? readSerial(cell, rules.zone) : unreadable
  if (typeof cell !== 'string') return unreadable
  const text = cell.trim().replaceAll(/\s+/g, ' ')
  if (text === '') return null
  return text.length > longest ? unreadable : readText(text, rules)
}
