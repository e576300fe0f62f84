import { defineActs } from '../acts/model.ts'
import { sendClosedEmail, sendClosingEmails, sendReopenedEmails } from './emails.ts'

const audit = { object: 'client' } as const
const live = ['client'] as const
const notify = { kind: 'client.status_changed', to: ['admins'] } as const

export const acts = defineActs({
  'client.closing_requested': { audit },
  'client.closing': { event: 'client.closing', audit, live, notify, email: sendClosingEmails },
  'client.reopened': { event: 'client.reopened', audit, live, notify, email: sendReopenedEmails },
  'client.closed': { audit, email: sendClosedEmail },
  'client.erased': { audit },
})
