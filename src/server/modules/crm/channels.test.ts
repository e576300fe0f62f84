import { describe, expect, it } from 'vitest'
import { channelOf } from './channels.ts'

const nothing = { kind: 'unknown', source: null, medium: null, clickId: null, landingUrl: null, referrer: null } as const
type Evidence = Partial<Parameters<typeof channelOf>[0]>

const cases: [channel: string, evidence: Evidence][] = [
  ['Unknown', {}],
  ['Unknown', { source: '  ', medium: '' }],
  ['Direct', { kind: 'direct' }],
  ['Direct', { source: '(direct)', medium: '(none)' }],
  ['Call', { kind: 'call', source: 'google', medium: 'cpc' }],
  ['Paid Search', { kind: 'click', source: 'google', medium: 'cpc' }],
  ['Paid Search', { source: 'BING', medium: ' PPC ' }],
  ['Paid Search', { source: 'google', landingUrl: 'https://example.com/?gclid=abc' }],
  ['Paid Search', { landingUrl: 'https://example.com/?a=1&msclkid=abc' }],
  ['Paid Social', { source: 'facebook', medium: 'cpc' }],
  ['Paid Social', { source: 'fb', medium: 'paid' }],
  ['Paid Social', { source: 'any', medium: 'paid_social' }],
  ['Paid Social', { landingUrl: 'https://example.com/?fbclid=abc' }],
  ['Display', { source: 'google', medium: 'display' }],
  ['Email', { kind: 'mail' }],
  ['Email', { source: 'spring', medium: 'email' }],
  ['Email', { source: 'Newsletter May' }],
  ['Affiliate/Partner', { source: 'someone', medium: 'affiliate' }],
  ['Organic Search', { source: 'google', medium: 'organic' }],
  ['Organic Search', { source: 'duckduckgo' }],
  ['Organic Search', { referrer: 'https://www.bing.com/search?q=dentist' }],
  ['Organic Social', { source: 'instagram', medium: 'social' }],
  ['Organic Social', { source: 'linkedin' }],
  ['Organic Social', { referrer: 'https://www.reddit.com/r/dentists' }],
  ['Referral', { source: 'blog.example.org', medium: 'referral' }],
  ['Referral', { referrer: 'https://blog.example.org/post' }],
  ['Referral', { source: 'a friend of ours' }],
  ['Offline/Event', { kind: 'offline' }],
  ['Offline/Event', { source: 'fair', medium: 'event' }],
  ['AI assistant', { source: 'chatgpt.com', medium: 'referral' }],
]

describe('the channel of a touch', () => {
  it.each(cases)('is %s for %j', (channel, evidence) => {
    expect(channelOf({ ...nothing, ...evidence })).toBe(channel)
  })

  it('is never direct without evidence of a direct visit', () => {
    for (const kind of ['click', 'form', 'chat', 'unknown'] as const) expect(channelOf({ ...nothing, kind })).toBe('Unknown')
  })

  it('takes an odd referrer for none', () => {
    expect(channelOf({ ...nothing, referrer: 'not an address' })).toBe('Unknown')
  })
})
