import type { GhostCompany } from '#contract/ghost-companies/companies.ts'
import type { GhostSheet } from '#contract/ghost-companies/sheets.ts'
import type { Integration } from '#contract/integrations/integrations.ts'

const ids = {
  company: '01a1ecee-f4bd-718e-b438-2ee5502507c1',
  agency: '01a1ecee-f4bd-718e-b438-2ee5502507c2',
  sheet: '01a1ecee-f4bd-718e-b438-2ee5502507c3',
}

/** A ghost company of Northlight Growth without a sheet. */
export const newAtlas: GhostCompany = {
  id: ids.company,
  company_name: 'Atlas Roofing',
  agency_client_id: ids.agency,
  status: 'created',
  may_process: false,
  integration_id: null,
  people: 0,
  opportunities: 0,
  last_sync_at: null,
  last_error: null,
  claimable: false,
  claim: null,
  version: 1,
  created_at: '2026-11-14T10:00:00.000Z',
}

export const atlas: GhostCompany = {
  ...newAtlas,
  status: 'connected',
  may_process: true,
  integration_id: ids.sheet,
  people: 1058,
  opportunities: 61,
  last_sync_at: '2026-11-16T10:00:00.000Z',
  claimable: true,
}

export const noSheet: GhostSheet = {
  connected: false,
  integration_id: null,
  needs: null,
  sheet_url: null,
  sheet_id: null,
  sheet_name: null,
  table_name: null,
  mapping: null,
  settings: {},
  rows_read: 0,
  rows_ok: 0,
  rows_rejected: 0,
  last_sync_at: null,
  next_sync_at: null,
  problems: [],
  removal: null,
  version: null,
}

const map = { email: 'email', created_at: 'created' }

/** Its sheet: seven of 1,065 rows were skipped. */
export const atlasSheet: GhostSheet = {
  ...noSheet,
  connected: true,
  integration_id: ids.sheet,
  sheet_url: 'https://docs.google.com/spreadsheets/d/atlas/edit',
  sheet_id: 'atlas',
  sheet_name: 'Atlas leads 2025',
  table_name: 'Leads',
  mapping: map,
  settings: { table_id: '0', table_name: 'Leads', contain_header: true, map },
  rows_read: 1065,
  rows_ok: 1058,
  rows_rejected: 7,
  last_sync_at: '2026-11-16T10:00:00.000Z',
  next_sync_at: '2026-11-16T10:15:00.000Z',
  problems: [
    { row: 77, column: 'Lead ID', code: 'missing_id', text: 'Lead ID is empty.' },
    { row: 214, column: 'Date in', code: 'ambiguous_date', text: 'Date in could be two dates: “03/04/2026”.' },
    { row: 388, column: 'Date in', code: 'bad_date', text: "Date in isn't a date: “tbc”." },
    { row: 902, column: 'Date in', code: 'ambiguous_date', text: 'Date in could be two dates: “05/03/2026”.' },
  ],
  version: 2,
}

/** The same sheet as a source. */
export const atlasSource: Integration = {
  id: ids.sheet,
  client_id: ids.agency,
  type: 'googlesheet',
  vendor: 'Google Sheets',
  category: 'spreadsheet',
  abilities: ['contacts', 'opportunities', 'mapping'],
  name: 'Google Sheets',
  status: 'active',
  status_reason: null,
  status_since: '2026-11-14T10:00:00.000Z',
  account: 'Atlas leads 2025',
  hub_id: 'atlas',
  url: atlasSheet.sheet_url,
  manager_account: null,
  attribute_id: null,
  syncing: true,
  needs: null,
  interval_minutes: 15,
  next_run_at: '2026-11-16T10:15:00.000Z',
  last_run: null,
  is_failing: false,
  removal: null,
  skipped: 7,
  last_success_at: '2026-11-16T10:00:00.000Z',
  contacts: 1058,
  opportunities: 61,
  settings: atlasSheet.settings,
  access_ends_at: null,
  erase_at: null,
  ghost_company_id: ids.company,
  version: 2,
  created_at: '2026-11-14T10:00:00.000Z',
}
