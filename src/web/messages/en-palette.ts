/** English texts of the command palette. */
export const paletteMessages = {
  placeholder: 'Search pages and actions',
  nothing: 'Nothing found',
  pages: 'Pages',
  sources: 'Sources',
  actions: 'Actions',
  connect: 'Connect a source',
  scheme: 'Appearance: {{scheme}}',
} as const
