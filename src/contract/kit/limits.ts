/**
 * Every constant that the product promises, in one place for both sides. Times in milliseconds unless the name says
 * otherwise.
 */
export const limits = {
  passwordMin: 8,
  passwordMax: 128,
  nameMax: 50,
  emailMax: 254,
  pageSize: 5,
  pageSizeMax: 100,
  requestTimeout: 30_000,
  redirectsMax: 5,
  pendingSignIn: 180_000,
  queryStale: 300_000,
  queryKept: 600_000,
  integrationsStale: 30_000,
  integrationsKept: 300_000,
  sheetStatusStale: 30_000,
  localCacheTtl: 3_600_000,
  cacheInvalidationDelay: 100,
  toastAutoClose: 5_000,
  cookieDays: 365,
  invitationValid: 604_800_000,
  invitationPause: 600_000,
  invitationsMax: 100,
  /** Emails of invitations that one account sends in 24 hours, and invitations that are open at the same time. */
  invitationsPerDay: 200,
  invitationsOpen: 500,
  /** How long before our access to a source expires admins are warned. */
  accessWarnedDays: 10,
  /** How long the data of a disconnected source is kept. */
  erasedAfterDays: 30,
} as const
