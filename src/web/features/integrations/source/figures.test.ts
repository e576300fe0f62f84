import { describe, expect, it } from 'vitest'
import { spanOf } from './figures.ts'

describe('The duration of a run', () => {
  it('is shown in its two largest units', () => {
    expect(spanOf(400)).toEqual({ unit: 'moment' })
    expect(spanOf(59_999)).toEqual({ unit: 'seconds', s: 59 })
    expect(spanOf(125_000)).toEqual({ unit: 'minutes', m: 2, s: 5 })
    expect(spanOf(3_600_000 + 61_000)).toEqual({ unit: 'hours', h: 1, m: 1 })
  })
})
