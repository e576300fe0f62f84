// The Google Sheet of a company without an account. It is an integration: its columns are mapped and its syncs run as those of sources.
import { z } from 'zod'
import { id, instant, version } from '../kit/common.ts'
import { defineRoute, whoMay } from '../kit/route.ts'
import { syncFields, syncSettings } from '../syncs/sync-settings.ts'

/** The vendor of the sheets of ghost companies, which the calls of the specification name. */
export const sheetType = 'googlesheet'

const byId = z.object({ id })
const mayChange = whoMay('ghostCompanies', 'w')

export const connectGhostSheet = defineRoute({
  name: 'connectGhostSheet',
  api: 'agencies',
  method: 'POST',
  path: '/ghost-companies/{id}/googlesheet/connect',
  summary: 'Connect a Google Sheet. Returns the address at Google to open.',
  access: mayChange,
  params: byId,
  query: z.object({ agency_client_id: id.optional() }).strict(),
  body: z
    .object({
      url: z
        .string()
        .trim()
        .min(1)
        .max(4000)
        .optional()
        .meta({ description: 'The address of the sheet. Without it, the sheet is chosen after the consent' }),
      may_process: z.literal(true).optional(),
    })
    .strict()
    .optional(),
  reply: { status: 200, body: z.object({ oauth_url: z.string() }) },
  errors: [
    'NOT_FOUND',
    'TENANT_MISMATCH',
    'ACTION_NOT_ALLOWED',
    'PROVIDER_NOT_SET_UP',
    'PROVIDER_REFUSED',
    'PROVIDER_UNAVAILABLE',
  ],
  perMinute: 60,
  isConfidential: true,
})

const sheetProblem = z.object({ row: z.int(), column: z.string().nullable(), code: z.string(), text: z.string() })

const sheetStatus = z
  .object({
    connected: z.boolean(),
    integration_id: id.nullable(),
    needs: z.enum(['file', 'table']).nullable().meta({ description: 'What has to be chosen before the first sync' }),
    sheet_url: z.string().nullable(),
    sheet_id: z.string().nullable(),
    sheet_name: z.string().nullable(),
    table_name: z.string().nullable(),
    mapping: z.partialRecord(z.enum(syncFields), z.string()).nullable(),
    settings: syncSettings,
    rows_read: z.int(),
    rows_ok: z.int(),
    rows_rejected: z.int(),
    last_sync_at: instant.nullable(),
    next_sync_at: instant.nullable(),
    problems: z.array(sheetProblem).max(100).meta({ description: 'Rows that cannot be read, and why: the first hundred' }),
    removal: z
      .object({ contacts: z.int(), opportunities: z.int() })
      .nullable()
      .meta({ description: 'What the latest sync would remove, until an admin approves the removal or keeps them' }),
    version: version.nullable(),
  })
  .meta({ id: 'GhostSheet' })
export type GhostSheet = z.infer<typeof sheetStatus>

export const getGhostSheet = defineRoute({
  name: 'getGhostSheet',
  api: 'agencies',
  method: 'GET',
  path: '/ghost-companies/{id}/googlesheet/status',
  summary: 'Get the sheet of a company: its mapping, its latest sync, and the rows that cannot be read.',
  access: whoMay('ghostCompanies', 'r'),
  params: byId,
  reply: { status: 200, body: sheetStatus },
  errors: ['NOT_FOUND'],
})

export const chooseGhostFile = defineRoute({
  name: 'chooseGhostFile',
  api: 'agencies',
  method: 'PUT',
  path: '/ghost-companies/{id}/googlesheet/file',
  summary: 'Choose the spreadsheet, after the consent.',
  access: mayChange,
  params: byId,
  body: z.object({ url: z.string().trim().min(1).max(4000) }).strict(),
  reply: { status: 200, body: sheetStatus },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'OTHER_ACCOUNT', 'CONNECTION_LOST', 'PROVIDER_REFUSED', 'PROVIDER_UNAVAILABLE'],
  perMinute: 60,
})

export const disconnectGhostSheet = defineRoute({
  name: 'disconnectGhostSheet',
  api: 'agencies',
  method: 'DELETE',
  path: '/ghost-companies/{id}/googlesheet/disconnect',
  summary: "Disconnect the sheet: Google's access ends, the people stay.",
  access: whoMay('ghostCompanies', 'x'),
  params: byId,
  reply: { status: 200, body: sheetStatus },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})
