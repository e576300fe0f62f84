// What arrived, and what became of it.
import { z } from 'zod'
import { id, instant, search } from '../kit/common.ts'
import { defineRoute, whoMay } from '../kit/route.ts'
import { inboundEvents } from './inbound.ts'

const deliveryStates = ['waiting', 'applied', 'duplicate', 'rejected', 'held'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** How long deliveries are kept. */
export const deliveriesKeptDays = 30

const delivery = z
  .object({
    id,
    endpoint_id: id,
    endpoint: z.string().meta({ description: 'The company, or the agency itself' }),
    company_id: id.nullable(),
    received_at: instant,
    event: z.string().nullable(),
    event_id: z.string().nullable(),
    state: z.enum(deliveryStates),
    effect: z.enum(['created', 'changed', 'unchanged']).nullable(),
    detail: z.string().meta({ description: 'What became of it, in words' }),
    set_aside: z.array(z.string()),
    contact_id: id.nullable(),
    opportunity_id: id.nullable(),
    can_replay: z.boolean(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof delivery>

const byId = z.object({ id })

export const listDeliveries = defineRoute({
  name: 'listWebhookDeliveries',
  api: 'agencies',
  method: 'GET',
  path: '/webhooks/deliveries',
  summary: 'List deliveries of the last 30 days, newest first.',
  access: whoMay('webhooks', 'r'),
  query: z
    .object({
      endpoint_id: id.optional(),
      state: z.enum([...deliveryStates, 'problem']).optional(),
      event: z.enum(inboundEvents).optional(),
      event_id: search.optional(),
      before: id.optional().meta({ description: 'The last delivery of the page before' }),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    })
    .strict(),
  reply: { status: 200, body: z.object({ items: z.array(delivery), next: id.nullable() }) },
})

export const countDeliveries = defineRoute({
  name: 'countWebhookDeliveries',
  api: 'agencies',
  method: 'GET',
  path: '/webhooks/deliveries/counts',
  summary: 'Count the deliveries of the last 7 days by what became of them.',
  access: whoMay('webhooks', 'r'),
  query: z.object({ endpoint_id: id.optional() }).strict(),
  reply: {
    status: 200,
    body: z.object({
      total: z.int(),
      waiting: z.int(),
      applied: z.int(),
      duplicate: z.int(),
      rejected: z.int(),
      held: z.int(),
    }),
  },
})

export const getDelivery = defineRoute({
  name: 'getWebhookDelivery',
  api: 'agencies',
  method: 'GET',
  path: '/webhooks/deliveries/{id}',
  summary: 'Get a delivery with what was sent.',
  access: whoMay('webhooks', 'r'),
  params: byId,
  reply: { status: 200, body: delivery.extend({ payload: z.json() }) },
  errors: ['NOT_FOUND'],
  isConfidential: true,
})

export const replayDelivery = defineRoute({
  name: 'replayWebhookDelivery',
  api: 'agencies',
  method: 'POST',
  path: '/webhooks/deliveries/{id}/replay',
  summary: 'Apply a delivery again, as it was sent or repaired.',
  access: whoMay('webhooks', 'w'),
  params: byId,
  body: z
    .object({ payload: z.record(z.string(), z.json()).optional() })
    .strict()
    .optional(),
  reply: { status: 200, body: delivery },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
  isConfidential: true,
})

export const getWebhookUsage = defineRoute({
  name: 'getWebhookUsage',
  api: 'agencies',
  method: 'GET',
  path: '/webhooks/usage',
  summary: 'Count the automation events of this month, with the endpoints that used most.',
  access: whoMay('webhooks', 'r'),
  reply: {
    status: 200,
    body: z.object({
      since: z.iso.date(),
      resets_on: z.iso.date(),
      used: z.int(),
      limit: z.int().nullable().meta({ description: 'Null: not limited' }),
      largest: z.array(z.object({ endpoint_id: id, name: z.string(), used: z.int() })).max(20),
    }),
  },
})
