import type { PlainSpend } from '#sandbox/kit/vendor.ts'
import { addDays, dayAt } from '../kit/day-windows.ts'

/** Where the ad accounts of the sandboxes are at home. */
export const today = (): string => dayAt(new Date(), 'America/New_York')

/** What a campaign cost so many days ago. */
export const spendOn = (campaign: string, ago: number, spend = 10): PlainSpend => ({
  campaign,
  day: addDays(today(), -ago),
  spend,
  impressions: 1000,
  clicks: 12,
  conversions: 2,
})
