import { z } from 'zod'
import { id, instant, listOf, optionalVersion, version } from '../kit/common.ts'
import { ofClient } from './integrations.ts'
import { providerType, vendorType } from './providers.ts'
import { defineRoute, whoMay } from '../kit/route.ts'
import { phaseNames, runStatuses } from '../syncs/runs.ts'
import { syncSettings } from '../syncs/sync-settings.ts'
import { email, nameOrNone, optionalText } from '../kit/texts.ts'

const config = z
  .object({
    integration_id: id,
    client_id: id,
    type: vendorType,
    settings: syncSettings,
    interval_minutes: z.int(),
    version,
  })
  .meta({ id: 'SyncConfig' })

const interval = z.int().min(5).max(10_080).optional()
const words = z.array(z.string().trim().min(1).max(200)).max(200)
const configErrors = ['NOT_FOUND', 'MAPPING_INVALID', 'STALE_VERSION'] as const

/** The source may be left out if there is only one. */
const onlyOne = { description: 'Optional if only one is connected' }
const shared = { client_id: id.optional(), interval_minutes: interval, version: optionalVersion }
const ofSource = { ...shared, integration_id: id.optional().meta(onlyOne) }

export const createConfig = defineRoute({
  name: 'createConfig',
  api: 'contacts',
  method: 'POST',
  path: '/configs/',
  summary: 'Choose what to sync from an integration. Settings you send replace the previous ones; others stay the same.',
  access: whoMay('integrations', 'w'),
  body: z.object({ ...ofSource, settings: syncSettings.optional() }).strict(),
  reply: { status: 201, body: config },
  errors: configErrors,
})

export const replaceConfig = defineRoute({
  name: 'replaceConfig',
  api: 'contacts',
  method: 'PUT',
  path: '/configs/',
  summary: 'Change what to sync from an integration. Settings you leave out stay the same.',
  access: whoMay('integrations', 'w'),
  body: z.object({ ...ofSource, settings: syncSettings.optional() }).strict(),
  reply: { status: 200, body: config },
  errors: configErrors,
})

const { lists, tags, dispos, source_field } = syncSettings.shape
const choice = { lists, tags, dispos, source_field }

export const createGhlConfig = defineRoute({
  name: 'createGhlConfig',
  api: 'contacts',
  method: 'POST',
  path: '/configs/configs_ghl',
  summary: 'Choose what to sync from a GoHighLevel location. Settings you leave out stay the same.',
  access: whoMay('integrations', 'w'),
  body: z
    .object({
      ...shared,
      ...choice,
      locationId: z.string().min(1).max(100).optional().meta(onlyOne),
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
  summary: 'Choose what to sync from an ActiveCampaign account. Settings you leave out stay the same.',
  access: whoMay('integrations', 'w'),
  body: z
    .object({
      ...shared,
      ...choice,
      hub_id: z.string().min(1).max(200).optional().meta(onlyOne),
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
  summary: 'Get the status of each integration and the progress of its latest sync.',
  access: whoMay('integrations', 'r'),
  query: ofClient,
  reply: {
    status: 200,
    body: listOf(
      z
        .object({
          integration_id: id,
          type: vendorType,
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
    email: email.optional().meta({ description: 'The active user the sync is for. Defaults to the caller' }),
    name: nameOrNone.optional(),
    lastname: nameOrNone.optional(),
    env: z.literal('prod').optional(),
    lists: words.optional(),
    dispos: words.optional(),
    tags: words.optional(),
    contain_header: z.boolean().optional(),
    map: syncSettings.shape.map.optional(),
    skip_step_function: z.boolean().default(false).meta({ description: 'Save the settings without starting a sync' }),
  })
  .strict()
  .meta({ id: 'SyncRequest' })

export const requestSync = defineRoute({
  name: 'requestSync',
  api: 'contacts',
  method: 'POST',
  path: '/crm/sync',
  summary: 'Save what to sync from a source and start a sync. This call can also connect a source that uses a key.',
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
