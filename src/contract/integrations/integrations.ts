import { z } from 'zod'
import { id, instant, listOf, optionalVersion, version } from '../kit/common.ts'
import { providerCategories, providerType, vendorAbilities, vendorType } from './providers.ts'
import { defineRoute, whoMay } from '../kit/route.ts'
import { run } from '../syncs/runs.ts'
import { syncSettings } from '../syncs/sync-settings.ts'
import { nameOf, optionalText, reason } from '../kit/texts.ts'

const integrationStatuses = ['active', 'error', 'disconnected'] as const

export const integration = z
  .object({
    id,
    client_id: id,
    type: vendorType,
    vendor: z.string().meta({ description: 'The name of the vendor' }),
    category: z.enum(providerCategories),
    abilities: z.array(z.enum(vendorAbilities)).meta({ description: 'What this source can bring' }),
    name: z.string(),
    status: z.enum(integrationStatuses),
    status_reason: z.string().nullable().meta({ description: "The reason, if it isn't simply active" }),
    status_since: instant,
    account: z.string().nullable(),
    hub_id: z.string().nullable().meta({ description: 'Account ID at the vendor' }),
    url: z.string().nullable(),
    manager_account: z.string().nullable(),
    attribute_id: z.string().nullable(),
    syncing: z.boolean(),
    needs: z
      .enum(['ad_account', 'location', 'table'])
      .nullable()
      .meta({ description: 'What has to be chosen before the first sync' }),
    interval_minutes: z.int(),
    next_run_at: instant.nullable(),
    last_run: run.nullable().meta({ description: 'The latest sync, including a running one' }),
    is_failing: z
      .boolean()
      .meta({ description: 'A sync failed, and none has finished since. A sync on hold counts as not failed' }),
    removal: z
      .object({ contacts: z.int(), opportunities: z.int() })
      .nullable()
      .meta({ description: 'What the last sync would remove, until an admin approves the removal or keeps them' }),
    skipped: z.int().meta({ description: 'Skipped rows that need a fix' }),
    last_success_at: instant.nullable().meta({ description: 'When a sync last finished' }),
    contacts: z.int().meta({ description: 'Contacts synced from this source' }),
    opportunities: z.int(),
    settings: syncSettings,
    access_ends_at: instant.nullable().meta({ description: 'When our access expires. Reconnect before then' }),
    erase_at: instant.nullable().meta({ description: 'When the data of a disconnected source is erased' }),
    ghost_company_id: id.nullable().meta({ description: 'The ghost company whose sheet this is' }),
    version,
    created_at: instant,
  })
  .meta({ id: 'Integration' })
export type Integration = z.infer<typeof integration>

/** A user can only name their own account; staff may name any. */
export const ofClient = z.object({ client_id: id.optional() }).strict()

export const listIntegrations = defineRoute({
  name: 'listIntegrations',
  api: 'users',
  method: 'GET',
  path: '/integrations/',
  summary: 'List the CRMs, ad accounts and spreadsheets connected to this account, without their secrets.',
  access: whoMay('integrations', 'r'),
  query: ofClient.extend({ active: z.stringbool().optional() }).strict(),
  reply: { status: 200, body: listOf(integration) },
  errors: ['NOT_FOUND'],
})

/** For connecting and renaming a source. */
const sourceName = nameOf('a name')

const entered = z.record(z.string().max(50), z.string().max(4000)).transform((fields, context) => {
  const { name = '' } = fields
  if (name.trim() === '') return fields
  const { data, error } = sourceName.safeParse(name)
  for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', path: ['name'], message })
  return data === undefined ? fields : { ...fields, name: data }
})
const ofType = z.object({ type: providerType })

export const startConnect = defineRoute({
  name: 'startConnect',
  api: 'users',
  method: 'POST',
  path: '/integrations/{type}/connect',
  summary: 'Connect a source. Returns the vendor URL to open, or the integration if a key was enough.',
  access: whoMay('integrations', 'w'),
  params: ofType,
  body: z
    .object({
      fields: entered.default({}).meta({ description: "Values of the connector's fields, by name" }),
      integration_id: id.optional().meta({ description: 'Reconnect this integration instead of adding a new one' }),
    })
    .strict(),
  reply: { status: 200, body: z.object({ oauth_url: z.string().nullable(), integration: integration.nullable() }) },
  errors: ['NOT_FOUND', 'PROVIDER_NOT_SET_UP', 'PROVIDER_REFUSED', 'PROVIDER_UNAVAILABLE', 'OTHER_ACCOUNT', 'CONNECTION_LOST'],
  perMinute: 60,
  isConfidential: true,
})

export const finishConnect = defineRoute({
  name: 'finishConnect',
  api: 'users',
  method: 'POST',
  path: '/integrations/{type}/callback',
  summary: 'Finish connecting with what the vendor returned. Only the user who started can finish.',
  access: whoMay('integrations', 'w'),
  params: ofType,
  body: z
    .object({
      state: z.string().min(1).max(2000),
      code: z.string().min(1).max(4000).optional(),
      error: z.string().max(500).optional(),
    })
    .strict(),
  reply: { status: 200, body: z.object({ integration }) },
  errors: [
    'CONNECTION_EXPIRED',
    'PROVIDER_NOT_SET_UP',
    'PROVIDER_REFUSED',
    'PROVIDER_UNAVAILABLE',
    'OTHER_ACCOUNT',
    'CONNECTION_LOST',
  ],
  perMinute: 60,
  isConfidential: true,
})

const byId = z.object({ id })

export const refreshIntegration = defineRoute({
  name: 'refreshIntegration',
  api: 'users',
  method: 'POST',
  path: '/integrations/{id}/refresh',
  summary: 'Check with the vendor that our access still works, and renew it.',
  access: whoMay('integrations', 'w'),
  params: byId,
  reply: { status: 200, body: integration },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'PROVIDER_UNAVAILABLE'],
})

const held = z.object({
  contacts: z.int(),
  opportunities: z.int(),
  stage_events: z.int(),
  touches: z.int(),
  spend_days: z.int(),
  payloads: z.int(),
})

export const deleteIntegration = defineRoute({
  name: 'deleteIntegration',
  api: 'users',
  method: 'DELETE',
  path: '/integrations/{id}',
  summary:
    'Disconnect a source. Our access ends right away, and its data is erased after 30 days or right away. With dry_run, only returns what would happen.',
  access: whoMay('integrations', 'x'),
  params: byId,
  query: z
    .object({
      dry_run: z.stringbool().default(false),
      erase: z.enum(['later', 'now']).default('later'),
      reason: reason.optional().meta({ description: 'Required for internal staff' }),
    })
    .strict(),
  reply: {
    status: 200,
    body: z.object({ status: z.enum(['active', 'error', 'disconnected', 'erasing']), erase_at: instant.nullable(), held }),
  },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})
export type StoredCounts = z.infer<typeof held>

const model = z
  .object({
    id,
    type: vendorType,
    url: z.string().nullable(),
    refresh_token: z.null().meta({ description: 'We never return secrets; `connected` says whether there is one' }),
    auth_token: z.null(),
    hub_id: z.string().nullable(),
    syncing: z.boolean(),
    client_id: id,
    connected: z.boolean(),
  })
  .meta({ id: 'IntegrationModel' })

export const listIntegrationModels = defineRoute({
  name: 'listIntegrationModels',
  api: 'users',
  method: 'GET',
  path: '/integrations/models/',
  summary: 'List the integrations as rows, without their secrets.',
  access: whoMay('integrations', 'r'),
  query: ofClient,
  reply: { status: 200, body: listOf(model) },
  errors: ['NOT_FOUND'],
})

/** The other fields of the model: what it is bound to may be repeated, and a key replaces the stored one. */
const modelFields = {
  id: id.optional(),
  client_id: id.optional(),
  type: providerType.optional(),
  hub_id: optionalText(200),
  url: optionalText(500),
  refresh_token: optionalText(4000).meta({ description: 'A new key, for a source that uses a key' }),
  auth_token: optionalText(4000),
}

export const updateIntegrationModel = defineRoute({
  name: 'updateIntegrationModel',
  api: 'users',
  method: 'PATCH',
  path: '/integrations/models/{id}',
  summary: 'Update an integration: its name, attribute ID, sync frequency and what to sync.',
  access: whoMay('integrations', 'w'),
  params: byId,
  body: z
    .object({
      name: sourceName.optional(),
      attribute_id: z.string().trim().max(100).nullable().optional(),
      interval_minutes: z.int().min(5).max(10_080).optional(),
      syncing: z.boolean().optional().meta({ description: 'Sync on a schedule, or only on request' }),
      settings: syncSettings.optional(),
      version: optionalVersion,
      ...modelFields,
    })
    .strict(),
  reply: { status: 200, body: integration },
  errors: [
    'NOT_FOUND',
    'STALE_VERSION',
    'MAPPING_INVALID',
    'ACTION_NOT_ALLOWED',
    'OTHER_ACCOUNT',
    'PROVIDER_NOT_SET_UP',
    'PROVIDER_REFUSED',
    'PROVIDER_UNAVAILABLE',
    'CONNECTION_LOST',
  ],
  isConfidential: true,
})

export const getHubspotToken = defineRoute({
  name: 'getHubspotToken',
  api: 'users',
  method: 'GET',
  path: '/integrations/hubspot_token',
  summary: 'Get a fresh access token for your own portal. We keep the refresh token.',
  access: whoMay('integrations', 'w'),
  query: ofClient.extend({ hub_id: z.string().min(1).max(100) }).strict(),
  reply: { status: 200, body: z.object({ refresh_token: z.literal(''), access_token: z.string() }) },
  errors: ['NOT_FOUND', 'CONNECTION_LOST', 'PROVIDER_UNAVAILABLE'],
  isConfidential: true,
})

export const connectActiveCampaign = defineRoute({
  name: 'connectActiveCampaign',
  api: 'users',
  method: 'POST',
  path: '/integrations/active_campaign',
  summary: 'Connect ActiveCampaign with its URL and key. Send the key as refresh_token.',
  access: whoMay('integrations', 'w'),
  body: z
    .object({
      type: providerType.refine((type) => type === 'active_campaign', 'Only ActiveCampaign can be connected here').optional(),
      syncing: z.boolean().default(true),
      client_id: id.optional(),
      hub_id: z.string().max(200).nullish().meta({ description: 'The account the key should belong to' }),
      url: z.string().min(1).max(500),
      refresh_token: z.string().min(1).max(500),
    })
    .strict(),
  reply: { status: 201, body: integration },
  errors: ['NOT_FOUND', 'PROVIDER_NOT_SET_UP', 'PROVIDER_REFUSED', 'PROVIDER_UNAVAILABLE', 'OTHER_ACCOUNT', 'CONNECTION_LOST'],
  isConfidential: true,
})
