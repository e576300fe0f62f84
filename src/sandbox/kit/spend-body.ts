import { z } from 'zod'

/** What campaigns of an ad account cost on single days, as the side door is told. */
export const spendBody = z
  .array(
    z.object({
      campaign: z.string().min(1).max(100),
      day: z.iso.date(),
      spend: z.number().min(0),
      impressions: z.int().min(0).default(0),
      clicks: z.int().min(0).default(0),
      conversions: z.number().min(0).default(0),
    }),
  )
  .max(10_000)
