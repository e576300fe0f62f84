// How many contacts and opportunities are shared, by channel, month, stage and outcome, as the agency sees it.
import { z } from 'zod'
import { id, instant, isoMonth } from '../kit/common.ts'
import { defineRoute, whoMay } from '../kit/route.ts'

/** Totals of fewer records are not told, where only totals are shared. */
export const smallestTotal = 5

export const totalDimensions = {
  contacts: ['channel', 'month'],
  opportunities: ['outcome', 'channel', 'month', 'stage'],
} as const
export type Counted = keyof typeof totalDimensions
export type Dimension = (typeof totalDimensions)[Counted][number]

const value = z.string().min(1).max(200).optional()

const totalsQuery = z
  .object({
    of: z.enum(['contacts', 'opportunities']).default('opportunities'),
    by: z.enum(totalDimensions.opportunities).default('channel'),
    channel: value.meta({ description: 'Of the first touch of the contact' }),
    outcome: z.enum(['open', 'won', 'lost']).optional(),
    stage: value,
    from: isoMonth.optional().meta({
      description:
        'Created in this month or later. Where only totals are shared: of months that have enough records to be told by themselves',
    }),
    to: isoMonth.optional().meta({ description: 'Created in this month or earlier. The same applies' }),
  })
  .strict()
export type TotalsQuery = z.output<typeof totalsQuery>

const totals = z
  .object({
    isProtected: z.boolean().meta({ description: 'Only totals are shared, so small ones are hidden' }),
    countedAt: instant.nullable().meta({ description: 'Where only totals are shared, they are counted once a day at most' }),
    total: z
      .int()
      .nullable()
      .meta({
        description: `Null, where only totals are shared: fewer than ${smallestTotal}, or hidden because a smaller total could be worked out from it`,
      }),
    isExact: z.boolean().meta({
      description: 'Always false where only totals are shared: small groups are hidden, and numbers change in steps of 5',
    }),
    items: z.array(z.object({ value: z.string(), count: z.int() })).meta({
      description: 'Where only totals are shared, values with too few records are left out',
    }),
    notShown: z.int().meta({ description: 'Records of the total that are in none of the items' }),
  })
  .meta({ id: 'SharedTotals' })
export type SharedTotals = z.infer<typeof totals>

export const getTotals = defineRoute({
  name: 'getTotals',
  api: 'agencies',
  method: 'GET',
  path: '/connections/{id}/totals',
  summary: 'Count what is shared by channel, month, stage or outcome, as the agency sees it.',
  access: whoMay('connections', 'r'),
  params: z.object({ id }),
  query: totalsQuery,
  reply: { status: 200, body: totals },
  errors: ['NOT_FOUND'],
})
