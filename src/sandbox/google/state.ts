// Logins with their manager accounts, ad accounts, campaigns and spend.
import type { Store } from '../kit/store.ts'
import type { PlainSpend } from '../kit/vendor.ts'
import type { Row } from './rows.ts'

export const vendor = 'google'

export interface Customer {
  id: string
  name: string
  currency: string
  isManager: boolean
  /** The manager account above it; null: the login has direct access. */
  manager: string | null
}

const timeZone = 'America/New_York'
export const dayMs = (day: string): number => Date.parse(`${day}T00:00:00Z`)

export const customerRow = (customer: Customer): Row => ({
  'customer.resource_name': `customers/${customer.id}`,
  'customer.id': customer.id,
  'customer.descriptive_name': customer.name,
  'customer.currency_code': customer.currency,
  'customer.time_zone': timeZone,
  'customer.manager': customer.isManager,
  'customer.status': 'ENABLED',
})

export const clientRow = (customer: Customer, seenFrom: string): Row => ({
  'customer_client.resource_name': `customers/${seenFrom}/customerClients/${customer.id}`,
  'customer_client.client_customer': `customers/${customer.id}`,
  'customer_client.id': customer.id,
  'customer_client.descriptive_name': customer.name,
  'customer_client.manager': customer.isManager,
  'customer_client.level': customer.id === seenFrom ? '0' : '1',
  'customer_client.currency_code': customer.currency,
  'customer_client.time_zone': timeZone,
  'customer_client.status': 'ENABLED',
  'customer_client.hidden': false,
  'customer_client.test_account': true,
})

export const spendRow = (customer: Customer, campaignId: string, spend: PlainSpend): Row => ({
  'campaign.resource_name': `customers/${customer.id}/campaigns/${campaignId}`,
  'campaign.id': campaignId,
  'campaign.name': spend.campaign,
  'campaign.status': 'ENABLED',
  'segments.date': spend.day,
  'metrics.cost_micros': String(Math.round(spend.spend * 1_000_000)),
  'metrics.impressions': String(spend.impressions),
  'metrics.clicks': String(spend.clicks),
  'metrics.conversions': spend.conversions,
  'metrics.conversions_value': spend.conversions * 10,
  ...customerRow(customer),
})

export type State = ReturnType<typeof createState>

/** Reads the stored records. */
export const createState = (store: Store) => ({
  customers: (account: string): Customer[] =>
    store.list({ vendor, account, object: 'customer' }).map(({ body }) => JSON.parse(body) as Customer),
  customer(account: string, id: string): Customer | undefined {
    const found = store.get({ vendor, account, object: 'customer', id })
    return found && (JSON.parse(found.body) as Customer)
  },
  spend: (account: string, id: string, { from, until }: { from: string; until: string }): Row[] =>
    store
      .list({
        vendor,
        account,
        object: `spend:${id}`,
        modifiedFrom: dayMs(from),
        modifiedTo: dayMs(until),
        orderBy: 'modified',
      })
      .map(({ body }) => JSON.parse(body) as Row),
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
})
