import type { Connection } from '#contract/connections/connections.ts'
import type { Receipt, Shared } from '#contract/connections/sharing.ts'

/** An invitation that Northlight Growth, an agency, has sent to Helio Solar, as the agency sees it. */
export const sentToHelio: Connection = {
  id: '01a1ecee-f4bd-718e-b438-2ee5502506a1',
  side: 'AGENCY',
  state: 'INVITED',
  status: 'invite sent',
  name: 'Helio Solar',
  partnerEmail: 'marcus@helio.example.com',
  partnerId: null,
  businessId: null,
  isInviter: true,
  inviter: 'Ana Whitfield',
  invitedAs: 'admin',
  message: 'We ran your spring campaign.',
  integration: null,
  subAccount: null,
  syncField: null,
  syncValue: null,
  tag: null,
  pipeline: null,
  dataFilters: null,
  typeOfData: null,
  ending: null,
  reason: null,
  health: 'ok',
  versionInForce: null,
  pendingVersion: null,
  sentAt: '2026-11-14T10:00:00.000Z',
  sentCount: 1,
  remindedCount: 0,
  expiresAt: '2026-11-28T10:00:00.000Z',
  reviewStartedAt: null,
  sharedSince: null,
  endedAt: null,
  keepsTotals: false,
  ghostId: null,
  claim: null,
  createdAt: '2026-11-14T10:00:00.000Z',
  updatedAt: '2026-11-14T10:00:00.000Z',
  version: 1,
  allowedActions: ['view', 'resend', 'cancel'],
}

/** The same invitation, as the company sees it. */
export const receivedByHelio: Connection = {
  ...sentToHelio,
  side: 'COMPANY',
  status: 'invite received',
  name: 'Northlight Growth',
  isInviter: false,
  inviter: 'Northlight Growth',
  allowedActions: ['view', 'accept', 'reject'],
}

/** How much Helio Solar shares now. */
export const sharedByHelio: Shared = {
  contacts: 2318,
  opportunities: 1,
  withdrawn: 0,
  lastSyncAt: '2026-11-16T10:00:00.000Z',
  isPreparing: false,
  isSourceErased: false,
  syncPercent: null,
}

/** What was erased from Northlight Growth when Helio Solar shared less. */
export const narrowedReceipt: Receipt = {
  id: '01a1ecee-f4bd-718e-b438-2ee5502506b2',
  kind: 'narrowed',
  version: 2,
  startedAt: '2026-11-16T10:00:00.000Z',
  finishedAt: '2026-11-16T10:04:00.000Z',
  stores: [
    { name: 'Contacts', found: 318, removed: 318, failed: 0 },
    { name: 'Touches', found: 1204, removed: 1204, failed: 0 },
  ],
  cannotRecall: [],
  hash: 'a'.repeat(64),
}
