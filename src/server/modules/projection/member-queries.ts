// Which records are shared under a connection, and since when. All of it is in the company's account.
import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import { describeExcluded, describeShared } from '../criteria/service.ts'
import type { RecordIds } from '../criteria/model.ts'
import type { Share, SharedIds } from './model.ts'

export interface Moved {
  object: 'contact' | 'opportunity'
  record_id: string
  shared_id: string
  /** The id that it had before it was removed, and that it does not get again. */
  earlier_id: string | null
  state: 'shared' | 'withdrawn' | 'removed'
  /** It left because the company excludes it from every agreement. */
  is_excluded: boolean
}

interface Evaluation {
  /** Absent: all records. */
  only?: RecordIds | undefined
  /** Which records that no longer match may stay without their names: all, those that left before, or none. */
  stay: 'all' | 'withdrawn' | 'none'
  at: Date
}

const matching = ({ criteria }: Share) => {
  const kinds = (['contact', 'opportunity'] as const).filter((kind) => criteria.record_types.includes(kind))
  const parts = kinds.map((kind) => sql`select ${kind}::text as object, id from ${sql.ref(`shared_${kind}`)}`)
  return parts.length === 0 ? sql`select null::text as object, null::uuid as id where false` : sql.join(parts, sql` union all `)
}

const isInScope = ({ contactIds, opportunityIds }: RecordIds) => sql`
  and ((object = 'contact' and record_id = any(${contactIds}::uuid[]))
    or (object = 'opportunity' and record_id = any(${opportunityIds}::uuid[])))`

/** Whether the company excludes a record from every agreement. Null: the record no longer exists. */
const isExcluded = ({ sharing, criteria }: Share) => {
  const { clientId } = sharing
  const { contact, opportunity } = describeExcluded(sharing)
  return sql`case leaving.object
    when 'contact' then (select ${contact} from contact where client_id = ${clientId} and id = leaving.record_id
      and data_source_id = ${criteria.integration_id} and deleted_at is null and merged_into is null)
    else (select ${opportunity} from opportunity where client_id = ${clientId} and id = leaving.record_id
      and data_source_id = ${criteria.integration_id} and deleted_at is null) end`
}

/** Those that return get other ids, in an order that says nothing: that of the records is also the order of the ids before. */
const entering = (share: Share, at: Date) => sql`
  insert into shared_record (client_id, connection_id, object, record_id, state, version, shared_from)
  select ${share.sharing.clientId}::uuid, ${share.connectionId}::uuid, matching.object, matching.id, 'shared', ${share.version}::integer,
    ${at}::timestamptz
  from matching left join known on known.object = matching.object and known.record_id = matching.id
  where known.state is distinct from 'shared'
  order by matching.object, known.place nulls first, matching.id
  on conflict (client_id, connection_id, object, record_id) do update set
    state = 'shared', version = excluded.version, shared_from = excluded.shared_from, shared_to = null,
    earlier = shared_record.earlier + tstzmultirange(tstzrange(shared_record.shared_from, shared_record.shared_to)),
    shared_id = case when shared_record.state = 'removed' then excluded.shared_id else shared_record.shared_id end
  returning object, record_id, shared_id, nullif(old.shared_id, new.shared_id) as earlier_id, state`

/** Decides anew which records are shared. Returns those that left, and those that returned under another id of the agency. */
export const moveMembers = async (tx: Tx, share: Share, { only, stay, at }: Evaluation): Promise<Moved[]> => {
  const { sharing, connectionId, criteria } = share
  const { clientId } = sharing
  const stays = { all: sql`true`, withdrawn: sql`judged.state = 'withdrawn'`, none: sql`false` }
  const staying = stays[criteria.on_leave === 'withdraw_pii' ? stay : 'none']
  const { rows } = await sql<Moved>`
    with ${describeShared(sharing, criteria, only)},
    matching as materialized (${matching(share)}),
    known as materialized (select object, record_id, state, random() as place from shared_record
      where client_id = ${clientId} and connection_id = ${connectionId} ${only ? isInScope(only) : sql``}),
    entered as (${entering(share, at)}),
    leaving as materialized (
      select known.object, known.record_id, known.state from known
      left join matching on matching.object = known.object and matching.id = known.record_id
      where known.state <> 'removed' and matching.id is null),
    judged as materialized (select object, record_id, state, ${isExcluded(share)} as is_excluded from leaving),
    decided as materialized (
      select object, record_id, state as before, is_excluded,
        case when ${staying} and not is_excluded then 'withdrawn' else 'removed' end as state
      from judged),
    gone as (
      update shared_record set state = decided.state, shared_to = coalesce(shared_record.shared_to, greatest(shared_record.shared_from, ${at}::timestamptz))
      from decided
      where shared_record.client_id = ${clientId} and shared_record.connection_id = ${connectionId}
        and shared_record.object = decided.object and shared_record.record_id = decided.record_id
        and decided.state <> decided.before
      returning shared_record.object, shared_record.record_id, shared_record.shared_id, shared_record.state, coalesce(decided.is_excluded, false) as is_excluded)
    select object, record_id, shared_id, earlier_id, state, false as is_excluded from entered where earlier_id is not null
    union all select object, record_id, shared_id, null, state, is_excluded from gone`.execute(tx)
  return rows
}

/** The agency's ids of these records, of those it was ever given. Rows of withdrawn records stay as they are. */
export const selectSharedIds = async (tx: Tx, { sharing, connectionId }: Share, records: RecordIds): Promise<SharedIds> => {
  const { rows } = await sql<{ object: string; shared_id: string }>`
    select object, shared_id from shared_record
    where client_id = ${sharing.clientId} and connection_id = ${connectionId} and state <> 'withdrawn' ${isInScope(records)}`.execute(
    tx,
  )
  const idsOf = (object: string) => rows.filter((row) => row.object === object).map((row) => row.shared_id)
  return { contactIds: idsOf('contact'), opportunityIds: idsOf('opportunity') }
}

/** Opportunities whose rows name one of these contacts. */
export const selectOpportunitiesOf = async (tx: Tx, clientId: string, contactIds: readonly string[]): Promise<string[]> => {
  if (contactIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`select distinct opportunity_id as id from opportunity_contact
    where client_id = ${clientId} and contact_id = any(${contactIds}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}

/** How many contacts and opportunities the agency should have rows of. */
export const countMembers = async (tx: Tx, { sharing, connectionId }: Pick<Share, 'sharing' | 'connectionId'>) => {
  const { rows } = await sql<{ contact: number; opportunity: number }>`
    select count(*) filter (where object = 'contact') as contact, count(*) filter (where object = 'opportunity') as opportunity
    from shared_record where client_id = ${sharing.clientId} and connection_id = ${connectionId} and state <> 'removed'`.execute(
    tx,
  )
  return rows[0] ?? { contact: 0, opportunity: 0 }
}

/** The connection ended. */
export const removeMembers = async (tx: Tx, { clientId, connectionId }: { clientId: string; connectionId: string }, at: Date) => {
  await sql`update shared_record set state = 'removed', shared_to = coalesce(shared_to, greatest(shared_from, ${at}::timestamptz))
    where client_id = ${clientId} and connection_id = ${connectionId} and state <> 'removed'`.execute(tx)
}

interface SharedCounts {
  contacts: number
  opportunities: number
  /** Contacts that left. */
  withdrawn: number
  withdrawnOpportunities: number
}

/** How many records are shared, and how many left. */
export const countByState = async (tx: Tx, { clientId, connectionId }: { clientId: string; connectionId: string }) => {
  const { rows } = await sql<SharedCounts>`
    select count(*) filter (where object = 'contact' and state = 'shared') as contacts,
      count(*) filter (where object = 'opportunity' and state = 'shared') as opportunities,
      count(*) filter (where object = 'contact' and state = 'withdrawn') as withdrawn,
      count(*) filter (where object = 'opportunity' and state = 'withdrawn') as "withdrawnOpportunities"
    from shared_record where client_id = ${clientId} and connection_id = ${connectionId}`.execute(tx)
  return rows[0] ?? { contacts: 0, opportunities: 0, withdrawn: 0, withdrawnOpportunities: 0 }
}
