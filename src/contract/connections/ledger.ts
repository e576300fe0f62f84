// Who at the agency saw which contacts of the company.
import { z } from 'zod'
import { verification } from '../audit.ts'
import { id, instant, listOf, pageQuery } from '../kit/common.ts'
import { defineRoute, whoMay } from '../kit/route.ts'

const place = {
  api: 'agencies',
  method: 'GET',
  params: z.object({ id }),
  access: whoMay('ledger', 'r'),
  errors: ['NOT_FOUND'],
} as const

const ledgerKinds = ['screen', 'export', 'api'] as const
export type LedgerKind = (typeof ledgerKinds)[number]

/** How many contacts of an entry are named. */
export const namedContacts = 10

const entry = z
  .object({
    id,
    seq: z
      .int()
      .nullable()
      .meta({ description: "Its number in the company's ledger: of a file that of its first part. Null for the agency" }),
    at: instant,
    userId: id,
    userName: z.string().meta({ description: 'A user of the agency' }),
    kind: z.enum(ledgerKinds).meta({ description: 'screen: listed or opened. export: a file. api: read with an API key' }),
    version: z.int().meta({ description: 'The version of the agreement in force' }),
    fields: z.array(z.string()).meta({ description: 'The shared fields that were shown' }),
    contactsCount: z.int(),
    contacts: z
      .array(z.object({ id, name: z.string().nullable() }))
      .meta({ description: `For the company: the first ${namedContacts} of them. Without a name: no longer in your account` }),
    hash: z.string().nullable().meta({ description: 'The SHA-256 of the entry and of the hash before it. Null for the agency' }),
  })
  .meta({ id: 'LedgerEntry' })
export type LedgerEntry = z.infer<typeof entry>

export const listSeen = defineRoute({
  ...place,
  name: 'listSeen',
  path: '/connections/{id}/seen',
  summary:
    'List who at the agency saw which contacts, newest first. The company reads everything, admins of the agency what their users did, and users what they did themselves.',
  query: pageQuery
    .extend({
      contact_id: id.optional().meta({ description: 'A contact of the company, for the company itself' }),
      user_id: id.optional().meta({ description: 'A user of the agency' }),
      client_id: id.optional().meta({ description: 'For internal staff: whose connection' }),
      from: instant.optional(),
      to: instant.optional().meta({ description: 'Before this time (exclusive)' }),
    })
    .strict(),
  reply: { status: 200, body: listOf(entry) },
})

export const verifySeen = defineRoute({
  ...place,
  name: 'verifySeen',
  path: '/connections/{id}/seen/verify',
  summary:
    "Verify the hash chain of who saw what in your account, and return the first entry that doesn't match. For the company.",
  reply: { status: 200, body: verification },
  perMinute: 30,
})
