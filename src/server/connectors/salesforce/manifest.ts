import type { Manifest } from '../kit/manifest.ts'

export const manifest: Manifest = {
  type: 'salesforce',
  name: 'Salesforce',
  category: 'crm',
  about: 'Contacts, leads, opportunities and campaigns',
  logo: {
    color: '#0b6fb8',
    paths: ['M7 18a4 4 0 0 1-.6-8A5 5 0 0 1 15.6 8 4.5 4.5 0 0 1 17 17.9z', 'M9 14l2 2 4-4.5'],
  },
  auth: 'oauth',
  fields: [
    {
      name: 'login',
      label: 'Login URL',
      help: 'Only if you sign in at your own domain or to a sandbox (test.salesforce.com). Otherwise leave it empty.',
      placeholder: 'https://yourcompany.my.salesforce.com',
      kind: 'url',
      isRequired: false,
    },
  ],
  scopes: {
    api: 'Read what you can see there: leads, contacts, opportunities and campaigns',
    refresh_token: "Keep syncing when you're not signed in",
    id: 'See who you are and which organization you connect',
  },
  abilities: ['contacts', 'opportunities', 'pipelines', 'stage_history', 'lists', 'owners', 'deletions', 'merges', 'touches'],
  // Salesforce has a daily limit, from the Enterprise edition on, and a limit of concurrent requests.
  limit: { requests: 25, perMs: 5000, perDay: 100_000 },
  intervalMinutes: 15,
  addresses: { api: 'https://login.salesforce.com' },
  hosts: ['login.salesforce.com', 'test.salesforce.com', '.my.salesforce.com'],
  words: { contacts: 'contacts and leads', opportunities: 'opportunities', account: 'organisation' },
}
