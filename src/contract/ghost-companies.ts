// Companies without an account, which an agency keeps for its clients: their people come from a Google Sheet.
import { z } from 'zod'
import { id, instant, listOf, optionalVersion, version } from './kit/common.ts'
import { defineRoute, whoMay } from './kit/route.ts'
import { nameOf } from './kit/texts.ts'
import { syncFields, syncSettings } from './syncs/sync-settings.ts'

export const ghostStatuses = [
  'created',
  'connecting',
  'connected',
  'syncing',
  'error',
  'disconnected',
  'claimed',
  'deleted',
] as const
export type GhostStatus = (typeof ghostStatuses)[number]

const companyName = nameOf('a company name')

const ghostCompany = z
  .object({
    id,
    company_name: z.string(),
    agency_client_id: id,
    status: z.enum(ghostStatuses),
    integration_id: id.nullable().meta({ description: 'The integration that reads its sheet' }),
    people: z.int(),
    opportunities: z.int(),
    last_sync_at: instant.nullable(),
    last_error: z.string().nullable(),
    claimable: z.boolean().meta({ description: 'The company can be invited, and then takes over its people' }),
    version,
    created_at: instant,
  })
  .meta({ id: 'GhostCompany' })
export type GhostCompany = z.infer<typeof ghostCompany>

const byId = z.object({ id })
const mayChange = whoMay('ghostCompanies', 'w')

export const listGhostCompanies = defineRoute({
  name: 'listGhostCompanies',
  api: 'agencies',
  method: 'GET',
  path: '/ghost-companies',
  summary: 'List the companies without an account, by name.',
  access: whoMay('ghostCompanies', 'r'),
  reply: { status: 200, body: listOf(ghostCompany) },
})

export const createGhostCompany = defineRoute({
  name: 'createGhostCompany',
  api: 'agencies',
  method: 'POST',
  path: '/ghost-companies/create',
  summary: 'Create a company for a client who has no account.',
  access: mayChange,
  body: z
    .object({
      company_name: companyName,
      may_process: z.literal(true).optional().meta({
        description:
          'The agency states that it may process the data of this company. Asked for again before a sheet is connected',
      }),
    })
    .strict(),
  reply: {
    status: 201,
    body: z.object({ id, company_name: z.string(), agency_client_id: id, status: z.literal('created') }),
  },
  errors: ['COMPANY_EXISTS'],
})

export const renameGhostCompany = defineRoute({
  name: 'renameGhostCompany',
  api: 'agencies',
  method: 'PATCH',
  path: '/ghost-companies/{id}',
  summary: 'Rename a company.',
  access: mayChange,
  params: byId,
  body: z.object({ company_name: companyName, version: optionalVersion }).strict(),
  reply: { status: 200, body: ghostCompany },
  errors: ['NOT_FOUND', 'COMPANY_EXISTS', 'STALE_VERSION'],
})

export const getGhostStatus = defineRoute({
  name: 'getGhostStatus',
  api: 'agencies',
  method: 'GET',
  path: '/ghost-companies/{id}/status',
  summary: 'Get how far a company is: its sheet, its rows and its latest sync.',
  access: whoMay('ghostCompanies', 'r'),
  params: byId,
  reply: {
    status: 200,
    body: z.object({
      id,
      status: z.enum(ghostStatuses),
      googlesheet: z.boolean().meta({ description: 'A sheet is connected' }),
      rows: z.int().meta({ description: 'People from it' }),
      last_sync_at: instant.nullable(),
      last_error: z.string().nullable(),
      claimable: z.boolean(),
    }),
  },
  errors: ['NOT_FOUND'],
})

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

export const deleteGhostData = defineRoute({
  name: 'deleteGhostData',
  api: 'agencies',
  method: 'DELETE',
  path: '/ghost-companies/{id}/data',
  summary: 'Erase all people of a company. Its sheet is disconnected.',
  access: whoMay('ghostCompanies', 'd'),
  params: byId,
  reply: { status: 200, body: z.object({ people: z.int(), opportunities: z.int() }) },
  errors: ['NOT_FOUND'],
})

export const deleteGhostCompany = defineRoute({
  name: 'deleteGhostCompany',
  api: 'agencies',
  method: 'DELETE',
  path: '/ghost-companies/{id}',
  summary: 'Delete a company with all its people.',
  access: whoMay('ghostCompanies', 'd'),
  params: byId,
  reply: { status: 200, body: z.object({ deleted: z.literal(true) }) },
  errors: ['NOT_FOUND'],
})
