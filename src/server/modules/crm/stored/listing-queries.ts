// Everything that data sources have, row by row and in numbers, for an account that is offered it.
import { sql } from 'kysely'
import { namePattern } from '#server/platform/db/client-queries.ts'
import type { Tx } from '#server/platform/db/scope.ts'

export interface ListedSources {
  clientId: string
  ids: readonly string[]
}

export interface ListedPage {
  search: string | undefined
  page: number
  size: number
}

const active = (ids: readonly string[]) => sql`contact.data_source_id = any(${ids}::uuid[])
  and contact.deleted_at is null and contact.merged_into is null`

const found = (search: string | undefined) => {
  if (search === undefined) return sql`true`
  const digits = search.replaceAll(/\D/g, '')
  const isNumber = digits.length > 2 ? sql`or contact.phone_norm like ${`%${digits}%`}` : sql``
  const pattern = sql`lower(${namePattern(search)})`
  return sql`(lower(concat_ws(' ', contact.first_name, contact.last_name)) like ${pattern}
    or lower(contact.last_name) like ${pattern} or contact.email_norm like ${pattern} ${isNumber})`
}

interface ListedRow {
  id: string
  first_name: string | null
  last_name: string | null
  email: string | null
  phone: string | null
  created_at: Date
  source: string | null
  stage: string | null
  outcome: 'open' | 'won' | 'lost' | null
  amount: string | null
  currency: string | null
  opportunities: number
}

/** Contacts, newest first, each with its newest opportunity. */
export const selectListed = async (
  tx: Tx,
  { clientId, ids }: ListedSources,
  { search, page, size }: ListedPage,
): Promise<ListedRow[]> => {
  const { rows } = await sql<ListedRow>`
    with listed as materialized (
      select contact.id, contact.first_name, contact.last_name, contact.email, contact.phone, contact.created_at, contact.source
      from contact where contact.client_id = ${clientId} and ${active(ids)} and ${found(search)}
      order by contact.created_at desc, contact.id desc limit ${size} offset ${(page - 1) * size}),
    theirs as materialized (
      select opportunity.contact_id, opportunity.provider_outcome, opportunity.amount, opportunity.currency,
        coalesce(stage.name, opportunity.raw_stage) as stage, count(*) over (partition by opportunity.contact_id) as all_of_contact,
        row_number() over (partition by opportunity.contact_id order by opportunity.created_at desc, opportunity.id desc) as place
      from opportunity
      left join pipeline_stage as stage on stage.client_id = ${clientId} and stage.data_source_id = opportunity.data_source_id
        and stage.pipeline_external_id = opportunity.pipeline_external_id and stage.external_id = opportunity.raw_stage
      where opportunity.client_id = ${clientId} and opportunity.deleted_at is null
        and opportunity.contact_id = any(array(select listed.id from listed)))
    select listed.*, theirs.stage, theirs.provider_outcome as outcome, theirs.amount::text as amount, theirs.currency,
      coalesce(theirs.all_of_contact, 0)::integer as opportunities
    from listed left join theirs on theirs.contact_id = listed.id and theirs.place = 1
    order by listed.created_at desc, listed.id desc`.execute(tx)
  return rows
}

export const countListed = async (tx: Tx, { clientId, ids }: ListedSources, search: string | undefined): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from contact where contact.client_id = ${clientId} and ${active(ids)} and ${found(search)}`.execute(
    tx,
  )
  return rows[0]?.total ?? 0
}

export interface CountedSource {
  id: string
  contacts: number
  opportunities: number
  won: number
  since: Date | null
  until: Date | null
}

/** In numbers, each data source that has any contact or opportunity. */
export const countBySource = async (tx: Tx, { clientId, ids }: ListedSources): Promise<CountedSource[]> => {
  const { rows } = await sql<CountedSource>`
    with contacts as materialized (
      select contact.data_source_id as id, count(*) as contacts, min(contact.created_at) as since, max(contact.created_at) as until
      from contact where contact.client_id = ${clientId} and ${active(ids)} group by 1),
    opportunities as materialized (
      select opportunity.data_source_id as id, count(*) as opportunities,
        count(*) filter (where opportunity.provider_outcome = 'won') as won
      from opportunity where opportunity.client_id = ${clientId} and opportunity.data_source_id = any(${ids}::uuid[])
        and opportunity.deleted_at is null
      group by 1)
    select coalesce(contacts.id, opportunities.id) as id, coalesce(contacts.contacts, 0) as contacts, contacts.since, contacts.until,
      coalesce(opportunities.opportunities, 0) as opportunities, coalesce(opportunities.won, 0) as won
    from contacts full join opportunities on opportunities.id = contacts.id`.execute(tx)
  return rows
}
