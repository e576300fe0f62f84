import { defineActs } from '../acts/model.ts'

const live = ['webhooks'] as const
const endpoint = { audit: { object: 'webhook_endpoint' }, live } as const
const property = { audit: { object: 'webhook_property' }, live } as const

export const acts = defineActs({
  'webhook_endpoint.created': { ...endpoint, event: 'webhook_endpoint.created' },
  'webhook_endpoint.key_rotated': { ...endpoint, event: 'webhook_endpoint.key_rotated' },
  'webhook_endpoint.secret_made': endpoint,
  'webhook_endpoint.signature_required': endpoint,
  'webhook_endpoint.deleted': { ...endpoint, event: 'webhook_endpoint.deleted' },
  'webhook_property.created': property,
  'webhook_property.changed': property,
  'webhook_property.deleted': property,
  'webhook_property.ignored': property,
  'webhook_delivery.replayed': { audit: { object: 'webhook_delivery' }, live },
  'webhook_event.applied': { live },
})
