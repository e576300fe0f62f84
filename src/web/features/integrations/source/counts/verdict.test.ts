import { describe, expect, it } from 'vitest'
import { verdictOf } from './verdict.ts'

const tile = {
  object: 'contact',
  vendor_count: 100,
  own_count: 100,
  rejected: 0,
  missing: [] as string[],
  counted_at: null,
} as const

describe('the count of the vendor beside ours', () => {
  it('says whether everything is here', () => {
    expect(verdictOf({ ...tile, missing: [] })).toBe('equal')
    expect(verdictOf({ ...tile, missing: [], own_count: 97, rejected: 3 })).toBe('onlyRejected')
    expect(verdictOf({ ...tile, own_count: 97, rejected: 1, missing: ['a', 'b', 'c'] })).toBe('less')
    expect(verdictOf({ ...tile, missing: [], own_count: 101 })).toBe('more')
    expect(verdictOf({ ...tile, missing: [], vendor_count: null })).toBe('unknown')
  })

  it('is not waited for where the vendor was asked and has none', () => {
    expect(verdictOf({ ...tile, missing: [], vendor_count: null, counted_at: '2026-11-15T10:00:00Z' })).toBe('uncountable')
  })

  it('is not calm where as many are missing as are too many', () => {
    expect(verdictOf({ ...tile, missing: ['a'] })).toBe('less')
  })
})
