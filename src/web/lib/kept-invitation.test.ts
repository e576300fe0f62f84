// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { invitationToken } from '#web/paths.ts'
import { forgetInvitation, invitationHere, keepInvitation, keptInvitation, type KeptInvitation } from './kept-invitation.ts'

const invitation: KeptInvitation = {
  token: 'wPpJa_qLFJuf',
  connectionId: '01a1ecee-f4bd-718e-b438-2ee5502506a1',
  inviterName: 'Northlight Growth',
  inviterType: 'AGENCY',
  expiresAt: '2026-11-28T10:00:00.000Z',
  isReturning: true,
}
const before = Date.parse('2026-11-27T10:00:00.000Z')
const after = Date.parse('2026-11-29T10:00:00.000Z')

describe('The invitation that a visitor opened [PARTNER-05]', () => {
  beforeEach(() => localStorage.clear())

  it('is kept until it expires or is forgotten', () => {
    expect(keptInvitation(before)).toBeUndefined()
    keepInvitation(invitation)
    expect(keptInvitation(before)).toEqual(invitation)
    expect(keptInvitation(after)).toBeUndefined()
    forgetInvitation()
    expect(keptInvitation(before)).toBeUndefined()
  })

  it('is ignored when it cannot be read', () => {
    for (const text of ['{', 'null', '[]', '{"token":1}']) {
      localStorage.setItem('tributary-invitation', text)
      expect(keptInvitation(before)).toBeUndefined()
    }
  })

  it('is recognized by its address', () => {
    expect(invitationToken('/invitations/wPpJa_qLFJuf')).toBe('wPpJa_qLFJuf')
    expect(invitationToken('/invitations/wPpJa_qLFJuf/')).toBe('wPpJa_qLFJuf')
    expect(['/', '/invitations', '/invitations/a/b', '/settings/users'].map(invitationToken)).toEqual(Array(4).fill(undefined))
  })

  it('goes along through the sign-up on its own address, and on no other', () => {
    keepInvitation({ ...invitation, expiresAt: '2999-01-01T00:00:00.000Z' })
    history.replaceState(null, '', '/invitations/wPpJa_qLFJuf')
    expect(invitationHere()?.inviterName).toBe('Northlight Growth')
    history.replaceState(null, '', '/invitations/another')
    expect(invitationHere()).toBeUndefined()
    history.replaceState(null, '', '/')
    expect(invitationHere()).toBeUndefined()
  })
})
