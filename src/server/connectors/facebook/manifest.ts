import type { Manifest } from '../kit/manifest.ts'

/** Versions are supported for about two years. */
export const version = 'v25.0'

export const manifest: Manifest = {
  type: 'facebook',
  name: 'Facebook',
  category: 'social',
  about: 'Spend and results by day',
  logo: {
    color: '#2f6bd8',
    paths: ['M4 10v4l3 .6V9.4zM8.5 9.2v5.6L17 18V6z', 'M9 15.6l1 4h2.4l-.8-3.1z', 'M19 9.5a3.6 3.6 0 0 1 0 5z'],
  },
  auth: 'oauth',
  fields: [],
  scopes: {
    ads_read: 'Read campaigns, their cost and results',
    business_management: 'List the businesses and ad accounts you can access',
  },
  abilities: ['spend'],
  limit: { requests: 300, perMs: 300_000 },
  intervalMinutes: 240,
  addresses: { api: 'https://graph.facebook.com', dialog: 'https://www.facebook.com' },
  hosts: ['.facebook.com'],
  // The saved login configuration of apps with Facebook Login for Business. Without one, permissions are requested by
  // their names.
  secrets: { CONFIG_ID: '' },
  sharedLogin: 'a Facebook account',
  words: { contacts: 'people', opportunities: 'conversions', account: 'ad account' },
}
