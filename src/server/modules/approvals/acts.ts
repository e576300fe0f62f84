import { defineActs } from '../acts/model.ts'

export const acts = defineActs({
  'client.closing_declined': { audit: { object: 'client' } },
  'client.owner_change_declined': { audit: { object: 'user' } },
  'user.role_declined': { audit: { object: 'user' } },
})
