import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

interface SpendPeriod {
  clientId: string
  dataSourceId: string
  from: string
  to: string
}

const inPeriod = ({ clientId, dataSourceId, from, to }: SpendPeriod) => sql`
  from ad_spend
  where client_id = ${clientId} and data_source_id = ${dataSourceId} and day between ${from}::date and ${to}::date`

const figures = sql`
  trim_scale(coalesce(sum(spend), 0))::text as spend, coalesce(sum(impressions), 0)::bigint as impressions,
  coalesce(sum(clicks), 0)::bigint as clicks, coalesce(sum(conversions), 0)::double precision as conversions`

interface Figures {
  spend: string
  impressions: number
  clicks: number
  conversions: number
}

interface DayRow extends Figures {
  /** Null in the last row, which has the totals. */
  day: string | null
  currency: string | null
  campaigns: number
}

/** Each day, and the totals of the period: read in one statement, so that they agree. */
export const selectSpendDays = async (tx: Tx, period: SpendPeriod): Promise<DayRow[]> => {
  const { rows } = await sql<DayRow>`
    select day::text as day, max(currency) as currency, count(distinct campaign_external_id) as campaigns, ${figures}
    ${inPeriod(period)}
    group by rollup (day)
    order by ad_spend.day nulls last`.execute(tx)
  return rows
}

interface CampaignRow extends Figures {
  campaign_id: string
  campaign: string
  last_day: string
}

/** The most expensive first. A renamed campaign has its newest name. */
export const selectCampaigns = async (
  tx: Tx,
  period: SpendPeriod,
  { skip, limit }: { skip: number; limit: number },
): Promise<CampaignRow[]> => {
  const { rows } = await sql<CampaignRow>`
    select campaign_external_id as campaign_id, (array_agg(campaign order by day desc))[1] as campaign,
      max(day)::text as last_day, ${figures}
    ${inPeriod(period)}
    group by campaign_external_id
    order by sum(ad_spend.spend) desc, campaign_external_id
    offset ${skip} limit ${limit}`.execute(tx)
  return rows
}
