import type { Manifest } from '../kit/manifest.ts'

/** A new version comes every few months and is supported for about a year. */
export const version = 'v24'

/** The permission to read campaigns. The others only identify the login. */
export const adsScope = 'https://www.googleapis.com/auth/adwords'

export const manifest: Manifest = {
  type: 'google',
  name: 'Google Ads',
  category: 'social',
  about: 'Spend and results by day',
  logo: {
    color: '#c98a12',
    paths: ['M4 19V12h4v7z', 'M10 19V8h4v11z', 'M16 19V4h4v15z', 'M3 8.6 9.4 4l1 1.4L4 10z'],
  },
  auth: 'oauth',
  fields: [],
  scopes: {
    [adsScope]: 'Read campaigns, their cost and results, in the ad accounts you can access',
    openid: 'See who you are',
    email: 'See your email address',
  },
  abilities: ['spend'],
  // Basic access: the limit of the developer token, shared so that no account uses all of it.
  limit: { requests: 60, perMs: 60_000, perDay: 15_000 },
  intervalMinutes: 240,
  addresses: {
    api: 'https://googleads.googleapis.com',
    auth: 'https://accounts.google.com',
    token: 'https://oauth2.googleapis.com',
  },
  hosts: ['.googleapis.com', '.google.com'],
  secrets: { DEVELOPER_TOKEN: 'SandboxDeveloperToken1' },
  sharedLogin: 'a Google account',
  words: { contacts: 'people', opportunities: 'conversions', account: 'ad account' },
}
