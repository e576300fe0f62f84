import { describe, expect, it } from 'vitest'
import { readable, readsTheSame, spanOf } from './figures.ts'

describe('A value of a vendor', () => {
  it('is shown in local time if it is an instant, however the vendor writes it', () => {
    const inWords = readable('2026-11-18T00:40:00.000Z')
    expect(inWords).toMatch(/2026.*:40/)
    for (const same of ['2026-11-18T00:40:00+00:00', '2026-11-18T00:40:00.000+0000', '2026-11-18 00:40:00Z']) {
      expect(readable(same)).toBe(inWords)
      expect(readsTheSame(same, '2026-11-18T00:40:00.000Z')).toBe(true)
    }
  })

  it('is unchanged otherwise', () => {
    for (const value of ['+12125550186', '2026-11-18', 'u0RobinField', '10011-0000']) expect(readable(value)).toBe(value)
    expect(readsTheSame('Robin Field', 'u0RobinField')).toBe(false)
  })
})

describe('The duration of a run', () => {
  it('is shown in its two largest units', () => {
    expect(spanOf(400)).toEqual({ unit: 'moment' })
    expect(spanOf(59_999)).toEqual({ unit: 'seconds', s: 59 })
    expect(spanOf(125_000)).toEqual({ unit: 'minutes', m: 2, s: 5 })
    expect(spanOf(3_600_000 + 61_000)).toEqual({ unit: 'hours', h: 1, m: 1 })
  })
})
