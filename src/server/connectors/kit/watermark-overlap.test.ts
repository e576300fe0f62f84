import { describe, expect, it } from 'vitest'
import { isWithinDay, withOverlap } from './watermark-overlap.ts'

const now = '2026-11-15T12:00:00.000Z'
const at = '2026-11-15T11:00:00.000Z'

describe('The time from which changes are requested [SYNC-08]', () => {
  it('is ten minutes before the last known change', () => {
    expect(withOverlap({ at }, now)).toBe('2026-11-15T10:50:00.000Z')
    expect(withOverlap({ at, wholeAt: '2026-11-14T12:00:00.000Z' }, now)).toBe('2026-11-15T10:50:00.000Z')
  })

  it('is a whole day before it while the full read is less than a day ago', () => {
    expect(withOverlap({ at, wholeAt: '2026-11-14T12:00:00.001Z' }, now)).toBe('2026-11-14T11:00:00.000Z')
  })

  it('has no such day without a full read', () => {
    expect(isWithinDay(undefined, now)).toBe(false)
  })
})
