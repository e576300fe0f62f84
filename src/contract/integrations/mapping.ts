import { z } from 'zod'
import { id, instant } from '../kit/common.ts'
import { defineRoute, whoMay } from '../kit/route.ts'
import { rejectCodes } from '../syncs/runs.ts'
import { syncFields, syncSettings } from '../syncs/sync-settings.ts'

const ofIntegration = z.object({ id })

const column = z.object({ id: z.string(), name: z.string(), samples: z.array(z.string()).max(5) })
/** Why a row cannot be saved, or the whole table not be read. */
const problemCodes = [...rejectCodes, 'missing_column', 'missing_mapping'] as const
const problem = z.object({ row: z.int(), column: z.string().nullable(), code: z.enum(problemCodes), text: z.string() })

const mappingPreview = z
  .object({
    tables: z.array(z.object({ id: z.string(), name: z.string(), row_count: z.int().nullable() })),
    table_id: z.string().nullable(),
    has_named_columns: z.boolean().meta({ description: 'Columns have their own names, so no row contains them' }),
    /** As they are, before any header is detected. */
    rows: z.array(z.array(z.string())).max(20),
    columns: z.array(column),
    suggestion: z.partialRecord(z.enum(syncFields), z.string()),
    people: z
      .array(
        z.object({
          name: z.string(),
          identifier: z.string(),
          created: instant.nullable(),
          source: z.string(),
          stage: z.string(),
          amount: z.string().nullable().meta({ description: 'Decimal number as text, in whole units' }),
          currency: z.string().nullable(),
        }),
      )
      .max(20)
      .meta({ description: 'The first rows as they would be synced' }),
    time_zone: z.string().meta({ description: 'Where the clock hangs that times without a zone are read from' }),
    problems: z.array(problem).meta({ description: "What can't be synced, and why" }),
  })
  .meta({ id: 'MappingPreview' })
export type MappingPreview = z.infer<typeof mappingPreview>

export const previewMapping = defineRoute({
  name: 'previewMapping',
  api: 'users',
  method: 'POST',
  path: '/integrations/{id}/mapping',
  summary: 'Preview a sheet or table and what these settings would make of it. Nothing is saved.',
  access: whoMay('integrations', 'w'),
  params: ofIntegration,
  body: z.object({ settings: syncSettings.default({}) }).strict(),
  reply: { status: 200, body: mappingPreview },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'CONNECTION_LOST', 'PROVIDER_REFUSED', 'PROVIDER_UNAVAILABLE'],
  perMinute: 60,
  isConfidential: true,
})
