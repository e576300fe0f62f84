// What Facebook sends, as far as it is used. Numbers come as text.
import { z } from 'zod'

const count = z.string().regex(/^\d{1,15}$/)

export const tokenAnswer = z.looseObject({
  access_token: z.string().min(1).max(8192),
  expires_in: z.number().positive().optional(),
})

export const loginUser = z.looseObject({ id: z.string().min(1).max(100), name: z.string().max(500).optional() })

export const permissions = z.looseObject({
  data: z.array(z.looseObject({ permission: z.string(), status: z.string() })).max(1000),
})

/** `next` contains the token, so we only check that it exists: `cursors.after` is on the last page too. */
const paging = z
  .looseObject({ cursors: z.looseObject({ after: z.string().max(4096).optional() }).optional(), next: z.unknown().optional() })
  .optional()

export const listAnswer = z.looseObject({ data: z.array(z.unknown()).max(10_000), paging })
export type ListAnswer = z.infer<typeof listAnswer>

export const business = z.looseObject({ id: z.string().min(1).max(100), name: z.string().max(500).optional() })

export const adAccount = z.looseObject({
  id: z.string().regex(/^act_\d{1,30}$/),
  name: z.string().max(500).optional(),
  account_status: z.number().optional(),
  currency: z.string().max(10).optional(),
})

export const clock = z.looseObject({ timezone_name: z.string().min(1).max(100) })

const action = z.looseObject({ action_type: z.string().max(200), value: z.string().regex(/^\d{1,15}(\.\d{1,10})?$/) })

export const insight = z.looseObject({
  campaign_id: z.string().min(1).max(100),
  campaign_name: z.string().max(1000),
  date_start: z.iso.date(),
  account_currency: z.string().regex(/^[A-Z]{3}$/),
  spend: z.string().regex(/^-?\d{1,12}(\.\d{1,6})?$/),
  impressions: count.optional(),
  clicks: count.optional(),
  actions: z.array(action).max(1000).nullish(),
})
/** The part of a row that is counted. */
export const listed = z.looseObject({ campaign_id: z.string().min(1), date_start: z.iso.date() })
export type Insight = z.infer<typeof insight>

export const trouble = z.looseObject({
  error: z.looseObject({
    code: z.number(),
    error_subcode: z.number().optional(),
    message: z.string().optional(),
    is_transient: z.boolean().optional(),
  }),
})
export type Trouble = z.infer<typeof trouble>['error']

/** Minutes, by the id of the business or account. */
export const businessUsage = z.record(
  z.string(),
  z.array(z.looseObject({ estimated_time_to_regain_access: z.number().min(0).optional() })),
)
/** Seconds. */
export const accountUsage = z.looseObject({ reset_time_duration: z.number().min(0).optional() })
