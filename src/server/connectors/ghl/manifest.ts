import type { Manifest } from '../kit/manifest.ts'

export const manifest: Manifest = {
  type: 'ghl',
  name: 'GoHighLevel',
  category: 'crm',
  about: 'Contacts, opportunities and tags',
  logo: { color: '#1c8f5a', paths: ['M3 20V10l4-4 4 4v10H3z', 'M13 20V7l4-4 4 4v13h-8z'] },
  auth: 'oauth',
  fields: [],
  scopes: [
    'contacts.readonly',
    'opportunities.readonly',
    'locations.readonly',
    'locations/tags.readonly',
    'locations/customFields.readonly',
    'users.readonly',
  ],
  abilities: ['contacts', 'opportunities', 'pipelines', 'lists', 'owners', 'deletions', 'touches', 'webhooks'],
  hasTags: true,
  limit: { requests: 100, perMs: 10_000, perDay: 200_000 },
  intervalMinutes: 30,
  addresses: { api: 'https://services.leadconnectorhq.com', marketplace: 'https://marketplace.gohighlevel.com' },
  hosts: ['.leadconnectorhq.com', '.gohighlevel.com'],
  secrets: { WEBHOOK_PUBLIC_KEY: 'MCowBQYDK2VwAyEAiyUOng8yLFH3jChG4eFt8Zd7x0YwVjpKONjC1p7hd2Y=' },
  words: { contacts: 'Contacts', opportunities: 'Opportunities', account: 'Sub-account' },
}
