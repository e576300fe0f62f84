import { sql } from 'kysely'
import { rowset, textArray } from '#server/platform/db/statements/rows.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { RecordBatch, WriteContext } from './model.ts'

type Members = NonNullable<RecordBatch['memberships']>

const rowsOf = (members: Members) => sql`${rowset(members, { listId: 'text', contactId: 'text' })} as r(list, contact)`

/** Of memberships: the data source's own ids of their contacts. */
interface MemberRow {
  contact: string
}

const contactsOf = ({ rows }: { rows: readonly MemberRow[] }): string[] => [...new Set(rows.map(({ contact }) => contact))]

/** A contact that came with all its lists is no longer in the others. Returns the contacts whose lists are fewer. */
export const dropOtherMembers = async (
  tx: Tx,
  { clientId, dataSourceId }: WriteContext,
  contactIds: readonly string[],
  members: Members,
): Promise<string[]> => {
  if (contactIds.length === 0) return []
  const left = await sql<MemberRow>`
    delete from crm_list_member as member where member.client_id = ${clientId} and member.data_source_id = ${dataSourceId}
      and member.contact_external_id = any(${contactIds}::text[])
      and not exists (select 1 from ${rowsOf(members)}
        where r.list = member.list_external_id and r.contact = member.contact_external_id)
    returning member.contact_external_id as contact`.execute(tx)
  return contactsOf(left)
}

/** The known lists among these. */
export const selectKnownLists = async (
  tx: Tx,
  { clientId, dataSourceId }: WriteContext,
  ids: readonly string[],
): Promise<readonly { id: string; name: string }[]> => {
  const { rows } = await sql<{ id: string; name: string }>`
    select external_id as id, name from crm_list
    where client_id = ${clientId} and data_source_id = ${dataSourceId} and external_id = any(${textArray(ids)}::text[])`.execute(
    tx,
  )
  return rows
}

type ByList = ReadonlyMap<string, readonly string[]>

/** Each membership once. */
const sortByList = (members: Members): ByList => {
  const groups = Map.groupBy(members, ({ listId }) => listId)
  return new Map([...groups].map(([list, some]) => [list, [...new Set(some.map(({ contactId }) => contactId))]]))
}

const noteSeen = async (tx: Tx, { clientId, dataSourceId }: WriteContext, lists: ByList): Promise<void> => {
  for (const [list, contacts] of lists)
    await sql`
      insert into sync_seen (client_id, data_source_id, object, list_external_id, external_ids)
      values (${clientId}, ${dataSourceId}, 'member', ${list}, ${textArray(contacts)}::text[])`.execute(tx)
}

/** For a few lists it is cheaper to check first whether all of their members are known: one query, and no inserts. */
const worthAsking = 4

const areKnown = async (tx: Tx, { clientId, dataSourceId }: WriteContext, list: string, contacts: readonly string[]) => {
  const { rows } = await sql<{ known: number }>`
    select count(*) as known from crm_list_member
    where client_id = ${clientId} and data_source_id = ${dataSourceId} and list_external_id = ${list}
      and contact_external_id = any(${textArray(contacts)}::text[])`.execute(tx)
  return rows[0]?.known === contacts.length
}

/** `isNoted`: the members of all lists are being read, and those that were found are recorded. Returns the contacts of new ones. */
export const insertMembers = async (
  tx: Tx,
  origin: WriteContext,
  members: Members,
  { isNoted }: { isNoted: boolean },
): Promise<string[]> => {
  if (members.length === 0) return []
  const { clientId, dataSourceId, runId } = origin
  const lists = sortByList(members)
  if (isNoted) await noteSeen(tx, origin, lists)
  const missing: { list: string; contact: string }[] = []
  for (const [list, contacts] of lists)
    if (lists.size > worthAsking || !(await areKnown(tx, origin, list, contacts)))
      missing.push(...contacts.map((contact) => ({ list, contact })))
  if (missing.length === 0) return []
  const joined = await sql<MemberRow>`
    insert into crm_list_member (client_id, data_source_id, run_id, list_external_id, contact_external_id)
    select ${clientId}::uuid, ${dataSourceId}::uuid, ${runId}::uuid, list, contact
    from ${rowset(missing, { list: 'text', contact: 'text' })} as r
    on conflict do nothing
    returning contact_external_id as contact`.execute(tx)
  return contactsOf(joined)
}
