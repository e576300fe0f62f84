const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', hour12: true })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

export const exactTime = (instant: string) => exact.format(new Date(instant))
export const dayOf = (instant: string) => day.format(new Date(instant))
export const shortDayOf = (instant: string) => shortDay.format(new Date(instant))

const minute = 60_000
const hour = 60 * minute
const dayLength = 24 * hour

/** "3 min ago", "2 h ago", "4 d ago"; older than a week is a date; undefined means just now. */
export const relativeTime = (instant: string, now: number): string | undefined => {
  const age = now - Date.parse(instant)
  if (age < minute) return undefined
  if (age < hour) return `${Math.floor(age / minute)} min ago`
  if (age < dayLength) return `${Math.floor(age / hour)} h ago`
  return age < 7 * dayLength ? `${Math.floor(age / dayLength)} d ago` : dayOf(instant)
}
