// Users with their businesses, ad accounts, campaigns and spend, as Facebook sends them.
import type { Store } from '../kit/store.ts'
import type { PlainSpend } from '../kit/vendor.ts'

export const vendor = 'facebook'

export interface AdAccountBody {
  id: string
  account_id: string
  name: string
  account_status: number
  currency: string
  timezone_name: string
  amount_spent: string
  business?: { id: string; name: string }
}

export const dayMs = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The same lead is reported in a total and once more for its placement. */
const actionsOf = ({ clicks, conversions }: PlainSpend): { action_type: string; value: string }[] => [
  ...(clicks > 0 ? [{ action_type: 'link_click', value: String(clicks) }] : []),
  ...(conversions > 0
    ? ['lead', 'offsite_conversion.fb_pixel_lead'].map((type) => ({ action_type: type, value: String(conversions) }))
    : []),
]

export const insightOf = (account: AdAccountBody, campaignId: string, spend: PlainSpend) => {
  const actions = actionsOf(spend)
  return {
    account_id: account.account_id,
    account_name: account.name,
    account_currency: account.currency,
    campaign_id: campaignId,
    campaign_name: spend.campaign,
    spend: spend.spend.toFixed(2),
    impressions: String(spend.impressions),
    clicks: String(spend.clicks),
    reach: String(Math.ceil(spend.impressions * 0.8)),
    ...(actions.length > 0 ? { actions } : {}),
    date_start: spend.day,
    date_stop: spend.day,
  }
}

export const campaignOf = (account: AdAccountBody, id: string, name: string) => ({
  id,
  account_id: account.account_id,
  name,
  status: 'ACTIVE',
  effective_status: 'ACTIVE',
  objective: 'OUTCOME_LEADS',
  daily_budget: '5000',
})

export type State = ReturnType<typeof createState>

/** Reads the stored records. */
export const createState = (store: Store) => {
  const list = (account: string, object: string) =>
    store.list({ vendor, account, object }).map(({ body }) => JSON.parse(body) as Record<string, unknown>)

  const find = (account: string, object: string, id: string): Record<string, unknown> | undefined => {
    const found = store.get({ vendor, account, object, id })
    return found && (JSON.parse(found.body) as Record<string, unknown>)
  }

  return {
    list,
    find,
    adAccounts: (account: string) => list(account, 'ad_account') as (AdAccountBody & Record<string, unknown>)[],
    adAccount: (account: string, id: string) =>
      find(account, 'ad_account', id) as (AdAccountBody & Record<string, unknown>) | undefined,
    campaigns: (account: string, id: string): number => store.count({ vendor, account, object: `campaign:${id}` }),
    insights: (account: string, id: string, range: { since: string; until: string; offset: number; limit: number }) =>
      store
        .list({
          vendor,
          account,
          object: `spend:${id}`,
          modifiedFrom: dayMs(range.since),
          modifiedTo: dayMs(range.until),
          orderBy: 'modified',
          offset: range.offset,
          limit: range.limit,
        })
        .map(({ body }) => JSON.parse(body) as Record<string, unknown>),
    /** Days with spend. */
    days: (account: string, id: string): number =>
      Number(
        store.one(
          'select count(distinct modified) as n from record where vendor = ? and account = ? and object = ?',
          vendor,
          account,
          `spend:${id}`,
        )?.['n'],
      ),
  }
}
