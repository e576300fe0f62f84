// What tests of this screen have the server answer, unless a test says otherwise.
import type { WebhookDelivery } from '#contract/webhooks/deliveries.ts'
import type { WebhookEndpoint } from '#contract/webhooks/endpoints.ts'
import type { SetAsideProperty, WebhookProperty } from '#contract/webhooks/properties.ts'
import type { DeliveryCounts } from '#web/data/webhooks/deliveries.ts'
import type { EndpointList, Usage } from '#web/data/webhooks/endpoints.ts'

const idOf = (n: number) => `01a1ecee-f4bd-718e-b438-2ee5502500${String(n).padStart(2, '0')}`
const now = Date.now()
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString()

export const atlas: WebhookEndpoint = {
  id: idOf(1),
  name: 'Atlas Roofing',
  company_id: idOf(2),
  company_kind: 'ghost',
  key_ends_in: '7c2e',
  key_since: ago(4),
  previous_key: null,
  signs: false,
  requires_signature: false,
  last_event_at: ago(1),
  version: 3,
  created_at: ago(400),
}

export const ownEndpoint: WebhookEndpoint = {
  ...atlas,
  id: idOf(3),
  name: 'Northlight Growth',
  company_id: null,
  company_kind: null,
  key_ends_in: '0b1d',
  last_event_at: null,
  version: 1,
}

export const endpointList: EndpointList = {
  items: [ownEndpoint, atlas],
  addable: [{ company_id: idOf(4), name: 'Cedar Dental', kind: 'connected' }],
  base_url: 'https://tributary.example.com/hooks/in/',
}

export const usage: Usage = {
  since: '2026-10-25',
  resets_on: '2026-11-25',
  used: 6412,
  limit: null,
  largest: [{ endpoint_id: atlas.id, name: 'Atlas Roofing', used: 6412 }],
}

export const quotedPrice: WebhookProperty = {
  id: idOf(10),
  name: 'quoted_price',
  label: 'Quoted price',
  type: 'number',
  enum_values: [],
  required: true,
  maps_to: 'opportunity.amount',
  pii: false,
  example: '11900',
  used: 1204,
  version: 2,
  created_at: ago(400),
  updated_at: ago(300),
}

export const secondPhone: WebhookProperty = {
  ...quotedPrice,
  id: idOf(11),
  name: 'second_phone',
  label: 'Second phone',
  type: 'phone',
  required: false,
  maps_to: 'contact.custom',
  pii: true,
  example: '+1 202 555 0148',
  used: 0,
  version: 1,
}

export const financing: SetAsideProperty = {
  name: 'financing_interest',
  can_accept: true,
  count: 41,
  since: '2026-11-09T10:00:00.000Z',
  until: '2026-12-09T10:00:00.000Z',
  endpoints: [{ id: atlas.id, name: 'Atlas Roofing' }],
  values: [
    { value: 'yes', count: 22 },
    { value: 'no', count: 13 },
    { value: 'maybe later', count: 6 },
  ],
  other_values: 0,
  suggestion: { type: 'enum', enum_values: ['yes', 'no', 'maybe later'], maps_to: 'opportunity.custom', pii: false },
}

export const counts: DeliveryCounts = { total: 340, waiting: 0, applied: 326, duplicate: 6, rejected: 8, held: 0 }

export const accepted: WebhookDelivery = {
  id: idOf(20),
  endpoint_id: atlas.id,
  endpoint: 'Atlas Roofing',
  company_id: atlas.company_id,
  received_at: ago(1),
  event: 'lead.created',
  event_id: 'call-88213',
  state: 'applied',
  effect: 'created',
  detail: 'Contact created.',
  set_aside: ['financing_interest'],
  contact_id: idOf(30),
  opportunity_id: null,
  can_replay: true,
}

export const rejected: WebhookDelivery = {
  ...accepted,
  id: idOf(21),
  event: 'deal.won',
  event_id: 'call-88190',
  state: 'rejected',
  effect: null,
  detail: 'quoted_price is “tbc”, not a number.',
  set_aside: [],
  contact_id: null,
}
