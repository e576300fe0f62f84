// What Google Ads sends, as far as it is used. Integers of 64 bits come as text; empty values are left out.
import { z } from 'zod'

const count = z.string().regex(/^\d{1,15}$/)
const customerId = z.string().regex(/^\d{10}$/)
const currency = z.string().regex(/^[A-Z]{3}$/)

/** A login without any account is refused, so the list is never left out. */
export const accessible = z.looseObject({ resourceNames: z.array(z.string().max(100)).max(10_000) })

const foundRows = z.looseObject({
  results: z.array(z.unknown()).max(10_000),
  nextPageToken: z.string().max(8192).optional(),
})
const nothingButMembers = {
  fieldMask: z.string().min(1),
  requestId: z.string().optional(),
  queryResourceConsumption: z.string().optional(),
}
/** Without results the list is left out. Then no other member may be present that could be the list under another name. */
const foundNothing = z.strictObject(nothingButMembers).transform(() => ({ results: [], nextPageToken: undefined }))
export const searchAnswer = z.union([foundRows, foundNothing])
export type SearchAnswer = z.infer<typeof searchAnswer>

/** A count without the rows. Zero is left out, as everywhere at Google. */
export const countAnswer = z.strictObject({ ...nothingButMembers, totalResultsCount: count.default('0') })

export const clientRow = z.looseObject({
  customerClient: z.looseObject({
    id: customerId,
    descriptiveName: z.string().max(500).optional(),
    manager: z.boolean().optional(),
    level: z.string().optional(),
    currencyCode: currency.optional(),
    status: z.string().optional(),
    hidden: z.boolean().optional(),
  }),
})
export type Client = z.infer<typeof clientRow>['customerClient']

export const customerRow = z.looseObject({
  customer: z.looseObject({ timeZone: z.string().min(1).max(100), manager: z.boolean().optional() }),
})

export const spendRow = z.looseObject({
  campaign: z.looseObject({ id: z.string().regex(/^\d{1,20}$/), name: z.string().max(1000).optional() }),
  customer: z.looseObject({ currencyCode: currency }),
  segments: z.looseObject({ date: z.iso.date() }),
  metrics: z.looseObject({
    costMicros: z
      .string()
      .regex(/^-?\d{1,18}$/)
      .optional(),
    impressions: count.optional(),
    clicks: count.optional(),
    conversions: z.number().min(0).optional(),
  }),
})
export type SpendRow = z.infer<typeof spendRow>

const problem = z.looseObject({
  errorCode: z.record(z.string(), z.string()).optional(),
  details: z.looseObject({ quotaErrorDetails: z.looseObject({ retryDelay: z.string().optional() }).optional() }).optional(),
})

const detail = z.looseObject({ errors: z.array(problem).optional(), reason: z.string().optional() })

export const trouble = z.looseObject({
  error: z.looseObject({ status: z.string().optional(), details: z.array(detail).optional() }),
})
export type Problem = z.infer<typeof problem>
export type Detail = z.infer<typeof detail>
