import { sourceStateWords } from './en-runs.ts'

/** English texts of the command palette. */
export const paletteMessages = {
  placeholder: 'Search or jump to',
  users: 'Users',
  clients: 'Clients',
  userOf: '{{email}}, {{client}}',
  invite: 'Invite user',
  nothing: 'No results',
  pages: 'Pages',
  sources: 'Sources',
  ghosts: 'Ghost companies',
  addGhost: 'Add a ghost company',
  actions: 'Actions',
  help: 'Help',
  connect: 'Connect a source',
  needsSetup: sourceStateWords.setup,
  scheme: 'Appearance: {{scheme}}',
} as const
