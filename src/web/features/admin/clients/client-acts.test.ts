import { describe, expect, it } from 'vitest'
import type { ClientRow } from '#contract/clients.ts'
import { actsFor } from './client-acts.ts'

const row = (changes: Partial<ClientRow> = {}): ClientRow => ({
  id: '0199f3c2-0000-7000-8000-000000000001',
  name: 'Northlight Growth',
  type: 'AGENCY',
  status: 'active',
  statusReason: null,
  statusSince: '2026-05-12T08:00:00.000Z',
  closesAt: null,
  timeZone: 'America/New_York',
  currency: 'USD',
  version: 1,
  createdAt: '2026-05-12T08:00:00.000Z',
  ownerId: '0199f3c2-0000-7000-8000-000000000002',
  ownerName: 'A••',
  ownerLastname: 'W••••',
  ownerEmail: 'a••@n••••.com',
  isMasked: true,
  closingAskedAt: null,
  users: 6,
  ...changes,
})

describe('The actions of staff on a client', () => {
  it('suspend and close an active client, and restore any other [ADMIN-01]', () => {
    expect(actsFor(row(), true)).toEqual(['invite', 'edit', 'suspend', 'close'])
    expect(actsFor(row({ status: 'suspended' }), true)).toEqual(['edit', 'restore'])
    expect(actsFor(row({ status: 'closing' }), true)).toEqual(['restore'])
    expect(actsFor(row({ status: 'closed' }), true)).toEqual([])
  })

  it('reveal an owner once, if there is one', () => {
    expect(actsFor(row(), false)).toContain('reveal')
    expect(actsFor(row(), true)).not.toContain('reveal')
    expect(actsFor(row({ ownerId: null }), false)).not.toContain('reveal')
  })
})
