import { locale } from '#web/lib/locale.ts'

const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', hour12: true })

export const clockTime = (instant: string) => clock.format(new Date(instant))
