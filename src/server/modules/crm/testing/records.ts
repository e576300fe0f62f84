import type { ContactRecord, OpportunityRecord, TouchRecord, ChangeContext } from '../model.ts'

// Records as a vendor sends them, with the fields that a test overrides.
export const day = (n: number): string => `2026-03-${String(n).padStart(2, '0')}T10:00:00.000Z`

export const touch = (key: string, change: Partial<TouchRecord> = {}): TouchRecord => ({
  key,
  at: day(1),
  kind: 'click',
  source: 'google',
  medium: 'cpc',
  campaign: 'Spring',
  clickId: 'click-1',
  landingUrl: 'https://example.com/?gclid=click-1',
  referrer: 'https://google.com',
  ...change,
})

export const contact = (externalId: string, change: Partial<ContactRecord> = {}): ContactRecord => ({
  externalId,
  firstName: 'Priya',
  lastName: 'Shah',
  email: `${externalId}@Example.com`,
  phone: '(212) 555-0123',
  company: 'Brightsmile',
  city: 'Leeds',
  region: null,
  postalCode: 'LS1',
  country: null,
  source: 'Paid search',
  ownerId: 'o1',
  tags: ['vip'],
  fields: { shoe_size: 39 },
  createdAt: day(1),
  updatedAt: day(2),
  touches: [],
  raw: { id: externalId, secret: 'as it came' },
  ...change,
})

export const opportunity = (externalId: string, change: Partial<OpportunityRecord> = {}): OpportunityRecord => ({
  externalId,
  name: 'Implant',
  amount: '1200.50',
  currency: 'USD',
  pipelineId: 'p1',
  stageId: 's1',
  outcome: 'open',
  outcomeReason: null,
  ownerId: null,
  source: null,
  contactIds: [],
  createdAt: day(1),
  updatedAt: day(2),
  closedAt: null,
  stageSince: null,
  fields: {},
  raw: { id: externalId },
  ...change,
})

/** A dispatcher without workers. */
export const idleDispatcher: ChangeContext['dispatcher'] = { enqueue: async () => {} }
