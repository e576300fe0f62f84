import { describe, expect, it } from 'vitest'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import { rolesOffered } from './allowed-actions.ts'

const somebody = (role: CurrentUser['role'], more: object = {}): CurrentUser =>
  ({ role, isOwner: false, isStaff: false, client: { type: 'COMPANY' }, ...more }) as CurrentUser

describe('the roles that Users offers [USER-02]', () => {
  it.each(['AGENCY', 'COMPANY'])('are Admin, Super admin and User to the owner of an account of type %s', (type) => {
    expect(rolesOffered(somebody('admin', { isOwner: true, client: { type } }))).toEqual(['admin', 'super_admin', 'user'])
  })

  it('are none above one’s own', () => {
    expect(rolesOffered(somebody('admin'))).toEqual(['admin', 'user'])
    expect(rolesOffered(somebody('account_admin'))).toEqual(['admin', 'super_admin', 'user'])
  })

  it('keep Account admin for somebody who has it', () => {
    const owner = somebody('admin', { isOwner: true })
    expect(rolesOffered(owner, 'account_admin')).toEqual(['account_admin', 'admin', 'super_admin', 'user'])
    expect(rolesOffered(owner, 'user')).toEqual(['admin', 'super_admin', 'user'])
  })
})
