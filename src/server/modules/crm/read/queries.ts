import { sql } from 'kysely'
import type { Provenance } from '#contract/crm/records.ts'
import type { Tx } from '#server/platform/db/scope.ts'

export const selectLists = (tx: Tx, clientId: string, integrationId: string | undefined) =>
  tx
    .selectFrom('crm_list')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .$if(integrationId !== undefined, (query) => query.where('data_source_id', '=', integrationId ?? ''))
    .orderBy('name')
    .orderBy('external_id')
    .limit(1000)
    .execute()

interface ListRef {
  data_source_id: string
  external_id: string
}

export const listKey = (list: ListRef): string => `${list.data_source_id} ${list.external_id}`

/** How many contacts of each list are stored here. */
export const countMembers = async (tx: Tx, clientId: string, lists: readonly ListRef[]): Promise<Map<string, number>> => {
  if (lists.length === 0) return new Map()
  const integrationIds = [...new Set(lists.map((list) => list.data_source_id))]
  const { rows } = await sql<ListRef & { members: number }>`
    select member.data_source_id, member.list_external_id as external_id, count(contact.id)::integer as members
    from crm_list_member member
    join contact on contact.client_id = ${clientId} and contact.data_source_id = member.data_source_id
      and contact.external_id = member.contact_external_id and contact.deleted_at is null and contact.merged_into is null
    where member.client_id = ${clientId} and member.data_source_id = any(${integrationIds}::uuid[])
      and member.list_external_id = any(${lists.map((list) => list.external_id)}::text[])
    group by 1, 2`.execute(tx)
  return new Map(rows.map((row) => [listKey(row), row.members]))
}

export interface ContactFilter {
  clientId: string
  /** The data sources whose contacts are listed. Absent: all. */
  sourceIds?: readonly string[] | undefined
  exceptSourceIds?: readonly string[] | undefined
  integrationId?: string | undefined
  search?: string | undefined
  /** Only the contacts of the source whose removal is pending; if none is, those that were kept. */
  held?: boolean | undefined
}

interface ContactPage extends ContactFilter {
  page: number
  size: number
}

const digits = (text: string): string => `+${text.replaceAll(/\D/g, '')}`

/** Sorts after everything that begins with the text. */
const endOf = (text: string): string => `${text}\u{10ffff}`

const heldIds = (clientId: string, integrationId: string) => sql<string>`(
  select unnest(case when held is null then kept_ids else held_ids end) from sync_stream
  where client_id = ${clientId} and integration_id = ${integrationId} and stream = 'contact')`

/** A complete email, phone number or id, or the beginning of a name: each has an index. */
const matching = (tx: Tx, { clientId, sourceIds, exceptSourceIds = [], integrationId, search, held }: ContactFilter) =>
  tx
    .selectFrom('contact')
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .where('merged_into', 'is', null)
    .$if(integrationId !== undefined, (query) => query.where('data_source_id', '=', integrationId ?? ''))
    .$if(sourceIds !== undefined, (query) => query.where(sql<boolean>`data_source_id = any(${sourceIds ?? []}::uuid[])`))
    .$if(exceptSourceIds.length > 0, (query) => query.where(sql<boolean>`data_source_id <> all(${exceptSourceIds}::uuid[])`))
    .$if(held === true, (query) => query.where('external_id', 'in', heldIds(clientId, integrationId ?? '')))
    .$if(search !== undefined, (query) =>
      query.where((or) => {
        const text = (search ?? '').trim()
        const key = text.toLowerCase()
        return or.or([
          or('email_norm', '=', key),
          or('external_id', '=', text),
          or('phone_norm', '=', digits(text)),
          or.and([or('name_key', '>=', key), or('name_key', '<', endOf(key))]),
          or.and([or('last_key', '>=', key), or('last_key', '<', endOf(key))]),
        ])
      }),
    )

const listed = [
  'id',
  'data_source_id',
  'external_id',
  'first_name',
  'last_name',
  'email',
  'phone',
  'source',
  'created_at',
  'updated_at',
] as const

export const selectContacts = async (tx: Tx, page: ContactPage) => {
  const items = await matching(tx, page)
    .select(listed)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset((page.page - 1) * page.size)
    .limit(page.size)
    .execute()
  return { items, total: await countContacts(tx, page) }
}

export const countContacts = async (tx: Tx, filter: ContactFilter): Promise<number> => {
  const { total } = await matching(tx, filter)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The newest of those that match and are not shown. */
export const selectCounted = (
  tx: Tx,
  filter: ContactFilter,
  { shownIds, limit }: { shownIds: readonly string[]; limit: number },
) =>
  matching(tx, filter)
    .select(['id', 'data_source_id'])
    .where(sql<boolean>`id <> all(${shownIds}::uuid[])`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Where an export goes on. The time to the microsecond. */
export interface Mark {
  createdAt: string
  id: string
}

/** Newest first, as in the list. */
export const selectContactsAfter = (
  tx: Tx,
  filter: ContactFilter,
  { after, limit }: { after: Mark | undefined; limit: number },
) =>
  matching(tx, filter)
    .select([...listed, 'company', 'city', 'region', 'postal_code', 'country', 'tags'])
    .select(sql<string>`created_at::text`.as('mark'))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.createdAt}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
export type ExportedRow = Awaited<ReturnType<typeof selectContactsAfter>>[number]

export const selectContact = (tx: Tx, clientId: string, id: string) =>
  tx.selectFrom('contact').selectAll().where('client_id', '=', clientId).where('id', '=', id).executeTakeFirst()
export type ContactRow = NonNullable<Awaited<ReturnType<typeof selectContact>>>

/** The name of an owner, whom the vendor identifies by a number. */
export const selectOwner = (tx: Tx, clientId: string, { data_source_id, owner_external_id }: ContactRow) =>
  tx
    .selectFrom('crm_owner')
    .select(['name', 'email'])
    .where('client_id', '=', clientId)
    .where('data_source_id', '=', data_source_id)
    .where('external_id', '=', owner_external_id)
    .executeTakeFirst()

/** Every payload that the vendor delivered of the record, newest first. */
export const selectPayloads = (tx: Tx, clientId: string, recordId: string) =>
  tx
    .selectFrom('record_payload')
    .select(['run_id', 'payload', 'received_at'])
    .where('client_id', '=', clientId)
    .where('object', '=', 'contact')
    .where('record_id', '=', recordId)
    .orderBy('received_at', 'desc')
    .limit(200)
    .execute()

/** The names of a table's columns, by their ids. Empty if the source is not a table. */
export const selectColumns = async (tx: Tx, clientId: string, integrationId: string): Promise<Record<string, string>> => {
  const row = await tx
    .selectFrom('sync_stream')
    .select('columns')
    .where('client_id', '=', clientId)
    .where('integration_id', '=', integrationId)
    .where('stream', '=', 'contacts')
    .executeTakeFirst()
  return (row?.columns ?? {}) as Record<string, string>
}

export const selectTouches = (tx: Tx, clientId: string, contactId: string) =>
  tx
    .selectFrom('touch')
    .select(['at', 'channel', 'kind', 'source', 'medium', 'campaign', 'run_id'])
    .where('client_id', '=', clientId)
    .where('contact_id', '=', contactId)
    .orderBy('at')
    .orderBy('key')
    .limit(500)
    .execute()

/** Also those with several contacts. */
export const selectOpportunities = (tx: Tx, clientId: string, contactId: string) =>
  tx
    .selectFrom('opportunity')
    .select(['id', 'name', 'amount', 'currency', 'provider_outcome', 'data_source_id'])
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .where('id', 'in', (of) =>
      of
        .selectFrom('opportunity_contact')
        .select('opportunity_id')
        .where('opportunity_contact.client_id', '=', clientId)
        .where('opportunity_contact.contact_id', '=', contactId),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(200)
    .execute()

export const selectStageEvents = (tx: Tx, clientId: string, opportunityIds: readonly string[]) =>
  tx
    .selectFrom('stage_event')
    .leftJoin('opportunity', (join) =>
      join
        .onRef('opportunity.client_id', '=', 'stage_event.client_id')
        .onRef('opportunity.id', '=', 'stage_event.opportunity_id'),
    )
    .leftJoin('pipeline_stage', (join) =>
      join
        .onRef('pipeline_stage.client_id', '=', 'stage_event.client_id')
        .onRef('pipeline_stage.data_source_id', '=', 'opportunity.data_source_id')
        .onRef('pipeline_stage.pipeline_external_id', '=', 'opportunity.pipeline_external_id')
        .onRef('pipeline_stage.external_id', '=', 'stage_event.raw_stage'),
    )
    .select([
      'stage_event.opportunity_id',
      'stage_event.at',
      sql<string>`coalesce(pipeline_stage.name, stage_event.raw_stage)`.as('stage'),
      sql<boolean>`pipeline_stage.deleted_at is not null`.as('is_deleted'),
      sql<Provenance>`stage_event.provenance`.as('provenance'),
      'stage_event.run_id',
    ])
    .where('stage_event.client_id', '=', clientId)
    .where('stage_event.opportunity_id', 'in', opportunityIds)
    .orderBy('stage_event.at')
    .orderBy('stage_event.seq')
    .execute()

export const selectMergedFrom = async (tx: Tx, clientId: string, contactId: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('contact')
    .select('external_id')
    .where('client_id', '=', clientId)
    .where('merged_into', '=', contactId)
    .execute()
  return rows.map((row) => row.external_id)
}
