import { defineActs } from '../acts/model.ts'

export const acts = defineActs({
  'user.signed_up': { event: 'user.signed_up', audit: { object: 'user' } },
})
