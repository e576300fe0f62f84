import type { GhostCompany } from '#contract/ghost-companies/companies.ts'

/** A ghost company of Northlight Growth whose sheet is read. */
export const atlas: GhostCompany = {
  id: '01a1ecee-f4bd-718e-b438-2ee5502507c1',
  company_name: 'Atlas Roofing',
  agency_client_id: '01a1ecee-f4bd-718e-b438-2ee5502507c2',
  status: 'connected',
  may_process: true,
  integration_id: '01a1ecee-f4bd-718e-b438-2ee5502507c3',
  people: 1058,
  opportunities: 61,
  last_sync_at: '2026-11-16T10:00:00.000Z',
  last_error: null,
  claimable: true,
  claim: null,
  version: 3,
  created_at: '2026-11-14T10:00:00.000Z',
}
