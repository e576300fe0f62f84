// The catalogue of an agency: extra properties that its webhooks may carry.
import { z } from 'zod'
import { id, instant, optionalVersion, version } from '../kit/common.ts'
import { defineRoute, whoMay } from '../kit/route.ts'
import { labelOf } from '../kit/texts.ts'

export const propertyTypes = ['string', 'number', 'boolean', 'date', 'datetime', 'email', 'phone', 'enum'] as const
export type PropertyType = (typeof propertyTypes)[number]

export const propertyLimits = { properties: 200, atOnce: 100, values: 100 } as const

/** The fields of ours that a value can be written to. Any other name is a field of its own. */
export const ownFields = {
  contact: ['first_name', 'last_name', 'email', 'phone', 'company', 'city', 'region', 'postal_code', 'country', 'source'],
  opportunity: ['name', 'amount', 'currency', 'source'],
  touch: ['source', 'medium', 'campaign', 'landing_url', 'referrer', 'click_id'],
} as const

/** `custom` and `contact.custom`, `opportunity.custom`: a field of its own with the name of the property. */
const targetForm = /^(custom|(contact|opportunity)\.[a-z0-9_]{1,50})$/

const isTarget = (text: string): boolean => targetForm.test(text) || ownFields.touch.some((field) => text === `touch.${field}`)

export const propertyName = z
  .string({ error: 'Enter a name' })
  .trim()
  .regex(/^[a-z0-9_]{1,50}$/, 'Use up to 50 characters: a to z, 0 to 9, and underscores')

const fields = {
  name: propertyName,
  label: labelOf('a label', 50),
  type: z.enum(propertyTypes),
  enum_values: z.array(labelOf('a value', 100)).max(propertyLimits.values).default([]),
  required: z.boolean().default(false),
  maps_to: z
    .string()
    .max(70)
    .refine(isTarget, 'Use custom, contact.<field>, opportunity.<field> or touch.<field>')
    .default('custom'),
  pii: z.boolean().default(false).meta({ description: 'Personal: shown only to users who may see people' }),
  example: z.string().trim().max(200).default(''),
}

const hasValues = ({ type, enum_values: values }: { type: PropertyType; enum_values: readonly string[] }) =>
  (type === 'enum') === values.length > 0 && new Set(values).size === values.length

const valuesMessage = {
  error: 'Enter each value once, and only for a property that is one of several values',
  path: ['enum_values'],
}

const newProperty = z.object(fields).strict().refine(hasValues, valuesMessage)
const changedProperty = z
  .object({ id, version: optionalVersion, ...fields })
  .strict()
  .refine(hasValues, valuesMessage)

const webhookProperty = z
  .object({
    id,
    name: z.string(),
    label: z.string(),
    type: z.enum(propertyTypes),
    enum_values: z.array(z.string()),
    required: z.boolean(),
    maps_to: z.string(),
    pii: z.boolean(),
    example: z.string(),
    used: z.int().meta({ description: 'How many events brought a value in the last 30 days' }),
    version,
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'WebhookProperty' })
export type WebhookProperty = z.infer<typeof webhookProperty>
export type NewProperty = z.output<typeof newProperty>

const place = { api: 'agencies', path: '/agencies/webhook-properties/' } as const
const properties = z.object({ properties: z.array(webhookProperty) })
const mayChange = whoMay('webhooks', 'w')

export const listWebhookProperties = defineRoute({
  ...place,
  name: 'listWebhookProperties',
  method: 'GET',
  summary: 'List the properties that webhooks may carry, by name.',
  access: whoMay('webhooks', 'r'),
  reply: { status: 200, body: properties },
})

export const createWebhookProperties = defineRoute({
  ...place,
  name: 'createWebhookProperties',
  method: 'POST',
  summary: 'Add properties: all of them, or none.',
  access: mayChange,
  body: z.object({ properties: z.array(newProperty).min(1).max(propertyLimits.atOnce) }).strict(),
  reply: { status: 201, body: properties },
  errors: ['PROPERTY_EXISTS', 'ACTION_NOT_ALLOWED'],
})

export const changeWebhookProperties = defineRoute({
  ...place,
  name: 'changeWebhookProperties',
  method: 'PUT',
  summary: 'Replace properties by their ids: all of them, or none.',
  access: mayChange,
  body: z.object({ properties: z.array(changedProperty).min(1).max(propertyLimits.atOnce) }).strict(),
  reply: { status: 200, body: properties },
  errors: ['NOT_FOUND', 'PROPERTY_EXISTS', 'STALE_VERSION'],
})

export const deleteWebhookProperty = defineRoute({
  ...place,
  name: 'deleteWebhookProperty',
  method: 'DELETE',
  path: '/agencies/webhook-properties/{id}',
  summary: 'Delete a property. One that records have values of is only deleted with force: the values stay.',
  access: whoMay('webhooks', 'd'),
  params: z.object({ id }),
  query: z.object({ force: z.stringbool().default(false) }).strict(),
  reply: { status: 200, body: z.object({ deleted: z.literal(true), kept_values: z.int() }) },
  errors: ['NOT_FOUND', 'PROPERTY_IN_USE'],
})

const setAside = z
  .object({
    name: z.string(),
    can_accept: z.boolean().meta({ description: 'A property can have this name' }),
    count: z.int().meta({ description: 'How many events brought it' }),
    since: instant,
    until: instant.meta({ description: 'When the first of its values are deleted' }),
    endpoints: z.array(z.object({ id, name: z.string() })),
    values: z.array(z.object({ value: z.string(), count: z.int() })).max(10),
    other_values: z.int().meta({ description: 'How many different values there are besides' }),
    suggestion: z.object({
      type: z.enum(propertyTypes),
      enum_values: z.array(z.string()),
      maps_to: z.string(),
      pii: z.boolean(),
    }),
  })
  .meta({ id: 'SetAsideProperty' })
export type SetAsideProperty = z.infer<typeof setAside>

export const listSetAside = defineRoute({
  name: 'listSetAsideProperties',
  api: 'agencies',
  method: 'GET',
  path: '/agencies/webhook-properties/set-aside',
  summary: 'List unknown properties that events brought, most frequent first. Their values wait for 30 days.',
  access: whoMay('webhooks', 'r'),
  reply: { status: 200, body: z.object({ items: z.array(setAside) }) },
})

export const acceptSetAside = defineRoute({
  name: 'acceptSetAsideProperty',
  api: 'agencies',
  method: 'POST',
  path: '/agencies/webhook-properties/set-aside/accept',
  summary: 'Add an unknown property that events brought, and fill in the values that wait.',
  access: mayChange,
  body: newProperty,
  reply: {
    status: 201,
    body: z.object({ property: webhookProperty, filled: z.int().meta({ description: 'Events whose values are filled in now' }) }),
  },
  errors: ['NOT_FOUND', 'PROPERTY_EXISTS', 'ACTION_NOT_ALLOWED'],
})

export const ignoreSetAside = defineRoute({
  name: 'ignoreSetAsideProperty',
  api: 'agencies',
  method: 'POST',
  path: '/agencies/webhook-properties/set-aside/ignore',
  summary: 'Ignore an unknown property, or list it again.',
  access: mayChange,
  body: z.object({ name: z.string().min(1).max(200), ignored: z.boolean().default(true) }).strict(),
  reply: { status: 200, body: z.object({ ignored: z.boolean() }) },
})
