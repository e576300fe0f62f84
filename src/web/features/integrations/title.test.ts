import { describe, expect, it } from 'vitest'
import { titleOf } from '#contract/integrations/sources.ts'

const source = { vendor: 'Google Ads', name: 'Google Ads', account: 'Helio Solar', needs: null } as const

describe('The title of a source on labels, in Activity, in notifications and in emails', () => {
  it('is its vendor with the account, until a user names it', () => {
    expect(titleOf(source)).toBe('Google Ads, Helio Solar')
  })

  it('is the name that Maya gave it, and nothing else', () => {
    expect(titleOf({ ...source, name: 'Solar campaigns' })).toBe('Solar campaigns')
  })

  it('never contains personal data: neither an email address, nor the login before an ad account was chosen', () => {
    expect(titleOf({ ...source, account: 'maya@harborlight.example' })).toBe('Google Ads')
    expect(titleOf({ ...source, account: 'Maya Lindqvist', needs: 'ad_account' })).toBe('Google Ads')
    expect(titleOf({ ...source, account: null })).toBe('Google Ads')
  })
})
