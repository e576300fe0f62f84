import { z } from 'zod'
import { id, isoDate, listOf, skipQuery } from '../kit/common.ts'
import { defineRoute, whoMay } from '../kit/route.ts'

/** The longest period of one call, in days. */
export const spendDaysMax = 366
/** The default period, in days. */
export const spendDays = 30

const day = isoDate.refine((text) => text >= '2000-01-01', 'Use a day in 2000 or later')
const amount = z.string().meta({ description: 'Decimal text' })

const figures = z.object({
  spend: amount,
  impressions: z.int(),
  clicks: z.int(),
  conversions: z.number().meta({ description: 'May have decimals for some vendors' }),
})

const spend = z
  .object({
    from: isoDate,
    to: isoDate,
    currency: z.string().nullable().meta({ description: 'Currency of the ad account; null if nothing was read' }),
    total: figures,
    days: z
      .array(z.object({ day: isoDate, spend: amount, clicks: z.int() }))
      .meta({ description: 'Days the vendor reported, in order' }),
    campaigns: listOf(
      figures.extend({
        campaign_id: z.string().meta({ description: 'ID at the vendor' }),
        campaign: z.string().meta({ description: 'Current name' }),
        last_day: isoDate.meta({ description: 'The latest day of the period that the vendor reported' }),
      }),
    ).meta({ description: 'Highest spend first' }),
  })
  .meta({ id: 'Spend' })
export type Spend = z.infer<typeof spend>

export const getSpend = defineRoute({
  name: 'getSpend',
  api: 'users',
  method: 'GET',
  path: '/integrations/{integration_id}/spend',
  summary: 'Get the spend of an ad account in a period: in total, by day and by campaign. Empty for other sources.',
  access: whoMay('integrations', 'r'),
  params: z.object({ integration_id: id }),
  query: skipQuery
    .extend({
      from: day.optional().meta({ description: `First day. Defaults to ${spendDays} days up to \`to\`` }),
      to: day.optional().meta({ description: `Last day. Defaults to today (UTC). At most ${spendDaysMax} days` }),
    })
    .strict(),
  reply: { status: 200, body: spend },
  errors: ['NOT_FOUND'],
})
