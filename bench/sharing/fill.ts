// A company with one large source: contacts with tags, sources and lists, and their opportunities.
import pg from 'pg'
import { connectionOf, type DatabaseLocation } from '#server/platform/db/connection.ts'
import { newId } from '#server/platform/ids.ts'

export interface Size {
  contacts: number
  opportunities: number
}

export interface Filled {
  clientId: string
  integrationId: string
}

const tags = ['northlight', 'Newsletter', 'VIP', 'webinar 2025', 'Trade show', 'partner', 'cold', 'Re-engage', 'event', 'beta']
const sources = ['Google Ads', 'Meta', 'Organic', 'Referral', 'Email', 'Direct', 'Trade show']
const cities = ['Leeds', 'York', 'Hull', 'Bath', 'Derby']

/** Repeatable, and spread like a hash: `pick(n, 7)` is 0 to 6. */
const pick = (n: string, of: number, salt: number): string => `abs(hashint8(${n} * 31 + ${salt})::bigint) % ${of}`

const contactColumns = `client_id, id, data_source_id, external_id, first_name, last_name, email, email_norm, phone, company, city,
  country, source, owner_external_id, tags, fields, created_at, updated_at, content_hash, run_id`

interface Statement {
  text: string
  values: (parts: Filled & Size) => unknown[]
}

/** So that the joins below are planned for a company that the statistics do not know yet. */
const analyzed = (tables: string): Statement => ({ text: `analyze ${tables}`, values: () => [] })

const statements: readonly Statement[] = [
  {
    text: `insert into client (client_id, name, type) values ($1::uuid, 'Brightsmile ' || ($1::uuid)::text, 'COMPANY')`,
    values: ({ clientId }) => [clientId],
  },
  {
    text: `insert into data_source (client_id, id, kind) values ($1, $2, 'integration')`,
    values: ({ clientId, integrationId }) => [clientId, integrationId],
  },
  {
    text: `insert into integration (client_id, id, type, name, status) values ($1, $2, 'hubspot', 'HubSpot', 'active')`,
    values: ({ clientId, integrationId }) => [clientId, integrationId],
  },
  {
    // One of 500 must never be shared; one of 100 has been deleted.
    text: `insert into contact (${contactColumns}, deleted_at)
      select $1, uuidv7(), $2, n::text, 'First' || n % 997, 'Last' || n % 4999, 'p' || n || '@example.com', 'p' || n || '@example.com',
        '+1212555' || lpad((n % 10000)::text, 4, '0'), 'Company ' || n % 2000, ($6::text[])[1 + ${pick('n', 5, 1)}], 'US',
        case when n % 5 = 0 then null else ($5::text[])[1 + ${pick('n', 7, 2)}] end, 'o' || ${pick('n', 12, 3)},
        (case when n % 3 = 0 then '{}'::text[] else array[($4::text[])[1 + ${pick('n', 10, 4)}], ($4::text[])[1 + ${pick('n', 10, 5)}]] end)
          || case when n % 500 = 0 then array['Do-Not-Share'] else '{}' end,
        jsonb_build_object('lead_source', ($5::text[])[1 + ${pick('n', 7, 6)}], 'lifecycle', 'stage ' || n % 6, 'score', n % 100,
          'language', 'en', 'campaign', 'Campaign ' || n % 400, 'last_form', 'Form ' || n % 30, 'notes', repeat('about ' || n || ' ', 6)),
        now() - (n % 1500) * interval '1 day', now(), '\\x00', $2, case when n % 100 = 1 then now() end
      from generate_series(1, $3::int) as n`,
    values: ({ clientId, integrationId, contacts }) => [clientId, integrationId, contacts, tags, sources, cities],
  },
  {
    text: `insert into pipeline (client_id, data_source_id, external_id, name) select $1, $2, 'p' || n, 'Pipeline ' || n
      from generate_series(0, 3) as n`,
    values: ({ clientId, integrationId }) => [clientId, integrationId],
  },
  {
    text: `insert into pipeline_stage (client_id, data_source_id, pipeline_external_id, external_id, name)
      select $1, $2, 'p' || p, 's' || s, 'Stage ' || s from generate_series(0, 3) as p, generate_series(0, 5) as s`,
    values: ({ clientId, integrationId }) => [clientId, integrationId],
  },
  {
    text: `insert into opportunity (client_id, id, data_source_id, external_id, name, amount, currency, pipeline_external_id, raw_stage,
        owner_external_id, source, fields, created_at, content_hash, run_id)
      select $1, uuidv7(), $2, n::text, 'Opportunity ' || n, 100 + n % 5000, 'USD', 'p' || ${pick('n', 4, 7)}, 's' || ${pick('n', 6, 8)},
        'o' || ${pick('n', 12, 9)}, case when n % 4 = 0 then null else ($4::text[])[1 + ${pick('n', 7, 10)}] end,
        jsonb_build_object('lead_source', ($4::text[])[1 + ${pick('n', 7, 11)}], 'campaign', 'Campaign ' || n % 400),
        now() - (n % 1500) * interval '1 day', '\\x00', $2
      from generate_series(1, $3::int) as n`,
    values: ({ clientId, integrationId, opportunities }) => [clientId, integrationId, opportunities, sources],
  },
  analyzed('contact, opportunity'),
  {
    // Some opportunities have two contacts.
    text: `insert into opportunity_contact (client_id, opportunity_id, contact_external_id, data_source_id, contact_id, is_primary)
      select $1, opportunity.id, contact.external_id, $2, contact.id, number = 0
      from opportunity
      cross join generate_series(0, case when opportunity.external_id::int % 5 = 0 then 1 else 0 end) as number
      join contact on contact.client_id = $1 and contact.data_source_id = $2
        and contact.external_id = (1 + ${pick('opportunity.external_id::int', 1_000_000, 12)} % ($3::int - 1) + number)::text
      where opportunity.client_id = $1`,
    values: ({ clientId, integrationId, contacts }) => [clientId, integrationId, contacts],
  },
  analyzed('opportunity_contact'),
  {
    text: `update opportunity set contact_id = party.contact_id from opportunity_contact as party
      where opportunity.client_id = $1 and party.client_id = $1 and party.opportunity_id = opportunity.id and party.is_primary`,
    values: ({ clientId }) => [clientId],
  },
  {
    text: `insert into stage_event (client_id, opportunity_id, at, raw_stage, pipeline_external_id, provenance, learned_at, run_id)
      select $1, opportunity.id, opportunity.created_at + n * interval '3 days', 's' || n, pipeline_external_id, 'provider', now(), $2
      from opportunity cross join generate_series(0, 2) as n where opportunity.client_id = $1`,
    values: ({ clientId, integrationId }) => [clientId, integrationId],
  },
  {
    text: `insert into touch (client_id, contact_id, key, at, channel, kind, source, medium, campaign, click_id, run_id)
      select $1, id, 'first', created_at, 'Paid Search', 'click', 'google', 'cpc', 'Campaign ' || external_id::int % 40,
        'click-' || external_id, $2
      from contact where client_id = $1 and external_id::int % 2 = 0`,
    values: ({ clientId, integrationId }) => [clientId, integrationId],
  },
  {
    text: `insert into crm_list (client_id, data_source_id, external_id, kind, name, synced_at)
      select $1, $2, 'l' || n, 'list', 'List ' || n, now() from generate_series(0, 9) as n`,
    values: ({ clientId, integrationId }) => [clientId, integrationId],
  },
  {
    text: `insert into crm_list_member (client_id, data_source_id, list_external_id, contact_external_id, run_id)
      select $1, $2, 'l' || ${pick('n', 10, 13)}, n::text, $2 from generate_series(1, $3::int) as n where n % 2 = 0`,
    values: ({ clientId, integrationId, contacts }) => [clientId, integrationId, contacts],
  },
]

export const fill = async (location: DatabaseLocation, size: Size): Promise<Filled> => {
  const filled = { clientId: newId(), integrationId: newId() }
  const client = new pg.Client(connectionOf(location, 'owner'))
  await client.connect()
  for (const { text, values } of statements) await client.query(text, values({ ...filled, ...size }))
  await client.query('vacuum analyze')
  await client.end()
  return filled
}
