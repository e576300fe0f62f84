import { defineActs } from '../acts/model.ts'
import {
  sendFactorsClearedEmail,
  sendOwnerChangedEmails,
  sendRemovedEmail,
  sendRestoredEmail,
  sendRoleChangedEmail,
  sendSuspendedEmail,
} from './emails.ts'
import { sendStaffRequestEmail } from './request-email.ts'

const audit = { object: 'user' } as const
const live = ['users'] as const

export const acts = defineActs({
  'user.invited': { event: 'user.invited', audit, live },
  'user.invited_again': { audit, live },
  'user.invitation_requested': {
    audit,
    live,
    notify: { kind: 'staff.invited', to: ['owner'] },
    email: sendStaffRequestEmail,
  },
  'user.invitation_declined': { audit, live },
  'user.invitation_discarded': { live },
  'user.joined': { event: 'user.joined', audit, live, notify: { kind: 'user.joined', to: ['admins'] } },
  'user.updated': { audit, live },
  'user.role_requested': { audit, notify: { kind: 'staff.role_requested', to: ['owner'] }, email: sendStaffRequestEmail },
  'user.role_changed': {
    event: 'user.role_changed',
    audit,
    live,
    notify: { kind: 'user.role_changed', to: ['admins', 'user'] },
    email: sendRoleChangedEmail,
  },
  /** Happens with a change of the owner: the email about the ownership mentions it too. */
  'user.made_admin': { event: 'user.role_changed', audit: { object: 'user', action: 'user.role_changed' }, live },
  'user.suspended': {
    event: 'user.suspended',
    audit,
    live,
    notify: { kind: 'user.suspended', to: ['admins'] },
    email: sendSuspendedEmail,
  },
  'user.restored': {
    event: 'user.restored',
    audit,
    live,
    notify: { kind: 'user.restored', to: ['admins'] },
    email: sendRestoredEmail,
  },
  'user.removed': {
    event: 'user.removed',
    audit,
    live,
    notify: { kind: 'user.removed', to: ['admins'] },
    email: sendRemovedEmail,
  },
  /** Invited by staff and never approved: no email was ever sent. */
  'user.turned_away': { event: 'user.removed', audit: { object: 'user', action: 'user.removed' }, live },
  'user.left': { event: 'user.left', audit, live, notify: { kind: 'user.left', to: ['admins'] } },
  'user.password_reset': { audit },
  'user.factors_cleared': { audit, email: sendFactorsClearedEmail },
  'user.forgotten': { audit, live },
  'user.identity_changed': { audit },
  'user.terms_accepted': { audit },
  'client.owner_change_requested': {
    audit,
    notify: { kind: 'staff.owner_requested', to: ['owner'] },
    email: sendStaffRequestEmail,
  },
  'client.owner_changed': {
    event: 'client.owner_changed',
    audit: { object: 'client' },
    live,
    notify: { kind: 'client.owner_changed', to: ['admins'] },
    email: sendOwnerChangedEmails,
  },
})
