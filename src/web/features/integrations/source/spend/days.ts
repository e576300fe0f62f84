import type { Spend } from '#contract/crm/spend.ts'
import { locale } from '#web/lib/format/locale.ts'

const dayLength = 86_400_000

// A day of an ad account has no time zone: it has the same label everywhere.
const parts = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
const short = new Intl.DateTimeFormat(locale, parts)
const long = new Intl.DateTimeFormat(locale, { ...parts, year: 'numeric' })

export const shortDay = (day: string) => short.format(Date.parse(day))
export const longDay = (day: string) => long.format(Date.parse(day))

/** Oct 17 – Nov 15, 2026. */
export const periodText = (from: string, to: string) => long.formatRange(Date.parse(from), Date.parse(to))

const text = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The last days up to today in the user's time zone. */
export const lastDays = (count: number, at: number): { from: string; to: string } => {
  const now = new Date(at)
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  return { from: text(today - (count - 1) * dayLength), to: text(today) }
}

export interface Day {
  day: string
  spend: number
  clicks: number
}

type KnownSpend = Pick<Spend, 'from' | 'to' | 'days'>

/** The last day of a period that ends today: while there is no data for today, its spend is unknown, not zero. */
export const lastKnownDay = ({ to, days }: Omit<KnownSpend, 'from'>): string =>
  days.at(-1)?.day === to ? to : text(Date.parse(to) - dayLength)

/** Each known day of the period, including days without spend. */
export const everyDay = (period: KnownSpend): Day[] => {
  const known = new Map(period.days.map((one) => [one.day, one]))
  const first = Date.parse(period.from)
  const count = Math.round((Date.parse(lastKnownDay(period)) - first) / dayLength) + 1
  return Array.from({ length: count }, (_, index) => {
    const day = text(first + index * dayLength)
    const { spend = '0', clicks = 0 } = known.get(day) ?? {}
    return { day, spend: Number(spend), clicks }
  })
}
