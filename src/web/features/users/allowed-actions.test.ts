import { describe, expect, it } from 'vitest'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import { rolesOffered } from './allowed-actions.ts'

const userOf = (role: CurrentUser['role'], more: object = {}): CurrentUser =>
  ({ role, isOwner: false, isStaff: false, client: { type: 'COMPANY' }, ...more }) as CurrentUser

describe('The roles that Users offers [USER-02]', () => {
  it.each(['AGENCY', 'COMPANY'])('are Admin, Super admin and User to the owner of an account of type %s', (type) => {
    expect(rolesOffered(userOf('admin', { isOwner: true, client: { type } }))).toEqual(['user', 'admin', 'super_admin'])
  })

  it('include none above the role of the current user', () => {
    expect(rolesOffered(userOf('admin'))).toEqual(['user', 'admin'])
    expect(rolesOffered(userOf('account_admin'))).toEqual(['user', 'admin', 'super_admin'])
  })

  it('are only User to staff: internal administration asks for the reason, and a second staff user approves', () => {
    expect(rolesOffered(userOf('super_admin', { isStaff: true }))).toEqual(['user'])
    expect(rolesOffered(userOf('super_admin', { isStaff: true }), 'admin')).toEqual(['user', 'admin'])
  })

  it('keep Account admin for a user who has it', () => {
    const owner = userOf('admin', { isOwner: true })
    expect(rolesOffered(owner, 'account_admin')).toEqual(['user', 'admin', 'account_admin', 'super_admin'])
    expect(rolesOffered(owner, 'user')).toEqual(['user', 'admin', 'super_admin'])
  })
})
