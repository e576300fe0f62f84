import { z } from 'zod'

/** The fields that a column of a sheet or table can be mapped to. */
export const syncFields = [
  'row_key',
  'email',
  'phone',
  'first_name',
  'last_name',
  'full_name',
  'company',
  'created_at',
  'source',
  'medium',
  'campaign',
  'owner',
  'tags',
  'pipeline',
  'stage',
  'stage_changed_at',
  'outcome',
  'amount',
  'currency',
  'closed_at',
] as const
export type SyncField = (typeof syncFields)[number]

/** Their names, on the screen and in sentences. */
export const syncFieldNames = {
  row_key: 'Row key',
  email: 'Email',
  phone: 'Phone',
  first_name: 'First name',
  last_name: 'Last name',
  full_name: 'Full name',
  company: 'Company',
  created_at: 'Created on',
  source: 'Source',
  medium: 'Medium',
  campaign: 'Campaign',
  owner: 'Owner',
  tags: 'Tags',
  pipeline: 'Pipeline',
  stage: 'Stage',
  stage_changed_at: 'In this stage since',
  outcome: 'Outcome',
  amount: 'Amount',
  currency: 'Currency',
  closed_at: 'Closed on',
} as const satisfies Record<SyncField, string>

/** Fields that identify a contact. A table needs a column for one of them. */
export const identifyingFields = ['email', 'phone', 'row_key'] as const satisfies readonly SyncField[]

/** How dates are written in a sheet if they are ambiguous. */
export const dateFormats = ['iso', 'day_first', 'month_first'] as const

const words = z.array(z.string().trim().min(1).max(200)).max(200)

/** What is read from a source, and how. All of it is optional: then everything is read. */
export const syncSettings = z
  .object({
    lists: words.meta({ description: 'CRM lists to sync members of. Empty for all' }),
    tags: words.meta({ description: 'Only contacts with one of these tags. Empty for all' }),
    dispos: words.meta({ description: 'Only opportunities in these CRM stages. Empty for all' }),
    source_field: z.string().trim().min(1).max(200).meta({ description: 'The CRM field with the lead source' }),
    table_id: z.string().min(1).max(200),
    table_name: z.string().min(1).max(200),
    contain_header: z.boolean().meta({ description: 'The first row contains the column names' }),
    map: z.partialRecord(z.enum(syncFields), z.string().min(1).max(200)).meta({ description: 'Maps sync fields to column IDs' }),
    date_format: z.enum(dateFormats),
    won_values: words.meta({ description: 'Values in the outcome or stage column that mean won' }),
    lost_values: words.meta({ description: 'Values in the outcome or stage column that mean lost' }),
  })
  .partial()
  .strict()
  .meta({ id: 'SyncSettings' })

export type SyncSettings = Readonly<z.infer<typeof syncSettings>>
