import { locale } from '../format/locale.ts'

const dayParts = { day: 'numeric', month: 'short', year: 'numeric' } as const
const exact = new Intl.DateTimeFormat(locale, { ...dayParts, hour: 'numeric', minute: '2-digit', hour12: true })
const day = new Intl.DateTimeFormat(locale, dayParts)
const month = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })

export const exactTime = (instant: string) => exact.format(new Date(instant))
export const dayOf = (instant: string) => day.format(new Date(instant))
/** Of a month such as 2026-03: Mar 2026. */
export const monthOf = (yearAndMonth: string) => month.format(new Date(`${yearAndMonth}-01T00:00:00Z`))
export const shortDayOf = (instant: string) => shortDay.format(new Date(instant))

const minute = 60_000
const hour = 60 * minute
const dayLength = 24 * hour

/** How long ago in whole units; undefined means longer than a week, which is better shown as a date. */
export const ageOf = (
  instant: string,
  now: number,
): { unit: 'justNow' | 'minutes' | 'hours' | 'days'; n: number } | undefined => {
  const age = now - Date.parse(instant)
  if (age < minute) return { unit: 'justNow', n: 0 }
  if (age < hour) return { unit: 'minutes', n: Math.floor(age / minute) }
  if (age < dayLength) return { unit: 'hours', n: Math.floor(age / hour) }
  return age < 7 * dayLength ? { unit: 'days', n: Math.floor(age / dayLength) } : undefined
}
