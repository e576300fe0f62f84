import type { Manifest } from '../kit/manifest.ts'

export const manifest: Manifest = {
  type: 'microsoft_dynamics',
  name: 'Microsoft Dynamics',
  category: 'crm',
  about: 'Contacts, leads, opportunities and lists',
  logo: {
    color: '#5b3fa8',
    paths: ['M6 4l9 3.5v5L6 17z', 'M6 20l12-4.5V10l-3 1.2v2.3z'],
  },
  auth: 'oauth',
  fields: [
    {
      name: 'url',
      label: 'Environment URL',
      help: 'The URL in your browser when you use Dynamics, up to the first slash.',
      placeholder: 'https://yourcompany.crm.dynamics.com',
      kind: 'url',
      isRequired: true,
    },
  ],
  scopes: {
    user_impersonation: 'Read what you can see there: leads, contacts and opportunities',
    offline_access: "Keep syncing when you're not signed in",
  },
  abilities: ['contacts', 'opportunities', 'pipelines', 'lists', 'owners', 'deletions', 'merges', 'touches'],
  // Half of the 6,000 requests that each user may make in five minutes.
  limit: { requests: 3000, perMs: 300_000 },
  intervalMinutes: 15,
  addresses: { api: 'https://login.microsoftonline.com' },
  hosts: ['.dynamics.com', '.microsoftdynamics.us', '.dynamics.cn'],
  words: { contacts: 'contacts and leads', opportunities: 'opportunities', account: 'environment' },
}
