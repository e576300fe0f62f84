import type { Manifest } from '../kit/manifest.ts'

export const manifest: Manifest = {
  type: 'active_campaign',
  name: 'ActiveCampaign',
  category: 'crm',
  about: 'Contacts, deals, lists and tags',
  logo: { color: '#2257d6', paths: ['M5 4l8 8-8 8V4z', 'M13 4h6v16h-6l6-8-6-8z'] },
  auth: 'key',
  fields: [
    {
      name: 'url',
      label: 'API URL',
      help: 'In ActiveCampaign, go to Settings, Developer and copy the URL.',
      placeholder: 'https://yourcompany.api-us1.com',
      kind: 'url',
      isRequired: true,
    },
    {
      name: 'api_key',
      label: 'API key',
      help: 'Copy the key from the same page. It has the permissions of the user who is signed in there.',
      placeholder: '',
      kind: 'secret',
      isRequired: true,
    },
  ],
  scopes: {},
  abilities: ['contacts', 'opportunities', 'pipelines', 'stage_history', 'lists', 'owners', 'touches', 'webhooks'],
  hasTags: true,
  limit: { requests: 5, perMs: 1000 },
  intervalMinutes: 30,
  // Every account has its own address; this one is never called.
  addresses: { api: 'https://www.api-us1.com' },
  hosts: ['.api-us1.com', '.activehosted.com'],
  words: { contacts: 'Contacts', opportunities: 'Deals', account: 'Account' },
}
