import { describe, expect, it } from 'vitest'
import { leftOutOf, verdictOf as verdictBy } from './verdict.ts'

const tile = {
  object: 'contact',
  vendor_count: 100,
  own_count: 100,
  rejected: 0,
  missing: [] as string[],
  counted_at: null,
  held: null,
} as const

const verdictOf = (one: Parameters<typeof verdictBy>[0]) => verdictBy(one, {})

describe("The vendor's count next to ours", () => {
  it('shows whether everything is synced', () => {
    expect(verdictOf({ ...tile, missing: [] })).toBe('equal')
    expect(verdictOf({ ...tile, missing: [], own_count: 97, rejected: 3 })).toBe('onlyRejected')
    expect(verdictOf({ ...tile, own_count: 97, rejected: 1, missing: ['a', 'b', 'c'] })).toBe('less')
    expect(verdictOf({ ...tile, missing: [], own_count: 101 })).toBe('more')
    expect(verdictOf({ ...tile, missing: [], vendor_count: null })).toBe('unknown')
  })

  it('is uncountable if the vendor was asked and has no count', () => {
    expect(verdictOf({ ...tile, missing: [], vendor_count: null, counted_at: '2026-11-15T10:00:00Z' })).toBe('uncountable')
  })

  it('is not equal if records are missing although the counts match', () => {
    expect(verdictOf({ ...tile, missing: ['a'] })).toBe('less')
  })

  it('shows records as left out if filters exclude them', () => {
    const part = { ...tile, missing: [], own_count: 40, rejected: 2 }
    expect(verdictBy(part, { tags: ['vip'] })).toBe('leftOut')
    expect(leftOutOf(part)).toBe(58)
    expect(verdictBy(part, { dispos: ['won'] })).toBe('less')
    expect(verdictBy({ ...part, object: 'opportunity' }, { dispos: ['won'] })).toBe('leftOut')
  })

  it('is not equal while a removal waits for approval', () => {
    const held = { vanished: 60, own: 100, cause: 'vendor', since: '2026-11-15T10:00:00Z', kept: false } as const
    expect(verdictOf({ ...tile, missing: [], held })).toBe('held')
    expect(verdictOf({ ...tile, missing: [], held: { ...held, kept: true } })).toBe('kept')
  })
})
