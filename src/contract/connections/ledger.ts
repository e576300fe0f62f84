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
    seq: z.int().meta({ description: 'Its number in the ledger of your account, without gaps' }),
    at: instant,
    userId: id,
    userName: z.string().meta({ description: 'A user of the agency' }),
    kind: z
      .enum(ledgerKinds)
      .meta({ description: 'screen: listed or opened. export: part of a file. api: read with an API key' }),
    version: z.int().meta({ description: 'The version of the agreement in force' }),
    fields: z.array(z.string()).meta({ description: 'The shared fields that were shown' }),
    contactsCount: z.int(),
    contacts: z
      .array(z.object({ id, name: z.string().nullable() }))
      .meta({ description: `The first ${namedContacts} of them. Without a name: no longer in your account` }),
    hash: z.string().meta({ description: 'The SHA-256 of the entry and of the hash before it' }),
  })
  .meta({ id: 'LedgerEntry' })
export type LedgerEntry = z.infer<typeof entry>

export const listSeen = defineRoute({
  ...place,
  name: 'listSeen',
  path: '/connections/{id}/seen',
  summary: 'List who at the agency saw which of your contacts, newest first. For the company.',
  query: pageQuery
    .extend({
      contact_id: id.optional().meta({ description: 'A contact of your account' }),
      user_id: id.optional().meta({ description: 'A user of the agency' }),
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
  summary: "Verify the hash chain of who saw what in your account, and return the first entry that doesn't match.",
  reply: { status: 200, body: verification },
  perMinute: 30,
})
