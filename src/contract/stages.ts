import { z } from 'zod'
import { id, listOf } from './kit/common.ts'
import { defineRoute, whoMay } from './kit/route.ts'

const stageOutcomes = ['won', 'lost', 'none'] as const

const stage = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    color: z.string(),
    orderIndex: z.int(),
    isFinalStage: z.boolean(),
    outcome: z.enum(stageOutcomes),
    version: z.int(),
  })
  .meta({ id: 'Stage' })

export const listStages = defineRoute({
  name: 'listStages',
  api: 'agencies',
  method: 'GET',
  path: '/stages',
  summary: 'List the stages that CRM pipelines are mapped to, in order.',
  access: whoMay('stages', 'r'),
  reply: { status: 200, body: listOf(stage) },
})

export type Stage = z.infer<typeof stage>
