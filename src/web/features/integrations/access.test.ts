import { describe, expect, it } from 'vitest'
import { daysOfAccess } from './access.ts'

const now = Date.parse('2026-11-15T12:00:00Z')
const ends = (access_ends_at: string | null) => daysOfAccess({ status: 'active', access_ends_at }, now)

describe('The remaining days of an access that expires', () => {
  it('count from ten days before the end, including the current day', () => {
    expect(ends('2026-11-25T12:00:01Z')).toBeUndefined()
    expect(ends('2026-11-25T12:00:00Z')).toBe(10)
    expect(ends('2026-11-24T09:00:00Z')).toBe(9)
    expect(ends('2026-11-15T12:00:01Z')).toBe(1)
    expect(ends('2026-11-15T12:00:00Z')).toBe(0)
    expect(ends('2026-11-01T12:00:00Z')).toBe(0)
  })

  it('are undefined if access does not expire, or is already lost', () => {
    expect(ends(null)).toBeUndefined()
    expect(daysOfAccess({ status: 'error', access_ends_at: '2026-11-16T12:00:00Z' }, now)).toBeUndefined()
    expect(daysOfAccess({ status: 'disconnected', access_ends_at: null }, now)).toBeUndefined()
  })
})
