import { defineActs } from '../acts/model.ts'

const live = ['webhooks'] as const

export const acts = defineActs({
  'webhook_event.applied': { live },
})
