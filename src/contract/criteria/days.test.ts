import { describe, expect, it } from 'vitest'
import { dayFromWords, dayInWords, isDay } from './days.ts'

describe('A day', () => {
  it.each([
    ['2025-07-01', '1 Jul 2025'],
    ['2024-02-29', '29 Feb 2024'],
    ['1999-12-31', '31 Dec 1999'],
  ])('is written for people and read back: %s', (day, words) => {
    expect(isDay(day)).toBe(true)
    expect(dayInWords(day)).toBe(words)
    expect(dayFromWords(words)).toBe(day)
  })

  it.each(['2025-02-29', '2025-13-01', '2025-00-01', '2025-1-1', '0000-01-01', '1899-12-31', '2025-07-01T00:00:00Z', '', 'x'])(
    'is not %j',
    (text) => {
      expect(isDay(text)).toBe(false)
    },
  )

  it.each(['31 Jun 2025', '1 July 2025', '1 Foo 2025', '0 Jul 2025', 'Jul 2025', ''])('is not read from %j', (words) => {
    expect(dayFromWords(words)).toBeUndefined()
  })
})
