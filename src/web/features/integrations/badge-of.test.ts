import { describe, expect, it } from 'vitest'
import { badgeOf } from './badge-of.ts'

describe('the badge of a source [SYNC-03]', () => {
  it('is good news only where it lets us in, nothing is left to choose and runs come to their end', () => {
    const well = { status: 'active', needs: null, is_failing: false } as const
    expect(badgeOf(well)).toMatchObject({ kind: 'good', word: 'active' })
    expect(badgeOf({ ...well, is_failing: true })).toMatchObject({ kind: 'wait', word: 'failing' })
    expect(badgeOf({ ...well, needs: 'table' })).toMatchObject({ kind: 'wait', word: 'waiting' })
  })

  it('says that access is lost or given back before anything else', () => {
    expect(badgeOf({ status: 'error', needs: null, is_failing: true })).toMatchObject({ kind: 'bad', word: 'error' })
    expect(badgeOf({ status: 'disconnected', needs: 'ad_account', is_failing: true })).toMatchObject({
      kind: 'off',
      word: 'disconnected',
    })
  })
})
