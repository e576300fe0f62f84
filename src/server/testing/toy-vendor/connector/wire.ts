import { z } from 'zod'

const name = z.string().max(500)

export const profile = z.strictObject({ user_id: z.string().min(1).max(100), email: z.string().max(254) })

export const advertisers = z.strictObject({
  advertisers: z.array(z.strictObject({ id: z.string().max(100), name })),
})

export const accounts = z.strictObject({
  accounts: z.array(
    z.strictObject({
      id: z.string().max(100),
      name,
      advertiser_id: z.string().max(100).nullable(),
      currency: z.string().length(3),
      is_active: z.boolean(),
    }),
  ),
})

export const spendPage = z.strictObject({
  rows: z.array(z.unknown()).max(1000),
  total: z.int().min(0),
  next: z.string().max(100).nullable(),
})

const count = z.int().min(0)

export const spendRow = z.looseObject({
  campaign_id: z.string().max(100),
  campaign: name,
  day: z.iso.date(),
  cost: z.string().regex(/^\d{1,12}(?:\.\d{1,6})?$/),
  currency: z.string().length(3),
  impressions: count,
  clicks: count,
  conversions: z.number().min(0),
})
export type SpendRow = z.infer<typeof spendRow>
