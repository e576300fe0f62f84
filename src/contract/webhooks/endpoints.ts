// Where an agency receives leads from anywhere: one address for itself, and one for each company whose CRM nobody connects.
import { z } from 'zod'
import { id, instant, optionalVersion, version } from '../kit/common.ts'
import { defineRoute, whoMay } from '../kit/route.ts'

/** How long a key works after it was replaced. */
export const oldKeyHours = 24

const webhookEndpoint = z
  .object({
    id,
    name: z.string().meta({ description: "The company's name, or that of the agency itself" }),
    company_id: id.nullable(),
    company_kind: z.enum(['ghost', 'connected']).nullable(),
    key_ends_in: z.string(),
    key_since: instant,
    previous_key: z.object({ ends_in: z.string(), works_until: instant }).nullable(),
    signs: z.boolean().meta({ description: 'There is a secret for signatures' }),
    requires_signature: z.boolean(),
    last_event_at: instant.nullable(),
    version,
    created_at: instant,
  })
  .meta({ id: 'WebhookEndpoint' })
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>

/** The address with its key is returned once, when the key is made. */
const withAddress = z.object({ endpoint: webhookEndpoint, url: z.string() })

const byId = z.object({ id })
const mayChange = whoMay('webhooks', 'w')

export const listWebhookEndpoints = defineRoute({
  name: 'listWebhookEndpoints',
  api: 'agencies',
  method: 'GET',
  path: '/webhooks/endpoints',
  summary: "List the endpoints, the agency's own first, then by company.",
  access: whoMay('webhooks', 'r'),
  reply: {
    status: 200,
    body: z.object({
      items: z.array(webhookEndpoint),
      addable: z
        .array(z.object({ company_id: id, name: z.string(), kind: z.enum(['ghost', 'connected']) }))
        .meta({ description: 'Companies that can get an endpoint' }),
      base_url: z.string().meta({ description: 'The address before the key' }),
    }),
  },
})

export const createWebhookEndpoint = defineRoute({
  name: 'createWebhookEndpoint',
  api: 'agencies',
  method: 'POST',
  path: '/webhooks/endpoints',
  summary: 'Add an endpoint. Its address is returned only now.',
  access: mayChange,
  body: z.object({ company_id: id.nullable().default(null) }).strict(),
  reply: { status: 201, body: withAddress },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
  isConfidential: true,
})

export const rotateWebhookKey = defineRoute({
  name: 'rotateWebhookKey',
  api: 'agencies',
  method: 'POST',
  path: '/webhooks/endpoints/{id}/rotate-key',
  summary: 'Make a new key. The old one works for another 24 hours, or ends immediately.',
  access: mayChange,
  params: byId,
  body: z.object({ end_old_now: z.boolean().default(false), version: optionalVersion }).strict(),
  reply: { status: 200, body: withAddress },
  errors: ['NOT_FOUND', 'STALE_VERSION'],
  isConfidential: true,
})

export const rotateSigningSecret = defineRoute({
  name: 'rotateSigningSecret',
  api: 'agencies',
  method: 'POST',
  path: '/webhooks/endpoints/{id}/signing-secret',
  summary: 'Make a secret for signatures in the form of Standard Webhooks. It is returned only now, and replaces the one before.',
  access: mayChange,
  params: byId,
  reply: { status: 200, body: z.object({ endpoint: webhookEndpoint, secret: z.string() }) },
  errors: ['NOT_FOUND'],
  isConfidential: true,
})

export const requireSignature = defineRoute({
  name: 'requireSignature',
  api: 'agencies',
  method: 'PATCH',
  path: '/webhooks/endpoints/{id}',
  summary: 'Refuse calls without a signature, or accept them again.',
  access: mayChange,
  params: byId,
  body: z.object({ requires_signature: z.boolean(), version: optionalVersion }).strict(),
  reply: { status: 200, body: webhookEndpoint },
  errors: ['NOT_FOUND', 'STALE_VERSION', 'ACTION_NOT_ALLOWED'],
})

export const deleteWebhookEndpoint = defineRoute({
  name: 'deleteWebhookEndpoint',
  api: 'agencies',
  method: 'DELETE',
  path: '/webhooks/endpoints/{id}',
  summary: 'Delete an endpoint with the people and deliveries that came through it.',
  access: whoMay('webhooks', 'd'),
  params: byId,
  query: z.object({ dry_run: z.stringbool().default(false) }).strict(),
  reply: { status: 200, body: z.object({ people: z.int(), opportunities: z.int(), deliveries: z.int() }) },
  errors: ['NOT_FOUND'],
})
