import { z } from 'zod'
import { id, listOf } from '../kit/common.ts'
import { integration } from './integrations.ts'
import { defineRoute, whoMay } from '../kit/route.ts'

const location = z.object({ id: z.string(), name: z.string(), address: z.string().nullable() })
export type Location = z.infer<typeof location>

const byId = z.object({ id })
const errors = ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'CONNECTION_LOST', 'PROVIDER_REFUSED', 'PROVIDER_UNAVAILABLE'] as const

export const listLocations = defineRoute({
  name: 'listLocations',
  api: 'users',
  method: 'GET',
  path: '/integrations/{id}/locations',
  summary:
    'List the locations (sub-accounts) that the login of this source can access. Empty if access was granted to a single location.',
  access: whoMay('integrations', 'r'),
  params: byId,
  reply: { status: 200, body: z.object({ items: z.array(location) }) },
  errors,
})

export const connectLocations = defineRoute({
  name: 'connectLocations',
  api: 'users',
  method: 'POST',
  path: '/integrations/{id}/locations',
  summary:
    'Connect several locations of one login at once. Each becomes its own source, and they share the same access. If the given source has no location yet, it gets the first one.',
  access: whoMay('integrations', 'w'),
  params: byId,
  body: z
    .object({
      locations: z.array(z.string().min(1).max(100)).min(1).max(50, 'Choose at most 50 locations at a time.'),
    })
    .strict(),
  reply: { status: 200, body: listOf(integration) },
  errors: [...errors, 'OTHER_ACCOUNT'],
})
