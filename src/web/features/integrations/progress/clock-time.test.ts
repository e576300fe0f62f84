import { describe, expect, it } from 'vitest'
import { clockTime, comingTime } from './clock-time.ts'

describe('The time at which a paused run resumes [SYNC-07]', () => {
  const noon = new Date(2026, 10, 15, 12).getTime()

  it('is shown without the day today, and with the day later', () => {
    const [evening, morning] = [new Date(2026, 10, 15, 19, 5), new Date(2026, 10, 16, 0, 30)].map((day) => day.toISOString())
    expect(comingTime(evening ?? '', noon)).toBe(clockTime(evening ?? ''))
    expect(comingTime(morning ?? '', noon)).toMatch(/16.*12:30/)
  })
})
