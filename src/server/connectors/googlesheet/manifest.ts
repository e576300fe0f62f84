import type { Manifest } from '../kit/manifest.ts'

/** The permission to read sheets. The others only identify the login. */
export const sheetsScope = 'https://www.googleapis.com/auth/spreadsheets.readonly'

export const manifest: Manifest = {
  type: 'googlesheet',
  name: 'Google Sheets',
  category: 'spreadsheet',
  about: 'Rows from one tab of a spreadsheet',
  logo: {
    color: '#2f8f5b',
    paths: ['M5 3h14v18H5z', 'M8 8h8v2H8z', 'M8 12h3v2H8z', 'M13 12h3v2h-3z', 'M8 16h3v2H8z', 'M13 16h3v2h-3z'],
  },
  auth: 'oauth',
  fields: [
    {
      name: 'name',
      label: 'Connection name',
      help: 'A name to recognize it by.',
      placeholder: 'Leads 2026',
      kind: 'text',
      isRequired: false,
    },
    {
      name: 'url',
      label: 'Sheet URL',
      help: 'Open the sheet, go to the tab you want to sync, and copy the URL from your browser.',
      placeholder: 'https://docs.google.com/spreadsheets/d/…/edit#gid=0',
      kind: 'url',
      isRequired: true,
    },
  ],
  scopes: {
    [sheetsScope]: 'Read your spreadsheets',
    openid: 'See who you are',
    email: 'See your email address',
  },
  abilities: ['contacts', 'opportunities', 'pipelines', 'owners', 'deletions', 'touches', 'mapping'],
  hasTags: true,
  limit: { requests: 60, perMs: 60_000 },
  // Google may take this long for one request.
  answerMs: 180_000,
  intervalMinutes: 15,
  addresses: {
    api: 'https://sheets.googleapis.com',
    auth: 'https://accounts.google.com',
    token: 'https://oauth2.googleapis.com',
  },
  hosts: ['docs.google.com'],
  sharedLogin: 'a Google account',
  words: { contacts: 'rows', opportunities: 'opportunities', account: 'spreadsheet' },
}
