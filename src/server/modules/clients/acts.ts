import { defineActs } from '../acts/model.ts'
import { sendStaffViewEmail, sendStatusChangedEmail } from './emails.ts'

export const acts = defineActs({
  'client.created': { event: 'client.created', audit: { object: 'client' } },
  'client.updated': { event: 'client.updated', audit: { object: 'client' }, live: ['client'] },
  /** The owner of an account that staff opened has signed in for the first time. */
  'client.activated': {
    event: 'client.status_changed',
    audit: { object: 'client', action: 'client.status_changed' },
    live: ['client'],
  },
  'client.status_changed': {
    event: 'client.status_changed',
    audit: { object: 'client' },
    live: ['client'],
    notify: { kind: 'client.status_changed', to: ['admins'] },
    email: sendStatusChangedEmail,
  },
  /** The owner of an account is set together with the act that gives the reason. */
  'client.owner_set': { live: ['client'] },
  'staff.revealed': { audit: { object: 'user' }, notify: { kind: 'staff.looked', to: ['owner'] }, email: sendStaffViewEmail },
})
