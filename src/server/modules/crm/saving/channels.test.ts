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
  ['Referral', { referrer: 'https://meta.example.org/questions' }],
  ['Referral', { source: 'a friend of ours' }],
  ['Offline/Event', { kind: 'offline' }],
  ['Offline/Event', { source: 'fair', medium: 'event' }],
  ['AI assistant', { source: 'chatgpt.com', medium: 'referral' }],
]

/** As users fill in a table: one word for the source, and no medium. */
const alone: [channel: string, ...sources: string[]][] = [
  [
    'Paid Search',
    'Google Ads',
    'google_ads',
    'GoogleAds',
    'Bing Ads',
    'AdWords',
    'Paid search',
    'PPC',
    'Paid',
    'SEM',
    'Microsoft Advertising',
  ],
  ['Paid Social', 'Facebook Ads', 'Paid social', 'LinkedIn ad', 'Meta Ads', 'FB ads', 'Instagram (paid)', 'Facebook retargeting'],
  ['Display', 'Display', 'Display ads', 'Google Display', 'Banner'],
  ['Affiliate/Partner', 'Partner', 'Affiliate', 'Referral partner'],
  ['Organic Search', 'Organic search', 'Organic', 'Google organic', 'SEO', 'Google'],
  ['Organic Social', 'Organic social', 'Social media', 'Facebook organic', 'Facebook', 'Instagram', 'X', 'm.facebook.com'],
  ['Email', 'Newsletter', 'E-mail'],
  ['Offline/Event', 'Trade show', 'Radio ads', 'Direct mail', 'Event'],
  ['AI assistant', 'AI assistant', 'ChatGPT'],
  ['Direct', 'Direct'],
  [
    'Referral',
    'Referral',
    'Website leads',
    'partner.example.org',
    'ads.example.com',
    'meta.example.org',
    'Unpaid intern',
    'Semi-annual report',
  ],
]

describe('The channel of a touch', () => {
  it.each(cases)('is %s for %j', (channel, evidence) => {
    expect(channelOf({ ...nothing, ...evidence })).toBe(channel)
  })

  it('is never direct without evidence of a direct visit', () => {
    for (const kind of ['click', 'form', 'chat', 'unknown'] as const) expect(channelOf({ ...nothing, kind })).toBe('Unknown')
  })

  it('ignores an invalid referrer', () => {
    expect(channelOf({ ...nothing, referrer: 'not an address' })).toBe('Unknown')
  })

  it.each(alone)('is %s for a source that implies it, for any kind of touch: %s', (channel, ...sources) => {
    for (const source of sources)
      for (const kind of ['click', 'form', 'unknown'] as const)
        expect([source, channelOf({ ...nothing, kind, source })]).toEqual([source, channel])
  })

  it('is Paid Social for Meta alone: ads are bought there, while visitors come from Facebook or Instagram', () => {
    expect(channelOf({ ...nothing, source: 'Meta' })).toBe('Paid Social')
    expect(channelOf({ ...nothing, source: 'Meta', medium: 'social' })).toBe('Organic Social')
  })

  it('follows a medium or a click id before the name of the source', () => {
    expect(channelOf({ ...nothing, source: 'Google Ads', medium: 'organic' })).toBe('Organic Search')
    expect(channelOf({ ...nothing, source: 'Partner', medium: 'referral' })).toBe('Referral')
    expect(channelOf({ ...nothing, source: 'Partner', landingUrl: 'https://example.com/?gclid=abc' })).toBe('Paid Search')
  })
})
