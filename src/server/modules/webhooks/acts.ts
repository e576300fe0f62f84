import { defineActs } from '../acts/model.ts'

const live = ['webhooks'] as const
const property = { audit: { object: 'webhook_property' }, live } as const

export const acts = defineActs({
  'webhook_property.created': property,
  'webhook_property.changed': property,
  'webhook_property.deleted': property,
  'webhook_property.ignored': property,
})
