import type { Manifest } from '../kit/manifest.ts'

export const manifest: Manifest = {
  type: 'airtable',
  name: 'Airtable',
  category: 'spreadsheet',
  about: 'Rows from one table in a base',
  logo: {
    color: '#b8632b',
    paths: ['M12 3 21 7 12 11 3 7z', 'M3 10.5 11 14v7L3 17.5z', 'M13 14l8-3.5v7L13 21z'],
  },
  auth: 'key',
  fields: [
    {
      name: 'token',
      label: 'Personal access token',
      help: 'Create one at airtable.com/create/tokens with the scopes data.records:read and schema.bases:read, for the base you want to connect.',
      placeholder: 'pat…',
      kind: 'secret',
      isRequired: true,
    },
    {
      name: 'base_id',
      label: 'Base ID',
      help: 'Open the base and copy the part of the URL that starts with “app”, or the whole URL.',
      placeholder: 'app…',
      kind: 'text',
      isRequired: true,
    },
    {
      name: 'table_id',
      label: 'Table ID',
      help: 'The part of the URL that starts with “tbl”, or the table name.',
      placeholder: 'tbl…',
      kind: 'text',
      isRequired: true,
    },
  ],
  scopes: {
    'data.records:read': 'Read the records of the base',
    'schema.bases:read': 'Read which tables and fields the base has',
  },
  abilities: ['contacts', 'opportunities', 'pipelines', 'owners', 'deletions', 'touches', 'mapping'],
  hasTags: true,
  // Small plans count by the month: this limit stays below the 100,000 of a Team workspace, and a large table still
  // fits into a day.
  limit: { requests: 5, perMs: 1000, perDay: 10_000 },
  intervalMinutes: 720,
  addresses: { api: 'https://api.airtable.com' },
  hosts: ['api.airtable.com'],
  words: { contacts: 'records', opportunities: 'opportunities', account: 'base' },
}
