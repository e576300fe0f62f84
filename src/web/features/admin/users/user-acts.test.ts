import { describe, expect, it } from 'vitest'
import type { User } from '#contract/users/users.ts'
import { actsFor } from './user-acts.ts'

const dee = (changes: Partial<User> = {}): User => ({
  id: '0199f3c2-0000-7000-8000-000000000003',
  clientId: '0199f3c2-0000-7000-8000-000000000001',
  clientName: 'Northlight Growth',
  email: 'd••@n••••.com',
  name: 'D••',
  lastname: 'M••••',
  role: 'user',
  status: 'ACTIVE',
  isOwner: false,
  isMasked: true,
  companies: 'all',
  version: 1,
  invitedAt: null,
  statusSince: '2026-05-12T08:00:00.000Z',
  lastSeenAt: null,
  createdAt: '2026-05-12T08:00:00.000Z',
  updatedAt: '2026-05-12',
  ...changes,
})

const known = { isRevealed: true, isSelf: false }

describe('The actions of staff on a user', () => {
  it("depend on the user's status [ADMIN-02]", () => {
    expect(actsFor(dee(), known)).toEqual(['resetPassword', 'role', 'owner', 'suspend'])
    const invited = dee({ status: 'INVITED', invitedAt: '2026-05-12T08:00:00.000Z' })
    expect(actsFor(invited, known)).toEqual(['resend', 'role', 'suspend'])
    expect(actsFor({ ...invited, invitedAt: null }, known)).toEqual([])
    expect(actsFor(dee({ status: 'SUSPENDED' }), known)).toEqual(['restore'])
    expect(actsFor(dee({ status: 'INACTIVE' }), known)).toEqual([])
  })

  it('keep the access and role of the owner', () => {
    expect(actsFor(dee({ isOwner: true, role: 'admin' }), known)).toEqual(['resetPassword'])
  })

  it('exclude all actions on themselves', () => {
    expect(actsFor(dee({ isMasked: false }), { isRevealed: false, isSelf: true })).toEqual([])
  })

  it('reveal a masked user once', () => {
    expect(actsFor(dee(), { isRevealed: false, isSelf: false })).toContain('reveal')
    expect(actsFor(dee(), known)).not.toContain('reveal')
  })
})
