import { defineActs } from '../acts/model.ts'

const live = ['connections'] as const

export const acts = defineActs({
  'exclusion.tag_changed': { event: 'exclusion.tag_changed', audit: { object: 'exclusion' }, live },
  'exclusion.added': { event: 'exclusion.added', audit: { object: 'exclusion' }, live },
  'exclusion.removed': { event: 'exclusion.removed', audit: { object: 'exclusion' }, live },
})
