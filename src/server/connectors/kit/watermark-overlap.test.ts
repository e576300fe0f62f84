import { describe, expect, it } from 'vitest'
import { isWithinDay, withOverlap } from './watermark-overlap.ts'

const now = '2026-11-15T12:00:00.000Z'
const at = '2026-11-15T11:00:00.000Z'

describe('from where changes are asked for [SYNC-08]', () => {
  it('is ten minutes before the last one that was seen', () => {
    expect(withOverlap({ at }, now)).toBe('2026-11-15T10:50:00.000Z')
    expect(withOverlap({ at, wholeAt: '2026-11-14T12:00:00.000Z' }, now)).toBe('2026-11-15T10:50:00.000Z')
  })

  it('is a whole day before it while everything has been read for less than a day', () => {
    expect(withOverlap({ at, wholeAt: '2026-11-14T12:00:00.001Z' }, now)).toBe('2026-11-14T11:00:00.000Z')
  })

  it('knows no day of what never was', () => {
    expect(isWithinDay(undefined, now)).toBe(false)
  })
})
