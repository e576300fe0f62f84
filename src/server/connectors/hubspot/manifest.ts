import type { Manifest } from '../kit/manifest.ts'

export const manifest = {
  type: 'hubspot',
  name: 'HubSpot',
  category: 'crm',
  about: 'Contacts, deals and lists',
  logo: {
    color: '#e8590c',
    paths: [
      'M12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6z',
      'M11 3h2v4h-2z',
      'M11 17h2v4h-2z',
      'M4.6 6.9l1-1.7l3.4 2l-1 1.7z',
      'M15 16.8l1-1.7l3.4 2l-1 1.7z',
      'M4.6 17.1l3.4-2l1 1.7l-3.4 2z',
      'M15 7.2l3.4-2l1 1.7l-3.4 2z',
    ],
  },
  auth: 'oauth',
  fields: [],
  scopes: {
    oauth: 'See which portal you connect',
    'crm.objects.contacts.read': 'Read contacts',
    'crm.objects.deals.read': 'Read deals',
    'crm.objects.owners.read': 'Read who owns contacts and deals',
    'crm.lists.read': 'Read lists and who is in them',
    'crm.schemas.contacts.read': 'Read which fields contacts have',
    'crm.schemas.deals.read': 'Read which fields and stages deals have',
  },
  abilities: [
    'contacts',
    'opportunities',
    'pipelines',
    'stage_history',
    'lists',
    'owners',
    'deletions',
    'merges',
    'touches',
    'webhooks',
  ],
  // The daily limit of the smallest plan for an app outside the marketplace.
  limit: { requests: 110, perMs: 10_000, perDay: 250_000 },
  intervalMinutes: 15,
  addresses: { api: 'https://api.hubapi.com', app: 'https://app.hubspot.com' },
  hosts: ['.hubapi.com', '.hubspot.com'],
  words: { contacts: 'Contacts', opportunities: 'Deals', account: 'Account' },
} as const satisfies Manifest
