import { z } from 'zod'
import { id } from '../kit/common.ts'
import {
  criteriaLimits,
  leafFields,
  leaveModes,
  matchModes,
  operators,
  recordTypes,
  typesOfData,
  type Criteria,
  type Filter,
} from './criteria.ts'
import { isShareableField } from './fields.ts'
import { filterProblems, otherShape } from './filter-problems.ts'
import { isDay } from './days.ts'

const { values: valuesMax, valueMax, fields: fieldsMax } = criteriaLimits

/** A zero character cannot be stored. */
const text = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(valueMax, `Use at most ${valueMax} characters.`)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'Control characters are not allowed.')

const isoDay = z.iso.date({ error: 'Use a date such as 2025-07-01.' }).refine(isDay, 'Use a date such as 2025-07-01.')

const leaf = z
  .strictObject({
    field: z.enum(leafFields),
    name: z.string().trim().optional().meta({ description: "For source_field: the CRM's own name of the field" }),
    op: z.enum(operators).meta({ description: 'Which operators fit depends on the field' }),
    values: z.array(z.string().trim()).max(valuesMax).optional(),
  })
  .meta({ id: 'CriteriaCondition' })

const filterShape: z.ZodType<Filter, Filter> = z
  .union(
    [
      leaf,
      z.strictObject({ all: z.array(z.lazy(() => filterShape)) }),
      z.strictObject({ any: z.array(z.lazy(() => filterShape)) }),
      z.strictObject({ not: z.lazy(() => filterShape) }),
    ],
    { error: otherShape },
  )
  .meta({
    id: 'CriteriaFilter',
    description: `Groups can be ${criteriaLimits.depth} deep and have ${criteriaLimits.leaves} conditions in total. { "all": [] } is everything`,
  })

/** The limits come first, without recursion: a filter of any depth is refused with a sentence. */
export const criteriaFilter = z.preprocess((filter: Filter, context) => {
  const problems = filterProblems(filter)
  for (const { message, path } of problems) context.addIssue({ code: 'custom', message, path, input: filter })
  return problems.length === 0 ? filter : z.NEVER
}, filterShape)

const isDistinct = (items: readonly string[]): boolean => new Set(items).size === items.length

const field = text('Choose a field.').refine(isShareableField, "This field can't be shared.")

const fields = z
  .array(field)
  .max(fieldsMax, { error: `You can share up to ${fieldsMax} fields.`, abort: true })
  .refine(isDistinct, 'Choose each field once.')

export const criteria = z
  .strictObject({
    integration_id: id,
    sub_account: text('Choose an account.').nullable(),
    match_on: z.enum(matchModes),
    filter: criteriaFilter,
    since: isoDay.nullable(),
    future_only: z.boolean(),
    type_of_data: z.enum(typesOfData),
    record_types: z
      .array(z.enum(recordTypes))
      .min(1, 'Choose at least one type of record.')
      .max(recordTypes.length)
      .refine(isDistinct, 'Choose each type of record once.'),
    fields: fields.meta({ description: 'For FIELDS at least one; empty for the other types of data' }),
    purpose: text('Enter what the data is for.'),
    allow_audiences: z.boolean(),
    allow_export: z.boolean(),
    on_leave: z.enum(leaveModes),
    retention_days_after_end: z.literal(0, 'What you share is erased as soon as sharing ends. Use 0 days.'),
  })
  .superRefine(({ type_of_data, fields }, context) => {
    const isChosen = type_of_data === 'FIELDS'
    if (isChosen === fields.length > 0) return
    const message = isChosen ? 'Choose at least one field.' : 'Only the type of data with chosen fields has a list of fields.'
    context.addIssue({ code: 'custom', message, path: ['fields'] })
  })
  .meta({ id: 'Criteria' }) satisfies z.ZodType<Criteria>
