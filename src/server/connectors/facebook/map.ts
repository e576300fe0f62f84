import type { AdAccount } from '../kit/connector.ts'
import type { SpendRecord } from '../kit/records.ts'
import type { z } from 'zod'
import type { adAccount, Insight } from './wire.ts'

/** 1 is active, 9 is active in a grace period; all others are disabled, closed, unpaid or in review. */
const running = new Set([1, 9])

export const adAccountOf = (wire: z.infer<typeof adAccount>, businessId: string | null): AdAccount => ({
  id: wire.id,
  name: wire.name ?? wire.id,
  businessId,
  currency: wire.currency ?? null,
  isActive: running.has(wire.account_status ?? 0),
})

/**
 * Facebook reports the same lead or purchase several times: once in a total, and once for each placement. The first of
 * these that exists counts; placements are added up only if there is no total.
 */
const results: readonly (readonly (readonly string[])[])[] = [
  [['lead'], ['onsite_conversion.lead_grouped', 'offsite_conversion.fb_pixel_lead']],
  [
    ['omni_purchase'],
    ['purchase'],
    ['offsite_conversion.fb_pixel_purchase', 'app_custom_event.fb_mobile_purchase', 'onsite_conversion.purchase'],
  ],
]

/** Leads and purchases, each counted once. */
export const conversionsOf = (actions: Insight['actions']): number => {
  const values = new Map((actions ?? []).map((action) => [action.action_type, Number(action.value)]))
  return results.reduce((sum, choices) => {
    const counted = choices.find((types) => types.some((type) => values.has(type))) ?? []
    return sum + counted.reduce((part, type) => part + (values.get(type) ?? 0), 0)
  }, 0)
}

export const spendOf = (wire: Insight): SpendRecord => ({
  campaignId: wire.campaign_id,
  campaign: wire.campaign_name,
  day: wire.date_start,
  spend: wire.spend,
  currency: wire.account_currency,
  impressions: Number(wire.impressions ?? 0),
  clicks: Number(wire.clicks ?? 0),
  conversions: conversionsOf(wire.actions),
})
