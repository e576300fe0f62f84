import type { AdAccount } from '../kit/connector.ts'
import type { SpendRecord } from '../kit/records.ts'
import type { Client, SpendRow } from './wire.ts'

/** Millionths as decimal text, without rounding. */
export const fromMicros = (micros: string): string => {
  const sign = micros.startsWith('-') ? '-' : ''
  const digits = micros.replace('-', '').padStart(7, '0')
  const whole = digits.slice(0, -6).replace(/^0+(?=\d)/, '')
  const part = digits.slice(-6).replace(/(?<!0)0+$/, '')
  return sign + whole + (part && `.${part}`)
}

/** As users know it: 123-456-7890. */
const written = (id: string): string => `${id.slice(0, 3)}-${id.slice(3, 6)}-${id.slice(6)}`

export const nameOf = ({ id, descriptiveName }: Client): string => descriptiveName?.trim() || written(id)

export const adAccountOf = (client: Client, businessId: string | null): AdAccount => ({
  id: client.id,
  name: nameOf(client),
  businessId,
  currency: client.currencyCode ?? null,
  isActive: client.status === 'ENABLED',
})

export const spendOf = ({ campaign, customer, segments, metrics }: SpendRow): SpendRecord => ({
  campaignId: campaign.id,
  campaign: campaign.name ?? campaign.id,
  day: segments.date,
  spend: fromMicros(metrics.costMicros ?? '0'),
  currency: customer.currencyCode,
  impressions: Number(metrics.impressions ?? 0),
  clicks: Number(metrics.clicks ?? 0),
  conversions: metrics.conversions ?? 0,
})
