import { sql } from 'kysely'
import { jsonText } from '#server/platform/db/json.ts'
import type { Tx } from '#server/platform/db/scope.ts'

/** Where rows come from: the tenant, its source, and the run that brings them. */
export interface Origin {
  clientId: string
  integrationId: string
  runId: string
  at: Date
}

export interface ContactRow {
  id: string
  external_id: string
  first_name: string | null
  last_name: string | null
  email: string | null
  email_norm: string | null
  phone: string | null
  phone_norm: string | null
  company: string | null
  city: string | null
  region: string | null
  postal_code: string | null
  country: string | null
  source: string | null
  owner_external_id: string | null
  tags: readonly string[]
  fields: unknown
  created_at: string
  updated_at: string | null
  content_hash: string
}

interface KnownContact {
  id: string
  external_id: string
  content_hash: string
  created_at: Date
  is_gone: boolean
  is_merged: boolean
}

export const selectKnownContacts = async (tx: Tx, { clientId, integrationId }: Origin, externalIds: readonly string[]) => {
  const { rows } = await sql<KnownContact>`
    select id, external_id, encode(content_hash, 'hex') as content_hash, created_at, deleted_at is not null as is_gone,
      merged_into is not null as is_merged
    from contact
    where client_id = ${clientId} and integration_id = ${integrationId} and external_id = any(${externalIds}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.external_id, row]))
}

const columns = sql`external_id, first_name, last_name, email, email_norm, phone, phone_norm, company, city, region, postal_code,
  country, source, owner_external_id, tags, fields, created_at, updated_at`

const shape = sql`r(id uuid, external_id text, first_name text, last_name text, email text, email_norm text, phone text, phone_norm text,
  company text, city text, region text, postal_code text, country text, source text, owner_external_id text, tags text[], fields jsonb,
  created_at timestamptz, updated_at timestamptz, content_hash text)`

export const insertContacts = async (
  tx: Tx,
  { clientId, integrationId, runId }: Origin,
  rows: readonly ContactRow[],
): Promise<number> => {
  const { rows: made } = await sql<{ id: string }>`
    insert into contact (client_id, integration_id, run_id, id, content_hash, ${columns})
    select ${clientId}, ${integrationId}, ${runId}, id, decode(content_hash, 'hex'), ${columns}
    from json_to_recordset(${jsonText(rows)}::json) as ${shape}
    on conflict do nothing
    returning id`.execute(tx)
  return made.length
}

export const updateContacts = async (tx: Tx, { clientId, runId }: Origin, rows: readonly ContactRow[]): Promise<void> => {
  await sql`
    update contact set
      run_id = ${runId}, content_hash = decode(r.content_hash, 'hex'), first_name = r.first_name, last_name = r.last_name,
      email = r.email, email_norm = r.email_norm, phone = r.phone, phone_norm = r.phone_norm, company = r.company, city = r.city,
      region = r.region, postal_code = r.postal_code, country = r.country, source = r.source,
      owner_external_id = r.owner_external_id, tags = r.tags, fields = r.fields, created_at = r.created_at,
      updated_at = r.updated_at, deleted_at = null
    from json_to_recordset(${jsonText(rows)}::json) as ${shape}
    where contact.client_id = ${clientId} and contact.id = r.id`.execute(tx)
}

export interface TouchRow {
  contact_id: string
  key: string
  at: string
  channel: string
  kind: string
  source: string | null
  medium: string | null
  campaign: string | null
  click_id: string | null
  landing_url: string | null
  referrer: string | null
}

export const insertTouches = async (tx: Tx, { clientId, runId }: Origin, rows: readonly TouchRow[]): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    insert into touch (client_id, run_id, contact_id, key, at, channel, kind, source, medium, campaign, click_id, landing_url, referrer)
    select ${clientId}, ${runId}, contact_id, key, at, channel, kind, source, medium, campaign, click_id, landing_url, referrer
    from json_to_recordset(${jsonText(rows)}::json) as
      r(contact_id uuid, key text, at timestamptz, channel text, kind text, source text, medium text, campaign text, click_id text,
        landing_url text, referrer text)
    on conflict do nothing`.execute(tx)
}

export interface PayloadRow {
  recordId: string
  payload: string
}

export const insertPayloads = async (
  tx: Tx,
  { clientId, integrationId, runId, at }: Origin,
  { object, rows }: { object: 'contact' | 'opportunity'; rows: readonly PayloadRow[] },
): Promise<void> => {
  const ids = rows.map(({ recordId }) => recordId)
  const payloads = rows.map(({ payload }) => payload)
  await sql`
    insert into record_payload (client_id, object, run_id, integration_id, received_at, record_id, payload)
    select ${clientId}, ${object}, ${runId}, ${integrationId}, ${at}, record_id, payload
    from unnest(${ids}::uuid[], ${payloads}::text[]) as r(record_id, payload)
    on conflict (client_id, object, record_id, run_id) do update set payload = excluded.payload`.execute(tx)
}

/** Opportunities that were there before their people. Almost always there is none. */
export const linkWaiting = async (
  tx: Tx,
  { clientId, integrationId }: Origin,
  contacts: readonly { id: string; external_id: string }[],
): Promise<void> => {
  const idOf = new Map(contacts.map((contact) => [contact.external_id, contact.id]))
  const { rows } = await sql<{ opportunity_id: string; contact_external_id: string; is_primary: boolean }>`
    select opportunity_id, contact_external_id, is_primary from opportunity_contact
    where client_id = ${clientId} and integration_id = ${integrationId} and contact_id is null
      and contact_external_id = any(${[...idOf.keys()]}::text[])`.execute(tx)
  for (const row of rows) {
    const contactId = idOf.get(row.contact_external_id)
    await sql`update opportunity_contact set contact_id = ${contactId} where client_id = ${clientId}
      and opportunity_id = ${row.opportunity_id} and contact_external_id = ${row.contact_external_id}`.execute(tx)
    if (row.is_primary)
      await sql`update opportunity set contact_id = ${contactId} where client_id = ${clientId}
        and id = ${row.opportunity_id}`.execute(tx)
  }
}
