import type { PlainSpend } from '#sandbox/kit/vendor.ts'
import { addDays, dayAt } from '../kit/day-windows.ts'

/** In the time zone of the sandboxes' ad accounts. */
export const today = (): string => dayAt(new Date(), 'America/New_York')

/** The spend of a campaign this many days ago. */
export const spendOn = (campaign: string, ago: number, spend = 10): PlainSpend => ({
  campaign,
  day: addDays(today(), -ago),
  spend,
  impressions: 1000,
  clicks: 12,
  conversions: 2,
})
