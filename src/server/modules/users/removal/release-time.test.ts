import { describe, expect, it } from 'vitest'
import { addressFreeAt, removedBefore } from './release-time.ts'

const freeAt = (removedAt: string): string => addressFreeAt(Date.parse(removedAt)).toISOString()

describe('The address of a removed user', () => {
  it.each([
    ['2026-03-01T00:00:00.000Z', '2026-03-31T03:27:00.000Z'],
    ['2026-03-01T03:27:00.000Z', '2026-03-31T03:27:00.000Z'],
    ['2026-03-01T03:27:00.001Z', '2026-04-01T03:27:00.000Z'],
    ['2026-12-01T23:59:59.000Z', '2027-01-01T03:27:00.000Z'],
  ])('is free by the first cleanup after its 30 days: removed at %s, at %s', (removedAt, at) => {
    expect(freeAt(removedAt)).toBe(at)
    expect(removedBefore(Date.parse(at)).getTime()).toBeGreaterThanOrEqual(Date.parse(removedAt))
    expect(removedBefore(Date.parse(at) - 86_400_000).getTime()).toBeLessThan(Date.parse(removedAt))
  })
})
