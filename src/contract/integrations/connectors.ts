import { z } from 'zod'
import { providerCategories, vendorAbilities, vendorType } from './providers.ts'
import { defineRoute, whoMay } from '../kit/route.ts'

const manifest = z
  .object({
    type: vendorType,
    name: z.string(),
    category: z.enum(providerCategories),
    /** One line: what it brings. */
    about: z.string(),
    /** Our own drawing, 24 by 24: a color and the paths on it. */
    logo: z.object({ color: z.string(), paths: z.array(z.string()) }),
    auth: z.enum(['oauth', 'key']),
    /** What a user enters before we go to the vendor. */
    fields: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        /** What to enter and where to find it. */
        help: z.string(),
        placeholder: z.string(),
        kind: z.enum(['text', 'url', 'secret']),
        isRequired: z.boolean(),
      }),
    ),
    scopes: z.array(z.string()),
    permissions: z.array(z.string()).meta({ description: 'What the vendor asks you to allow, in words' }),
    abilities: z.array(z.enum(vendorAbilities)),
    /** The rate limit of one account of the vendor: this many requests in this many milliseconds. */
    limit: z.object({
      requests: z.int(),
      perMs: z.int(),
      perDay: z.int().optional().meta({ description: 'Where the vendor counts by the day too' }),
    }),
    /** Minutes between two runs by default. */
    intervalMinutes: z.int(),
    /** What the user has to choose after connecting. */
    chooses: z.enum(['ad_account', 'location', 'table']).nullable(),
    hasTags: z.boolean().meta({ description: 'Contacts have tags that you can filter by' }),
    /** The vendor's words for its records. */
    words: z.object({ contacts: z.string(), opportunities: z.string(), account: z.string() }),
    isAvailable: z.boolean().meta({ description: 'Whether this installation is registered with the vendor' }),
    isSandbox: z.boolean(),
  })
  .meta({ id: 'Connector' })
export type ConnectorManifest = z.infer<typeof manifest>

export const listConnectors = defineRoute({
  name: 'listConnectors',
  api: 'users',
  method: 'GET',
  path: '/integrations/connectors',
  summary: 'List the available connectors, what each one requires and what it syncs.',
  access: whoMay('integrations', 'r'),
  reply: { status: 200, body: z.object({ items: z.array(manifest) }) },
})
