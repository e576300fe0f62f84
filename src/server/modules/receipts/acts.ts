import { defineActs } from '../acts/model.ts'

export const acts = defineActs({
  'connection.erased': { event: 'connection.erased', audit: { object: 'connection' }, live: ['connections'] },
})
