import { describe, expect, it } from 'vitest'
import { everyDay, lastDays, lastKnownDay, longDay, periodText, shortDay } from './days.ts'

describe('The days of a period', () => {
  it("end today in the user's time zone", () => {
    expect(lastDays(7, Number(new Date(2026, 10, 15, 0, 5)))).toEqual({ from: '2026-11-09', to: '2026-11-15' })
    expect(lastDays(30, Number(new Date(2026, 2, 1, 23, 55)))).toEqual({ from: '2026-01-31', to: '2026-03-01' })
  })

  it('include days without spend', () => {
    const days = [{ day: '2026-03-01', spend: '12.5', clicks: 3 }]
    expect(everyDay({ from: '2026-02-27', to: '2026-03-02', days })).toEqual([
      { day: '2026-02-27', spend: 0, clicks: 0 },
      { day: '2026-02-28', spend: 0, clicks: 0 },
      { day: '2026-03-01', spend: 12.5, clicks: 3 },
    ])
  })

  it('end yesterday while there is no data for today, and today as soon as there is', () => {
    const period = { from: '2026-02-27', to: '2026-03-02' }
    const days = [{ day: '2026-02-27', spend: '8', clicks: 1 }]
    const withToday = [...days, { day: '2026-03-02', spend: '0', clicks: 0 }]
    expect(lastKnownDay({ ...period, days })).toBe('2026-03-01')
    expect(lastKnownDay({ ...period, days: withToday })).toBe('2026-03-02')
    expect(everyDay({ ...period, days }).at(-1)).toEqual({ day: '2026-03-01', spend: 0, clicks: 0 })
    expect(everyDay({ ...period, days: withToday })).toHaveLength(4)
  })

  it('have the same label in every time zone', () => {
    expect(shortDay('2026-11-15')).toBe('Nov 15')
    expect(longDay('2026-11-15')).toBe('Nov 15, 2026')
    expect(periodText('2026-10-17', '2026-11-15').replaceAll(/\s/g, ' ')).toBe('Oct 17 – Nov 15, 2026')
  })
})
