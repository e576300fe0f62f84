import { sql } from 'kysely'
import type { Statement } from '#server/platform/db/statements/in-turn.ts'
import { rowset } from '#server/platform/db/statements/rows.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { RecordObject, WriteContext } from '../model.ts'

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
  /** As a list literal, and as JSON. */
  tags: string
  fields: string
  created_at: string
  updated_at: string | null
  content_hash: string
}

const columns = sql`external_id, first_name, last_name, email, email_norm, phone, phone_norm, company, city, region, postal_code,
  country, source, owner_external_id, tags, fields, created_at, updated_at`

const types = {
  id: 'uuid',
  external_id: 'text',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  email_norm: 'text',
  phone: 'text',
  phone_norm: 'text',
  company: 'text',
  city: 'text',
  region: 'text',
  postal_code: 'text',
  country: 'text',
  source: 'text',
  owner_external_id: 'text',
  tags: 'text[]',
  fields: 'jsonb',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  content_hash: 'text',
} as const satisfies Record<keyof ContactRow, string>

export const contactInserts = ({ clientId, dataSourceId, runId }: WriteContext, rows: readonly ContactRow[]): Statement => {
  if (rows.length === 0) return null
  return sql`
    insert into contact (client_id, data_source_id, run_id, id, content_hash, ${columns})
    select ${clientId}, ${dataSourceId}, ${runId}, id, decode(content_hash, 'hex'), ${columns}
    from ${rowset(rows, types)} as r
    returning 1`
}

export const contactUpdates = ({ clientId, runId }: WriteContext, rows: readonly ContactRow[]): Statement => {
  if (rows.length === 0) return null
  return sql`
    update contact set
      run_id = ${runId}, content_hash = decode(r.content_hash, 'hex'), first_name = r.first_name, last_name = r.last_name,
      email = r.email, email_norm = r.email_norm, phone = r.phone, phone_norm = r.phone_norm, company = r.company, city = r.city,
      region = r.region, postal_code = r.postal_code, country = r.country, source = r.source,
      owner_external_id = r.owner_external_id, tags = r.tags, fields = r.fields, created_at = r.created_at,
      updated_at = r.updated_at, deleted_at = null
    from ${rowset(rows, types)} as r
    where contact.client_id = ${clientId} and contact.id = r.id`
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

const touchTypes = {
  contact_id: 'uuid',
  key: 'text',
  at: 'timestamptz',
  channel: 'text',
  kind: 'text',
  source: 'text',
  medium: 'text',
  campaign: 'text',
  click_id: 'text',
  landing_url: 'text',
  referrer: 'text',
} as const satisfies Record<keyof TouchRow, string>

export const touchInserts = ({ clientId, runId }: WriteContext, rows: readonly TouchRow[]): Statement => {
  if (rows.length === 0) return null
  return sql`
    insert into touch (client_id, run_id, contact_id, key, at, channel, kind, source, medium, campaign, click_id, landing_url, referrer)
    select ${clientId}, ${runId}, contact_id, key, at, channel, kind, source, medium, campaign, click_id, landing_url, referrer
    from ${rowset(rows, touchTypes)} as r
    on conflict do nothing`
}

/** A contact that was deleted and is back has lost what identified a browser. The vendor sends it again. */
export const touchRefills = ({ clientId, runId }: WriteContext, rows: readonly TouchRow[]): Statement => {
  const identifying = rows.filter((row) => row.click_id !== null || row.landing_url !== null || row.referrer !== null)
  if (identifying.length === 0) return null
  return sql`
    update touch set click_id = r.click_id, landing_url = r.landing_url, referrer = r.referrer, run_id = ${runId}
    from ${rowset(identifying, touchTypes)} as r
    where touch.client_id = ${clientId} and touch.contact_id = r.contact_id and touch.key = r.key
      and touch.click_id is null and touch.landing_url is null and touch.referrer is null`
}

/** An unchanged touch gets the channel of today's rules. */
export const touchChannels = ({ clientId }: WriteContext, rows: readonly TouchRow[]): Statement => {
  if (rows.length === 0) return null
  return sql`
    update touch set channel = r.channel from ${rowset(rows, touchTypes)} as r
    where touch.client_id = ${clientId} and touch.contact_id = r.contact_id and touch.key = r.key and touch.channel <> r.channel
      and (touch.kind, touch.source, touch.medium, touch.landing_url, touch.referrer)
        is not distinct from (r.kind, r.source, r.medium, r.landing_url, r.referrer)`
}

interface PayloadRow {
  recordId: string
  payload: string
}

export const payloadInserts = (
  { clientId, dataSourceId, runId, at }: WriteContext,
  { object, rows }: { object: RecordObject; rows: readonly PayloadRow[] },
): Statement => sql`
    insert into record_payload (client_id, object, run_id, data_source_id, received_at, record_id, payload)
    select ${clientId}, ${object}, ${runId}, ${dataSourceId}, ${at}, "recordId", payload
    from ${rowset(rows, { recordId: 'uuid', payload: 'text' })} as r
    on conflict (client_id, object, record_id, run_id) do update set payload = excluded.payload`

/** Opportunities that were saved before their contacts, by their ids. Usually there is none. */
export const linkWaiting = async (
  tx: Tx,
  { clientId, dataSourceId }: WriteContext,
  contacts: readonly { id: string; external_id: string }[],
): Promise<string[]> => {
  if (contacts.length === 0) return []
  const waiting = sql`opportunity_contact.client_id = ${clientId} and opportunity_contact.data_source_id = ${dataSourceId}
    and opportunity_contact.contact_id is null`
  const { rows } = await sql<{ contact_external_id: string }>`
    select distinct contact_external_id from opportunity_contact where ${waiting}
      and contact_external_id = any(${contacts.map((contact) => contact.external_id)}::text[])`.execute(tx)
  if (rows.length === 0) return []
  const awaited = new Set(rows.map((row) => row.contact_external_id))
  const linkable = contacts.filter((contact) => awaited.has(contact.external_id))
  const { rows: linked } = await sql<{ opportunity_id: string }>`
    with linked as (
      update opportunity_contact set contact_id = r.id
      from ${rowset(linkable, { id: 'uuid', external_id: 'text' })} as r
      where ${waiting} and opportunity_contact.contact_external_id = r.external_id
      returning opportunity_contact.opportunity_id, opportunity_contact.contact_id, opportunity_contact.is_primary
    ), primaries as (
      update opportunity set contact_id = linked.contact_id from linked
      where opportunity.client_id = ${clientId} and opportunity.id = linked.opportunity_id and linked.is_primary
      returning 1
    )
    select opportunity_id from linked`.execute(tx)
  return linked.map((row) => row.opportunity_id)
}
