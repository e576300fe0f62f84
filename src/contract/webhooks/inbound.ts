// What may be sent to an endpoint: one event, or up to a hundred in an array. Not a route of the API: its key is its address.
import { z } from 'zod'
import { id, instant } from '../kit/common.ts'
import { currency } from '../kit/texts.ts'

export const inboundEvents = ['lead.created', 'lead.updated', 'stage.changed', 'deal.won', 'deal.lost', 'touch'] as const

export const inboundLimits = {
  bytes: 262_144,
  items: 100,
  /** Levels of nesting in the values of an event. */
  depth: 20,
  perMinute: 60,
  burst: 20,
  /** How long an event id is remembered, in days; and the content of an event without one, in hours. */
  idDays: 30,
  contentHours: 24,
  properties: 100,
  /** Of one endpoint, in all of its pipelines: a sender that puts something else there would make them without end. */
  stages: 1000,
  /** The largest amount, with either sign. */
  amount: 1e12,
  /** How far in the future an event may be: clocks differ. */
  aheadMs: 24 * 3_600_000,
  /** No event is older: what is before says that its sender does not know. */
  earliest: '1970-01-01T00:00:00Z',
} as const

const text = (max: number) => z.string().trim().max(max)
const property = z.union([z.string().max(2000), z.number(), z.boolean(), z.null()])

/** Null means the same as leaving a value out, and so does a blank text: forms send fields that nobody filled in. */
const optional = <T extends z.ZodType>(type: T) => type.nullish()

export const inboundItem = z.strictObject({
  event: z.enum(inboundEvents),
  event_id: optional(text(200).min(1)),
  occurred_at: optional(z.iso.datetime({ offset: true }).max(40)),
  company_ref: optional(id),
  external_id: optional(text(200)),
  email: optional(text(254)),
  phone: optional(text(50)),
  first_name: optional(text(200)),
  last_name: optional(text(200)),
  pipeline: optional(text(200)),
  stage: optional(text(200)),
  amount: optional(z.number().min(-inboundLimits.amount).max(inboundLimits.amount)),
  currency: optional(currency),
  source: optional(text(200)),
  medium: optional(text(200)),
  campaign: optional(text(200)),
  gclid: optional(text(500)),
  properties: optional(z.record(z.string().min(1).max(200), property)),
})
type Sent = z.output<typeof inboundItem>

/** Without nulls and blank texts. */
export type InboundItem = Pick<Sent, 'event'> & { [Key in Exclude<keyof Sent, 'event'>]?: NonNullable<Sent[Key]> }

const rejectCodes = [
  'invalid',
  'unknown_event',
  'unknown_field',
  'missing_identifier',
  'missing_stage',
  'unknown_company',
  'wrong_type',
  'missing_property',
  'in_the_future',
  'too_old',
  'too_large',
  'too_many_stages',
] as const

/** The answer to a delivery. */
export const inboundReply = z.object({
  accepted: z.int(),
  duplicates: z.int(),
  rejected: z.array(z.object({ index: z.int(), code: z.enum(rejectCodes), text: z.string() })),
  held: z.literal(true).optional(),
  received_at: instant.optional(),
})
export type InboundReply = z.infer<typeof inboundReply>
