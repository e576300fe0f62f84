import { z } from 'zod'
import { typesOfData } from '../criteria/criteria.ts'
import { id, idList, instant, listOf, pageQuery, search } from '../kit/common.ts'
import { ofClient } from '../integrations/integrations.ts'
import { vendorType } from '../integrations/providers.ts'
import { defineRoute, whoMay, type Reply } from '../kit/route.ts'

export const listCrmLists = defineRoute({
  name: 'listCrmLists',
  api: 'contacts',
  method: 'GET',
  path: '/lists/crm',
  summary: 'List the lists, tags and segments of the connected CRMs.',
  access: whoMay('lists', 'r'),
  query: ofClient.extend({ integration_id: id.optional() }).strict(),
  reply: {
    status: 200,
    body: listOf(
      z
        .object({
          integration_id: id,
          external_id: z.string(),
          kind: z.enum(['list', 'tag', 'segment', 'campaign']),
          name: z.string(),
          contacts_count: z.int().meta({ description: "The vendor's count, or the number of synced contacts if it has none" }),
          last_crm_sync: instant,
          last_change: instant.nullable(),
        })
        .meta({ id: 'CrmList' }),
    ),
  },
  errors: ['NOT_FOUND'],
})

const agreement = z
  .object({
    connection_id: id,
    company_id: id,
    company: z.string(),
    version: z.int().meta({ description: 'The version of the criteria by which it was shared' }),
    since: instant.meta({ description: 'When it was first shared' }),
    type_of_data: z.enum(typesOfData),
    allow_export: z.boolean().meta({ description: 'Whether the agreement in force allows exports' }),
  })
  .meta({ id: 'SharedUnder', description: 'Why an agency sees a record of a company' })

const contact = z
  .object({
    id,
    integration_id: id.nullable().meta({ description: 'Null: a company shares it, or a webhook brought it' }),
    webhook_endpoint_id: id.nullable().meta({ description: 'The webhook endpoint that it came in at' }),
    shared: agreement
      .nullable()
      .meta({ description: 'The agreement under which a company shares it. Null: from your own source' }),
    ghost_company: z.object({ id, name: z.string() }).nullable().meta({ description: 'The ghost company that it belongs to' }),
    external_id: z.string(),
    name: z.string().meta({ description: 'A short random name, if the company does not share the real one' }),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    source: z.string().nullable(),
    created_at: instant,
    updated_at: instant.nullable(),
  })
  .meta({ id: 'Contact' })
export type Contact = z.infer<typeof contact>

const contactFilters = z.object({
  integration_id: id.optional(),
  connection_id: idList.optional().meta({
    description: 'Only those shared under this connection or of this ghost company, or of one of several, separated by commas',
  }),
  search: search.optional(),
  held: z.stringbool().optional().meta({ description: 'For one source: only contacts the last sync would remove' }),
})

export const listContacts = defineRoute({
  name: 'listContacts',
  api: 'contacts',
  method: 'GET',
  path: '/crm/contacts/',
  summary:
    'List contacts from your sources and those that companies share, newest first. Searches for a full email address, phone number or ID, or the beginning of a name.',
  access: whoMay('leads', 'r'),
  query: pageQuery.extend(contactFilters.shape).strict(),
  reply: { status: 200, body: listOf(contact) },
  errors: ['NOT_FOUND'],
})

/** Headers of an exported file: how many contacts it has, and how many it had to leave out. */
export const exportHeaders = {
  contacts: 'x-contacts-exported',
  notAllowed: 'x-contacts-not-allowed',
  overLimit: 'x-contacts-over-limit',
} as const

/** Contacts of one file. */
export const exportMax = 100_000
/** Exports of one account in 24 hours. Each of them is in the ledgers of the companies that share with it. */
export const exportsPerDay = 100

export const exportContacts = defineRoute({
  name: 'exportContacts',
  api: 'contacts',
  method: 'GET',
  path: '/crm/contacts/export',
  summary: `Export contacts as a CSV file, newest first, at most ${exportMax}. Contacts of companies whose agreement does not allow exports are left out: the header ${exportHeaders.notAllowed} counts them, ${exportHeaders.overLimit} those beyond the limit, and ${exportHeaders.contacts} what the file has.`,
  access: whoMay('exports', 'x'),
  query: contactFilters.strict(),
  reply: { status: 200, stream: 'text/csv' },
  errors: ['NOT_FOUND'],
  perMinute: 30,
})

/** The evidence of when an opportunity entered a stage. */
const provenances = ['provider', 'observed', 'webhook', 'date_column'] as const
export type Provenance = (typeof provenances)[number]

const origin = z.object({
  field: z.string(),
  value: z.string().nullable().meta({ description: 'The value in Tributary' }),
  path: z.string().nullable().meta({ description: 'Where it is found in what the vendor sent' }),
  column: z.string().nullable().meta({ description: 'The column name, if the source is a table' }),
  raw: z.string().nullable().meta({ description: 'The value the vendor sent' }),
  run_id: id.nullable().meta({ description: 'The sync that read this value' }),
  since: instant.nullable(),
})

export const getLineage = defineRoute({
  name: 'getLineage',
  api: 'contacts',
  method: 'GET',
  path: '/crm/contacts/{id}/lineage',
  summary: 'Where every field of a person comes from: the raw value, the source and the run that brought it.',
  access: whoMay('leads', 'r'),
  params: z.object({ id }),
  reply: {
    status: 200,
    body: z
      .object({
        contact,
        source: z
          .object({ integration_id: id, type: vendorType, name: z.string(), account: z.string().nullable() })
          .nullable()
          .meta({ description: 'Null: a company shares it, or a webhook brought it' }),
        fields: z.array(origin),
        touches: z.array(
          z.object({
            at: instant,
            channel: z.string(),
            kind: z.string(),
            source: z.string().nullable(),
            medium: z.string().nullable(),
            campaign: z.string().nullable(),
            run_id: id,
          }),
        ),
        opportunities: z.array(
          z.object({
            id,
            name: z.string().nullable(),
            amount: z.string().nullable(),
            currency: z.string().nullable(),
            outcome: z.enum(['open', 'won', 'lost']),
            stages: z.array(
              z.object({
                at: instant,
                stage: z.string(),
                is_deleted: z.boolean().meta({ description: 'The CRM no longer has this stage' }),
                provenance: z.enum(provenances),
                run_id: id,
              }),
            ),
          }),
        ),
        merged_from: z.array(z.string()).meta({ description: 'Vendor IDs merged into this contact' }),
        payload: z.string().nullable().meta({ description: 'The newest record as the vendor sent it, for admins' }),
      })
      .meta({ id: 'Lineage' }),
  },
  errors: ['NOT_FOUND'],
})
export type Lineage = Reply<typeof getLineage>
