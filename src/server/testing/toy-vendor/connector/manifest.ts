import type { Manifest } from '#server/connectors/kit/manifest.ts'

/** An ad platform that exists nowhere else. */
export const manifest: Manifest = {
  type: 'kestrel_ads',
  name: 'Kestrel Ads',
  category: 'social',
  about: 'Spend and results by day',
  logo: { color: '#7a3f9d', paths: ['M4 14l8-10 8 10-8-3z', 'M9 14l3 6 3-6-3 2z'] },
  auth: 'oauth',
  fields: [],
  scopes: {
    'campaigns.read': 'Read what campaigns cost',
    'profile.read': 'See who you are',
  },
  abilities: ['spend'],
  limit: { requests: 100, perMs: 10_000 },
  intervalMinutes: 240,
  addresses: { api: 'https://api.kestrel-ads.example' },
  hosts: ['api.kestrel-ads.example'],
  sharedLogin: 'a Kestrel login',
  words: { contacts: 'people', opportunities: 'conversions', account: 'ad account' },
}
