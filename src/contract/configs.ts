import { z } from 'zod'
import { id, instant, listOf } from './common.ts'
import { ofClient } from './integrations.ts'
import { providerType, providerTypes } from './providers.ts'
import { defineRoute, whoMay } from './route.ts'
import { phaseNames, runStatuses } from './runs.ts'
import { syncSettings } from './sync-settings.ts'

const config = z
  .object({
    integration_id: id,
    client_id: id,
    type: z.enum(providerTypes),
    settings: syncSettings,
    interval_minutes: z.int(),
  })
  .meta({ id: 'SyncConfig' })

const interval = z.int().min(5).max(10_080).optional()
const words = z.array(z.string().trim().min(1).max(200)).max(200)
const configErrors = ['NOT_FOUND', 'MAPPING_INVALID'] as const

export const createConfig = defineRoute({
  name: 'createConfig',
  api: 'contacts',
  method: 'POST',
  path: '/configs/',
  summary: 'Say what is read from an integration. Replaces what was said before.',
  access: whoMay('integrations', 'w'),
  body: z.object({ client_id: id.optional(), integration_id: id, settings: syncSettings, interval_minutes: interval }).strict(),
  reply: { status: 201, body: config },
  errors: configErrors,
})

export const replaceConfig = defineRoute({
  name: 'replaceConfig',
  api: 'contacts',
  method: 'PUT',
  path: '/configs/',
  summary: 'Change what is read from an integration: what is not named stays as it was.',
  access: whoMay('integrations', 'w'),
  body: z
    .object({ client_id: id.optional(), integration_id: id, settings: syncSettings.optional(), interval_minutes: interval })
    .strict(),
  reply: { status: 200, body: config },
  errors: configErrors,
})

export const createGhlConfig = defineRoute({
  name: 'createGhlConfig',
  api: 'contacts',
  method: 'POST',
  path: '/configs/configs_ghl',
  summary: 'What is read from a location of GoHighLevel.',
  access: whoMay('integrations', 'w'),
  body: z
    .object({
      client_id: id.optional(),
      locationId: z.string().min(1).max(100),
      tags: words.optional(),
      dispos: words.optional(),
      interval_minutes: interval,
    })
    .strict(),
  reply: { status: 201, body: config },
  errors: configErrors,
})

export const createActiveCampaignConfig = defineRoute({
  name: 'createActiveCampaignConfig',
  api: 'contacts',
  method: 'POST',
  path: '/configs/configs_ac',
  summary: 'What is read from an account of ActiveCampaign.',
  access: whoMay('integrations', 'w'),
  body: z
    .object({
      client_id: id.optional(),
      hub_id: z.string().min(1).max(200),
      lists: words.optional(),
      tags: words.optional(),
      dispos: words.optional(),
      source_field: z.string().trim().min(1).max(200).optional(),
      interval_minutes: interval,
    })
    .strict(),
  reply: { status: 201, body: config },
  errors: configErrors,
})

export const checkIntegrationStatus = defineRoute({
  name: 'checkIntegrationStatus',
  api: 'contacts',
  method: 'GET',
  path: '/contacts/check_integration_status',
  summary: 'How each integration is doing: its status and how far its newest run is.',
  access: whoMay('integrations', 'r'),
  query: ofClient,
  reply: {
    status: 200,
    body: listOf(
      z
        .object({
          integration_id: id,
          type: z.enum(providerTypes),
          status: z.enum(['active', 'error', 'disconnected']),
          run_id: id.nullable(),
          run_status: z.enum(runStatuses).nullable(),
          phase: z.enum(phaseNames).nullable(),
          percent: z.int().nullable(),
          rows: z.int(),
          since: instant.nullable(),
        })
        .meta({ id: 'IntegrationHealth' }),
    ),
  },
  errors: ['NOT_FOUND'],
})

const optionalText = (max: number) => z.string().trim().max(max).optional()

/** The sync request of the specification. One account of one vendor each. */
const syncRequest = z
  .object({
    type: providerType,
    client_id: id.optional(),
    integrationId: id.optional(),
    url: optionalText(500),
    refresh_token: optionalText(4000),
    auth_token: optionalText(4000),
    locationId: optionalText(100),
    email: optionalText(254),
    name: optionalText(50),
    lastname: optionalText(50),
    env: z.literal('prod').optional(),
    lists: words.optional(),
    dispos: words.optional(),
    tags: words.optional(),
    contain_header: z.boolean().optional(),
    map: syncSettings.shape.map.optional(),
    skip_step_function: z.boolean().default(false).meta({ description: 'Save the settings, start nothing' }),
  })
  .strict()
  .meta({ id: 'SyncRequest' })

export const requestSync = defineRoute({
  name: 'requestSync',
  api: 'contacts',
  method: 'POST',
  path: '/crm/sync',
  summary:
    'Save what is read from a source and start reading. A source that is connected by a key may be connected by the same call.',
  access: whoMay('integrations', 'w'),
  body: syncRequest,
  reply: { status: 202, body: z.object({ integration_id: id, run_id: id.nullable() }) },
  errors: [
    'NOT_FOUND',
    'ACTION_NOT_ALLOWED',
    'SYNC_RUNNING',
    'OTHER_ACCOUNT',
    'MAPPING_INVALID',
    'PROVIDER_NOT_SET_UP',
    'PROVIDER_REFUSED',
    'PROVIDER_UNAVAILABLE',
    'CONNECTION_LOST',
  ],
  isConfidential: true,
})
