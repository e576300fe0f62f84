import { z } from 'zod'
import { id, instant, listOf } from './common.ts'
import { providerTypes } from './providers.ts'
import { defineRoute, whoMay } from './route.ts'

const integrationStatuses = ['active', 'error', 'disconnected'] as const

const integration = z
  .object({
    id,
    client_id: id,
    type: z.enum(providerTypes),
    name: z.string(),
    status: z.enum(integrationStatuses),
    account: z.string().nullable(),
    syncing: z.boolean(),
    created_at: instant,
  })
  .meta({ id: 'Integration' })

export const listIntegrations = defineRoute({
  name: 'listIntegrations',
  api: 'users',
  method: 'GET',
  path: '/integrations/',
  summary: 'The CRMs, ad accounts and spreadsheets that this account is connected to. Never with their secrets.',
  access: whoMay('integrations', 'r'),
  query: z.object({ active: z.stringbool().optional() }).strict(),
  reply: { status: 200, body: listOf(integration) },
})

export type Integration = z.infer<typeof integration>
