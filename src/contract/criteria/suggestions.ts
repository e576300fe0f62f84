import { z } from 'zod'
import { id, search } from '../kit/common.ts'
import { defineRoute, whoMay } from '../kit/route.ts'
import { criteriaLimits } from './criteria.ts'

const suggestedFields = ['tag', 'source_field', 'pipeline', 'stage', 'list', 'owner'] as const
export type SuggestedField = (typeof suggestedFields)[number]

const suggestion = z
  .object({
    value: z.string().meta({ description: "What a condition compares: an ID of the CRM's, or the text itself" }),
    label: z.string().meta({ description: 'What users know it by' }),
    count: z.int().meta({ description: 'Contacts that have it; for pipelines and stages, opportunities' }),
  })
  .meta({ id: 'CriteriaValue' })
export type Suggestion = z.infer<typeof suggestion>

export const listCriteriaValues = defineRoute({
  name: 'listCriteriaValues',
  api: 'agencies',
  method: 'GET',
  path: '/criteria/values',
  summary: 'List the values of a field that a source really has, the most frequent first. At most 50.',
  access: whoMay('criteria', 'w'),
  query: z
    .object({
      integration_id: id,
      field: z.enum(suggestedFields),
      name: z.string().trim().min(1).max(criteriaLimits.valueMax).optional().meta({
        description: "For source_field: the CRM's own name of the field",
      }),
      search: search.optional(),
    })
    .strict(),
  reply: {
    status: 200,
    body: z.object({
      items: z.array(suggestion),
      is_approximate: z.boolean().meta({ description: 'Counted in a part of the records' }),
    }),
  },
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
})

const sourceField = z
  .object({
    name: z.string(),
    fill_rate: z.number().meta({ description: 'The share of contacts that have a value, 0 to 1' }),
    values: z.int().meta({ description: 'How many different values were found' }),
    examples: z.array(z.string()),
  })
  .meta({ id: 'CriteriaSourceField' })
export type SourceField = z.infer<typeof sourceField>

export const listCriteriaSourceFields = defineRoute({
  name: 'listCriteriaSourceFields',
  api: 'agencies',
  method: 'GET',
  path: '/criteria/source_fields',
  summary: 'List the fields of a source that have few different values and could say where contacts come from.',
  access: whoMay('criteria', 'w'),
  query: z.object({ integration_id: id }).strict(),
  reply: {
    status: 200,
    body: z.object({ items: z.array(sourceField), is_approximate: z.boolean() }),
  },
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
})
