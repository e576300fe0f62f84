import { defineActs } from '../acts/model.ts'

export const acts = defineActs({
  'staff.viewed': { audit: { object: 'client' } },
  'audit.exported': { audit: { object: 'audit' } },
})
