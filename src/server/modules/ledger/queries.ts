import { sql } from 'kysely'
import type { Link } from '#server/platform/audit/chain.ts'
import type { Row, Tx } from '#server/platform/db/scope.ts'
import { newId } from '#server/platform/ids.ts'
import type { ExportedFiles, HashedRow, LedgerFilter, LedgerRef, LedgerRow, Read, Reading } from './model.ts'

/** In the agency's account, in one statement. */
export const insertReads = async (
  tx: Tx,
  { clientId, userId, requestId, kind }: Reading,
  reads: readonly Read[],
): Promise<void> => {
  const at = new Date()
  await tx
    .insertInto('ledger_read')
    .values(
      reads.map((read) => ({
        client_id: clientId,
        connection_id: read.connectionId,
        id: newId(),
        company_id: read.companyId,
        at,
        user_id: userId,
        request_id: requestId,
        kind,
        version: read.version,
        fields: [...read.fields],
        contact_ids: [...read.contactIds],
      })),
    )
    .execute()
}

/** Reads that are in no ledger yet: the agency and the connection. */
export interface WaitingRef {
  agencyId: string
  connectionId: string
}

/** Of all agencies, in the order of their ids. */
export const selectWaiting = async (tx: Tx, after: WaitingRef | undefined, limit: number): Promise<WaitingRef[]> => {
  const { rows } = await sql<WaitingRef>`
    select distinct client_id as "agencyId", connection_id as "connectionId" from ledger_read
    where ${after === undefined} or (client_id, connection_id) > (${after?.agencyId ?? null}::uuid, ${after?.connectionId ?? null}::uuid)
    order by 1, 2 limit ${limit}`.execute(tx)
  return rows
}

export type ReadRow = Row<'ledger_read'>

/**
 * The oldest ones, which are deleted with this transaction: whoever takes them at the same time waits, and gets others.
 * They are chosen as an array, once; a sub-select with a limit could be repeated for each row, and find others each time.
 */
export const takeReads = async (tx: Tx, { agencyId, connectionId }: WaitingRef, limit: number): Promise<ReadRow[]> => {
  const { rows } = await sql<ReadRow>`
    delete from ledger_read where client_id = ${agencyId} and connection_id = ${connectionId} and id = any(array(
      select id from ledger_read where client_id = ${agencyId} and connection_id = ${connectionId} order by id limit ${limit} for update))
    returning *`.execute(tx)
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** Until the transaction ends, nobody else appends to the ledger of the company. */
export const lockHead = async (tx: Tx, clientId: string): Promise<Link> => {
  await tx
    .insertInto('ledger_head')
    .values({ client_id: clientId, seq: 0, hash: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('ledger_head')
    .select(['seq', 'hash'])
    .where('client_id', '=', clientId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export const insertEntries = async (tx: Tx, rows: readonly LedgerRow[]): Promise<void> => {
  await tx.insertInto('ledger_entry').values(rows).execute()
}

export const moveHead = async (tx: Tx, clientId: string, { seq, hash }: Link): Promise<void> => {
  await tx.updateTable('ledger_head').set({ seq, hash }).where('client_id', '=', clientId).execute()
}

/** A file is written in parts, of which the first one stands for all. */
const isFirstPart = ({ clientId, connectionId }: LedgerRef) => sql<boolean>`(kind <> 'export' or not exists (
  select from ledger_entry as part where part.client_id = ${clientId} and part.connection_id = ${connectionId}
    and part.kind = 'export' and part.request_id = ledger_entry.request_id and part.seq < ledger_entry.seq))`

/** Of one contact: the part of a file that it is in. */
const matching = (tx: Tx, ref: LedgerRef, { contactId, userId, from, to }: LedgerFilter) => {
  const { clientId, connectionId } = ref
  let rows = tx.selectFrom('ledger_entry').where('client_id', '=', clientId).where('connection_id', '=', connectionId)
  rows =
    contactId === undefined ? rows.where(isFirstPart(ref)) : rows.where(sql<boolean>`contact_ids @> array[${contactId}::uuid]`)
  if (userId !== undefined) rows = rows.where('user_id', '=', userId)
  if (from !== undefined) rows = rows.where('at', '>=', from)
  return to === undefined ? rows : rows.where('at', '<', to)
}

/** Newest first. */
export const selectEntries = async (
  tx: Tx,
  ref: LedgerRef,
  { filter, page, size }: { filter: LedgerFilter; page: number; size: number },
) => {
  const rows = await matching(tx, ref, filter)
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .offset((page - 1) * size)
    .limit(size)
    .execute()
  const { total } = await matching(tx, ref, filter)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

interface WholeFile {
  request_id: string
  contacts: number
  fields: string[]
}

/** All parts of these files together. */
export const selectFiles = async (
  tx: Tx,
  { clientId, connectionId }: LedgerRef,
  requestIds: readonly string[],
): Promise<WholeFile[]> => {
  const { rows } = await sql<WholeFile>`
    select request_id, sum(cardinality(contact_ids))::integer as contacts,
      array(select distinct unnest(part.fields) from ledger_entry as part where part.client_id = ${clientId}
        and part.connection_id = ${connectionId} and part.kind = 'export' and part.request_id = entry.request_id) as fields
    from ledger_entry as entry where client_id = ${clientId} and connection_id = ${connectionId} and kind = 'export'
      and request_id = any(${requestIds}::text[])
    group by request_id`.execute(tx)
  return rows
}

/** The newest files one by one, and the others by user. */
export const selectExports = async (tx: Tx, { clientId, connectionId }: LedgerRef, single: number): Promise<ExportedFiles[]> => {
  const { rows } = await sql<ExportedFiles>`
    with file as (
      select request_id, user_id, min(at) as at, sum(cardinality(contact_ids)) as contacts,
        row_number() over (order by min(at) desc, request_id) as place
      from ledger_entry where client_id = ${clientId} and connection_id = ${connectionId} and kind = 'export'
      group by request_id, user_id)
    select user_id as "userId", count(*)::integer as files, max(at) as at, sum(contacts)::integer as contacts
    from file group by user_id, least(place, ${single}::bigint + 1)
    order by max(at) desc, user_id`.execute(tx)
  return rows
}

/** The next rows of the chain: as many as `limit`, and none beyond `until`. */
export const selectLinks = (
  tx: Tx,
  clientId: string,
  { after, until, limit }: { after: Link; until: number; limit: number },
): Promise<HashedRow[]> =>
  tx
    .selectFrom('ledger_entry')
    .selectAll()
    .select(sql<number>`(extract(epoch from at) * 1000000)::bigint`.as('at_us'))
    .where('client_id', '=', clientId)
    .where('seq', '>', after.seq)
    .where('seq', '<=', until)
    .orderBy('seq')
    .limit(limit)
    .execute()
