// Small parsers that every mapping needs.
import { currencyDigits, mostCurrencyDigits } from '#contract/kit/currencies.ts'
import { readDate } from './rows/values/dates.ts'

/** Trimmed text. Null if nothing but spaces is left. */
export const textOrNull = (value: unknown): string | null => {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).trim()
  return text === '' ? null : text
}

/** Already in our form. */
const isoForm = /^[12]\d{3}-(0\d|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3])(:[0-5]\d){2}\.\d{3}Z$/

/** Not every month has 31 days; only the last days need a check. */
const isThere = (instant: string): boolean => {
  if (Number(instant.slice(8, 10)) < 29) return true
  const ms = Date.parse(instant)
  return Number.isFinite(ms) && new Date(ms).toISOString() === instant
}

/** ISO text of other machines: a day, usually a time, sometimes an offset from UTC. */
const isoText = /^([12]\d{3}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(?:(Z|UTC)|([+-]\d\d)(?::?(\d\d))?)?)?$/i

/** Never in the time zone of this machine. */
const fromIso = ([, day = '', minutes = '00:00', seconds = '00', parts = '', , ahead, rest = '00']: RegExpExecArray): number => {
  const local = `${day}T${minutes}:${seconds}.${parts.slice(0, 3).padEnd(3, '0')}`
  return isThere(`${local}Z`) ? Date.parse(`${local}${ahead === undefined ? 'Z' : `${ahead}:${rest}`}`) : Number.NaN
}

/** Seconds read as milliseconds, or a number that is not a time, are far outside of this range. */
const lastYear = Date.UTC(2201, 0, 1)
const inReach = (ms: number): number => (ms >= 0 && ms < lastYear ? ms : Number.NaN)

/** No machine writes an instant in more characters than this, the name of its zone included. */
const instantMax = 100

const fromText = (value: string): number => {
  if (value.length > instantMax) return Number.NaN
  const text = value.trim()
  const iso = isoText.exec(text)
  if (iso) return fromIso(iso)
  if (/^[\d.]+$/.test(text)) return /^\d{12,14}$/.test(text) ? inReach(Number(text)) : Number.NaN
  return inReach(Date.parse(/(?:GMT|UTC|Z|[+-]\d\d:?\d\d)(?: \([^()]{1,60}\))?$/i.test(text) ? text : `${text} UTC`))
}

/** An instant as ISO 8601 in UTC, from text (in UTC unless it says otherwise) or milliseconds since 1970; null if it is none. */
export const instantOf = (value: unknown): string | null => {
  if (typeof value === 'string' && isoForm.test(value)) return isThere(value) ? value : null
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return null
  const ms = typeof value === 'number' ? inReach(value) : fromText(value)
  return Number.isFinite(ms) ? new Date(ms).toISOString() : null
}

/** A day without a time begins at midnight in the given time zone. */
export const startOfDay = (value: unknown, zone: string): string | null => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return instantOf(value)
  const read = readDate(value, { format: 'iso', zone, hasSerials: false })
  return read && 'at' in read ? read.at : null
}

const wholeMax = 16
const plainAmount = /^-?\d{1,16}(?:\.(\d{1,4}))?$/
const anyAmount = /^([+-]?)(\d{0,40})(?:\.(\d{0,40}))?(?:e([+-]?\d{1,2}))?$/i

/** Rounds digits as text, because a binary number may lose a cent. */
const roundedAt = (digits: string, end: number): bigint => {
  if (end < 0) return 0n
  const kept = BigInt(digits.padEnd(end, '0').slice(0, end) || '0')
  return (digits[end] ?? '0') >= '5' ? kept + 1n : kept
}

const rounded = ([, sign = '', whole = '', part = '', exponent = '0']: RegExpExecArray, decimals: number): string | null => {
  if (whole + part === '') return null
  const text = String(roundedAt(whole + part, whole.length + Number(exponent) + decimals)).padStart(decimals + 1, '0')
  if (text.length > wholeMax + decimals) return null
  const pointAt = text.length - decimals
  const kept = text.slice(pointAt).replace(/(?<!0)0+$/, '')
  const amount = text.slice(0, pointAt) + (kept && `.${kept}`)
  return sign === '-' && amount !== '0' ? `-${amount}` : amount
}

/**
 * A decimal number as text, with as many decimals as its currency has; null if it is none. Without a currency it keeps
 * as many decimals as any currency may have. Minus signs are kept: we store what the CRM has.
 */
export const amountOf = (value: unknown, currency: string | null = null): string | null => {
  const decimals = currency === null ? mostCurrencyDigits : currencyDigits(currency)
  const text = textOrNull(value)
  const plain = text === null ? null : plainAmount.exec(text)
  if (text === null || (plain && (plain[1]?.length ?? 0) <= decimals)) return text
  const found = anyAmount.exec(text)
  return found && rounded(found, decimals)
}

/** There is a value, but it is not an amount. */
export const isOddAmount = (value: unknown): boolean => textOrNull(value) !== null && amountOf(value) === null

export const currencyOf = (value: unknown): string | null => {
  const text = textOrNull(value)?.toUpperCase() ?? null
  return text !== null && /^[A-Z]{3}$/.test(text) ? text : null
}

/** Whether a list is chosen, by id or name, in any spelling; without a choice, all are. */
export const listFilter = ({ lists = [] }: { lists?: readonly string[] | undefined }) => {
  const chosen = new Set(lists.map((list) => list.trim().toLowerCase()))
  return (...names: readonly (string | null | undefined)[]): boolean =>
    chosen.size === 0 || names.some((name) => chosen.has(name?.trim().toLowerCase() ?? ''))
}

/** The later of two instants in ISO form. */
export const later = (one: string | null, other: string | null): string | null => {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}
