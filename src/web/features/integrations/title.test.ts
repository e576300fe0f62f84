import { describe, expect, it } from 'vitest'
import { titleOf } from '#contract/integrations/sources.ts'

const source = { vendor: 'Google Ads', name: 'Google Ads', account: 'Helio Solar', needs: null } as const

describe('what a source is called on labels, in Activity, in the bell and in letters', () => {
  it('is its vendor with the account, as long as nobody gave it a name', () => {
    expect(titleOf(source)).toBe('Google Ads, Helio Solar')
  })

  it('is the name that Maya gave it, and nothing else', () => {
    expect(titleOf({ ...source, name: 'Solar campaigns' })).toBe('Solar campaigns')
  })

  it('never names a person: neither an address, nor whoever signed in before an ad account was chosen', () => {
    expect(titleOf({ ...source, account: 'maya@harborlight.example' })).toBe('Google Ads')
    expect(titleOf({ ...source, account: 'Maya Lindqvist', needs: 'ad_account' })).toBe('Google Ads')
    expect(titleOf({ ...source, account: null })).toBe('Google Ads')
  })
})
