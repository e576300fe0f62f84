// The spend of ad accounts, as users see it.
import { spendDays, spendDaysMax, type Spend } from '#contract/crm/spend.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { viewIntegration } from '../../integrations/service.ts'
import { selectCampaigns, selectSpendDays } from './spend-queries.ts'

const dayLength = 86_400_000

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

interface SpendQuery {
  from?: string | undefined
  to?: string | undefined
}

/** Days as the vendor counts them, in the time zone of the ad account. */
const periodOf = ({ from: requestedFrom, to = dayOf(Date.now()) }: SpendQuery): { from: string; to: string } => {
  const from = requestedFrom ?? dayOf(Date.parse(to) - (spendDays - 1) * dayLength)
  if (from > to) throw new AppError('VALIDATION_FAILED', { detail: 'The first day is after the last one.', field: 'from' })
  if ((Date.parse(to) - Date.parse(from)) / dayLength >= spendDaysMax)
    throw new AppError('VALIDATION_FAILED', { detail: `Choose at most ${spendDaysMax} days.`, field: 'from' })
  return { from, to }
}

export const getSpend = (
  context: Context,
  integrationId: string,
  { skip, limit, ...query }: SpendQuery & { skip: number; limit: number },
): Promise<Spend> => {
  const { from, to } = periodOf(query)
  return viewIntegration(context, integrationId, async (tx, { clientId }) => {
    const period = { clientId, dataSourceId: integrationId, from, to }
    const rows = await selectSpendDays(tx, period)
    const items = await selectCampaigns(tx, period, { skip, limit })
    const { spend = '0', impressions = 0, clicks = 0, conversions = 0, currency = null, campaigns = 0 } = rows.at(-1) ?? {}
    return {
      from,
      to,
      currency,
      total: { spend, impressions, clicks, conversions },
      days: rows.flatMap(({ day, spend, clicks }) => (day === null ? [] : [{ day, spend, clicks }])),
      campaigns: { items, total: campaigns },
    }
  })
}
