// When leads come: more in spring, fewer on weekends, a little more every month.
import type { Random } from '../kit/random.ts'

export const day = 86_400_000
const monthsBack = 18
const months = [0.92, 0.95, 1.05, 1.08, 1.06, 1, 0.94, 0.96, 1.05, 1.06, 1, 0.85]
const weekday = 1.18
const weekend = 0.55

/** Midnight, in UTC, of the first of the month eighteen months ago. */
export const beginningOf = (until: number): number => {
  const end = new Date(until)
  return Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - monthsBack, 1)
}

/** The weight of each day, from the beginning until now. */
export const dayWeights = (until: number, growth: number): number[] => {
  const from = beginningOf(until)
  const count = Math.floor((until - from) / day) + 1
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(from + index * day)
    const isWeekend = date.getUTCDay() === 0 || date.getUTCDay() === 6
    const season = months[date.getUTCMonth()] ?? 1
    return growth ** (index / count) * season * (isWeekend ? weekend : weekday)
  })
}

/** This many instants in order, the last one at the very end. */
export const instants = (random: Random, count: number, calendar: { until: number; growth: number; hoursFromUtc: number }) => {
  const { until, growth, hoursFromUtc } = calendar
  const weights = dayWeights(until, growth)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const from = beginningOf(until)
  let index = 0
  let passed = weights[0] ?? 0
  const found = Array.from({ length: count }, (_, number) => {
    const target = ((number + random.next()) / count) * total
    while (passed < target && index < weights.length - 1) passed += weights[(index += 1)] ?? 0
    // Leads come between eight in the morning and nine in the evening.
    const at = from + index * day + (8 + random.next() * 13 - hoursFromUtc) * 3_600_000
    return Math.round(at < until ? at : until - random.next() * day)
  })
  return [...found.slice(1).toSorted((a, b) => a - b), until]
}
