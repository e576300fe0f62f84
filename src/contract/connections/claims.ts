// What becomes of what an agency kept for a company as a ghost company, once the company has an account and accepted an invitation that names it.
import { z } from 'zod'
import { id, instant, isoMonth, listOf, pageQuery, search } from '../kit/common.ts'
import { defineRoute, whoMay } from '../kit/route.ts'

export const claimStates = ['open', 'kept', 'kept_counts', 'erased'] as const
export type ClaimState = (typeof claimStates)[number]

const claimChoices = ['keep', 'keep_counts', 'erase'] as const
export type ClaimChoice = (typeof claimChoices)[number]

const count = z.int().min(0)

const claimCounts = z
  .object({
    contacts: z.array(z.object({ month: isoMonth, channel: z.string(), count })),
    opportunities: z.array(
      z.object({ month: isoMonth, channel: z.string(), stage: z.string(), outcome: z.enum(['open', 'won', 'lost']), count }),
    ),
  })
  .meta({ id: 'ClaimCounts' })
export type ClaimCounts = z.infer<typeof claimCounts>

const forCompany = 'For the company. Of what there was, once it has chosen'

const claim = z
  .object({
    state: z.enum(claimStates).meta({ description: 'open: the company has not chosen yet, and the sheet still syncs' }),
    company_name: z.string().meta({ description: 'The name that the agency gave the ghost company' }),
    opened_at: instant,
    chosen_at: instant.nullable(),
    people: count.nullable().meta({ description: forCompany }),
    opportunities: count.nullable(),
    won: count.nullable(),
    since: instant.nullable().meta({ description: 'When the oldest of the people was created' }),
    until: instant.nullable().meta({ description: 'When the newest one was' }),
    sources: z
      .array(z.object({ kind: z.enum(['sheet', 'webhook']), name: z.string(), people: count, opportunities: count }))
      .meta({ description: 'For the company. Where they come from: the sheet, and the endpoint for webhooks' }),
    counts: claimCounts.nullable().meta({ description: 'For the company, if it kept counts only' }),
    integration_id: id.nullable().meta({ description: 'For the company, if it kept everything: the source that has it now' }),
  })
  .meta({ id: 'Claim' })
export type Claim = z.infer<typeof claim>
export type ClaimSource = Claim['sources'][number]

const place = (rest = '') => ({ api: 'agencies', path: `/connections/{id}/claim${rest}`, params: z.object({ id }) }) as const

export const getClaim = defineRoute({
  ...place(),
  name: 'getClaim',
  method: 'GET',
  summary:
    'Get what an agency kept for you before you had an account, in numbers, and what became of it. An agency gets the state.',
  access: whoMay('connections', 'r'),
  reply: { status: 200, body: claim },
  errors: ['NOT_FOUND'],
})

const claimedRow = z
  .object({
    id: z.string().meta({ description: 'Only for telling rows apart. A contact that is kept gets an id of its own' }),
    name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    created: instant,
    source: z.string().nullable(),
    stage: z.string().nullable().meta({ description: 'This and what follows: of the newest opportunity' }),
    outcome: z.enum(['open', 'won', 'lost']).nullable(),
    amount: z.string().nullable().meta({ description: 'Decimal text in whole units of the currency' }),
    currency: z.string().nullable(),
    opportunities: count,
  })
  .meta({ id: 'ClaimedRow' })
export type ClaimedRow = z.infer<typeof claimedRow>

export const listClaimed = defineRoute({
  ...place('/people'),
  name: 'listClaimed',
  method: 'GET',
  summary: 'List the people that an agency kept for you, newest first. As long as you have not chosen what becomes of them.',
  access: whoMay('criteria', 'w'),
  query: pageQuery
    .extend({ search: search.optional().meta({ description: 'Part of a name, an address or a phone number' }) })
    .strict(),
  reply: { status: 200, body: listOf(claimedRow) },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})

export const chooseClaim = defineRoute({
  ...place(),
  name: 'chooseClaim',
  method: 'POST',
  summary:
    'Choose what becomes of what an agency kept for you: keep it as your own source, keep counts only, or erase it. Either way the agency no longer has it.',
  access: whoMay('criteria', 'x'),
  body: z
    .object({
      choice: z.enum(claimChoices),
      people: count.meta({ description: 'How many people you were shown. Refused if there are others by now' }),
    })
    .strict(),
  reply: { status: 200, body: claim },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'STALE_VERSION'],
})
