// The ids by which the agency knows records, in the company's account.
import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

interface Ref {
  clientId: string
  connectionId: string
}

interface KnownId {
  record_id: string
  shared_id: string
}

interface MemberId extends KnownId {
  object: 'contact' | 'opportunity'
  state: 'shared' | 'withdrawn'
}

/** Of these records, or of all that the agency has; in an order that says nothing, so that new ids do not tell which they replace. */
export const selectIds = async (tx: Tx, { clientId, connectionId }: Ref, sharedIds?: readonly string[]): Promise<MemberId[]> => {
  const { rows } = await sql<MemberId>`
    select object, record_id, shared_id, state from shared_record
    where client_id = ${clientId} and connection_id = ${connectionId} and state <> 'removed'
      ${sharedIds ? sql`and shared_id = any(${sharedIds}::uuid[])` : sql``}
    order by random()`.execute(tx)
  return rows
}

const idsAtOnce = 50_000

export const replaceIds = async (
  tx: Tx,
  { clientId, connectionId }: Ref,
  ids: readonly { from: string; to: string }[],
): Promise<void> => {
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const some = ids.slice(start, start + idsAtOnce)
    await sql`update shared_record set shared_id = renewed.to_id
      from unnest(${some.map(({ from }) => from)}::uuid[], ${some.map(({ to }) => to)}::uuid[]) as renewed(from_id, to_id)
      where shared_record.client_id = ${clientId} and shared_record.connection_id = ${connectionId}
        and shared_record.shared_id = renewed.from_id`.execute(tx)
  }
}

/** Contacts that now have other ids: what was read of them is still known to be of them. */
export const keepEarlierIds = async (tx: Tx, { clientId, connectionId }: Ref, ids: readonly KnownId[]): Promise<void> => {
  if (ids.length === 0) return
  await sql`insert into earlier_shared_id (client_id, connection_id, shared_id, record_id)
    select ${clientId}::uuid, ${connectionId}::uuid, earlier.shared_id, earlier.record_id
    from unnest(${ids.map((one) => one.shared_id)}::uuid[], ${ids.map((one) => one.record_id)}::uuid[]) as earlier(shared_id, record_id)
    on conflict (client_id, connection_id, shared_id) do nothing`.execute(tx)
}

/** The company's ids of contacts, also of those that left or have other ids now. */
export const selectOwnIds = async (tx: Tx, { clientId, connectionId }: Ref, sharedIds: readonly string[]): Promise<KnownId[]> => {
  const { rows } = await sql<KnownId>`
    select shared_id, record_id from shared_record
    where client_id = ${clientId} and connection_id = ${connectionId} and object = 'contact'
      and shared_id = any(${sharedIds}::uuid[])
    union all select shared_id, record_id from earlier_shared_id
    where client_id = ${clientId} and connection_id = ${connectionId} and shared_id = any(${sharedIds}::uuid[])`.execute(tx)
  return rows
}

/** The agency's ids of contacts, of those that it has or had. */
export const selectIdsAtAgency = async (
  tx: Tx,
  { clientId, connectionId }: Ref,
  contactIds: readonly string[],
): Promise<KnownId[]> => {
  const { rows } = await sql<KnownId>`
    select shared_id, record_id from shared_record
    where client_id = ${clientId} and connection_id = ${connectionId} and object = 'contact'
      and record_id = any(${contactIds}::uuid[])`.execute(tx)
  return rows
}
