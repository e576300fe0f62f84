import { z } from 'zod'
import { id, isoDate, listOf, skipQuery } from './common.ts'
import { defineRoute, whoMay } from './route.ts'

/** The longest period that is read at once, in days. */
export const spendDaysMax = 366
/** The period that is read where none is named, in days. */
export const spendDays = 30

const day = isoDate.refine((text) => text >= '2000-01-01', 'Use a day from the year 2000 on')
const amount = z.string().meta({ description: 'Decimal text' })

const figures = z.object({
  spend: amount,
  impressions: z.int(),
  clicks: z.int(),
  conversions: z.number().meta({ description: 'Some vendors count parts of one' }),
})

const spend = z
  .object({
    from: isoDate,
    to: isoDate,
    currency: z.string().nullable().meta({ description: 'That of the ad account; null where nothing was read' }),
    total: figures,
    days: z
      .array(z.object({ day: isoDate, spend: amount, clicks: z.int() }))
      .meta({ description: 'Those that the vendor reported, in order' }),
    campaigns: listOf(
      figures.extend({
        campaign_id: z.string().meta({ description: "The vendor's id" }),
        campaign: z.string().meta({ description: 'As it is called now' }),
        last_day: isoDate.meta({ description: 'The newest day of the period that the vendor reported' }),
      }),
    ).meta({ description: 'The most expensive first' }),
  })
  .meta({ id: 'Spend' })
export type Spend = z.infer<typeof spend>

export const getSpend = defineRoute({
  name: 'getSpend',
  api: 'users',
  method: 'GET',
  path: '/integrations/{integration_id}/spend',
  summary: 'What an ad account has cost in a period: in all, by day and by campaign. A source of another kind has none.',
  access: whoMay('integrations', 'r'),
  params: z.object({ integration_id: id }),
  query: skipQuery
    .extend({
      from: day.optional().meta({ description: `The first day; without it, ${spendDays} days up to \`to\`` }),
      to: day.optional().meta({ description: `The last day; without it, today (UTC). At most ${spendDaysMax} days` }),
    })
    .strict(),
  reply: { status: 200, body: spend },
  errors: ['NOT_FOUND'],
})
