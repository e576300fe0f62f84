import { shortDayOf } from '#web/lib/time/dates.ts'
import { locale } from '#web/lib/format/locale.ts'

const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', hour12: true })

export const clockTime = (instant: string) => clock.format(new Date(instant))

/** The time, with its day if that is not today. */
export const comingTime = (instant: string, now = Date.now()) => {
  const isToday = new Date(instant).toDateString() === new Date(now).toDateString()
  return isToday ? clockTime(instant) : `${shortDayOf(instant)}, ${clockTime(instant)}`
}
