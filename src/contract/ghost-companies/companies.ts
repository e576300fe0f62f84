// Companies without an account, which an agency keeps for its clients: their people come from a Google Sheet.
import { z } from 'zod'
import { claimStates } from '../connections/claims.ts'
import { ofClient } from '../integrations/integrations.ts'
import { id, instant, listOf, optionalVersion, version } from '../kit/common.ts'
import { defineRoute, whoMay } from '../kit/route.ts'
import { nameOf } from '../kit/texts.ts'

const ghostStatuses = ['created', 'connecting', 'connected', 'syncing', 'error', 'disconnected', 'claimed', 'deleted'] as const
export type GhostStatus = (typeof ghostStatuses)[number]

const companyName = nameOf('a company name')

const ghostCompany = z
  .object({
    id,
    company_name: z.string(),
    agency_client_id: id,
    status: z.enum(ghostStatuses),
    may_process: z.boolean().meta({ description: 'The agency stated that it may process its data' }),
    integration_id: id.nullable().meta({ description: 'The integration that reads its sheet' }),
    people: z.int().meta({ description: 'From its sheet, and by webhook' }),
    opportunities: z.int(),
    last_sync_at: instant.nullable(),
    last_error: z.string().nullable(),
    claimable: z.boolean().meta({ description: 'The company can be invited, and then takes over its people' }),
    claim: z
      .object({ connection_id: id, state: z.enum(['invited', ...claimStates]), since: instant })
      .nullable()
      .meta({ description: 'The company was invited; it accepted and chooses (open); what it has chosen. Null: none of these' }),
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
  query: ofClient,
  reply: { status: 200, body: listOf(ghostCompany) },
  errors: ['NOT_FOUND'],
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

export const deleteGhostData = defineRoute({
  name: 'deleteGhostData',
  api: 'agencies',
  method: 'DELETE',
  path: '/ghost-companies/{id}/data',
  summary: 'Erase all contacts of a company. Its sheet is disconnected, and its webhook endpoint deleted.',
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
  summary: 'Delete a company with all its people, its sheet and its webhook endpoint.',
  access: whoMay('ghostCompanies', 'd'),
  params: byId,
  reply: { status: 200, body: z.object({ deleted: z.literal(true) }) },
  errors: ['NOT_FOUND'],
})
