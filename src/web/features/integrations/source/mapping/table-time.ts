import { locale } from '#web/lib/locale.ts'

const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
const clock = { hour: 'numeric', minute: '2-digit', hour12: true } as const

const formatIn = (zone: string, parts: Intl.DateTimeFormatOptions) => {
  try {
    return new Intl.DateTimeFormat(locale, { ...parts, timeZone: zone })
  } catch {
    return new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' })
  }
}

/** A moment on the clock of the table. At midnight nobody wrote a time. */
export const timeAt = (instant: string, zone: string): string => {
  const date = new Date(instant)
  const isDay = formatIn(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(date) === '00:00'
  return formatIn(zone, isDay ? day : { ...day, ...clock }).format(date)
}
