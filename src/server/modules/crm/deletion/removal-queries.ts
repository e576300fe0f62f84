import { sql } from 'kysely'
import { jsonText } from '#server/platform/db/json.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { RecordObject, DataSourceRef, WriteContext } from '../model.ts'
import { keepExcluded } from '../../exclusions/kept/service.ts'

interface Removal {
  externalId: string
  at: string | null
}

// A contact that is deleted at the vendor keeps no personal data here. The hash is emptied, so that a return is
// noticed.
const nothingPersonal = sql`first_name = null, last_name = null, email = null, email_norm = null, phone = null, phone_norm = null,
  company = null, city = null, region = null, postal_code = null, country = null, owner_external_id = null, tags = '{}', fields = '{}',
  content_hash = ''`

const timed = (removals: readonly Removal[], now: Date) =>
  jsonText(removals.map(({ externalId, at }) => ({ external_id: externalId, at: at ?? now.toISOString() })))

const forgetPayloads = async (tx: Tx, clientId: string, object: RecordObject, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await sql`delete from record_payload
    where client_id = ${clientId} and object = ${object} and record_id = any(${ids}::uuid[])`.execute(tx)
}

/** Deletes what could identify a browser. The marketing source stays. */
const forgetClicks = async (tx: Tx, clientId: string, contactIds: readonly string[]): Promise<void> => {
  if (contactIds.length === 0) return
  await sql`update touch set click_id = null, landing_url = null, referrer = null
    where client_id = ${clientId} and contact_id = any(${contactIds}::uuid[])`.execute(tx)
}

/** A deleted contact is in no list. Says whether any of them was. */
const leaveLists = async (
  tx: Tx,
  { clientId, dataSourceId }: DataSourceRef,
  contacts: readonly { external_id: string }[],
): Promise<boolean> => {
  if (contacts.length === 0) return false
  const externalIds = contacts.map((contact) => contact.external_id)
  const { rows } = await sql`delete from crm_list_member where client_id = ${clientId} and data_source_id = ${dataSourceId}
    and contact_external_id = any(${externalIds}::text[]) returning 1`.execute(tx)
  return rows.length > 0
}

/**
 * Deletes memberships of contacts that were deleted by older versions, up to `limit` at a time. Returns the number of
 * contacts.
 */
export const deleteMembersOfDeleted = async (tx: Tx, source: DataSourceRef, limit: number): Promise<number> => {
  const { clientId, dataSourceId } = source
  const { rows } = await sql<{ external_id: string }>`
    select external_id from contact
    where client_id = ${clientId} and data_source_id = ${dataSourceId} and deleted_at is not null
      and exists (select from crm_list_member member where member.client_id = ${clientId}
        and member.data_source_id = ${dataSourceId} and member.contact_external_id = contact.external_id)
    limit ${limit}`.execute(tx)
  await leaveLists(tx, source, rows)
  return rows.length
}

interface RemovedContacts {
  /** Of those that were here. */
  ids: string[]
  haveLeftLists: boolean
}

export const removeContacts = async (tx: Tx, origin: WriteContext, removals: readonly Removal[]): Promise<RemovedContacts> => {
  if (removals.length === 0) return { ids: [], haveLeftLists: false }
  const { clientId, dataSourceId, runId, at } = origin
  const externalIds = removals.map(({ externalId }) => externalId)
  await keepExcluded(tx, origin, sql`data_source_id = ${dataSourceId} and external_id = any(${externalIds}::text[])`)
  const { rows } = await sql<{ id: string; external_id: string }>`
    update contact set deleted_at = r.at, run_id = ${runId}, ${nothingPersonal}
    from json_to_recordset(${timed(removals, at)}::json) as r(external_id text, at timestamptz)
    where contact.client_id = ${clientId} and contact.data_source_id = ${dataSourceId} and contact.external_id = r.external_id
      and contact.deleted_at is null
    returning contact.id, contact.external_id`.execute(tx)
  const haveLeftLists = await leaveLists(tx, origin, rows)
  const ids = rows.map(({ id }) => id)
  await forgetPayloads(tx, clientId, 'contact', ids)
  await forgetClicks(tx, clientId, ids)
  return { ids, haveLeftLists }
}

/** Returns the ids of those that existed here. */
export const removeOpportunities = async (tx: Tx, origin: WriteContext, removals: readonly Removal[]): Promise<string[]> => {
  if (removals.length === 0) return []
  const { clientId, dataSourceId, runId, at } = origin
  const { rows } = await sql<{ id: string }>`
    update opportunity set deleted_at = r.at, run_id = ${runId}, name = null, fields = '{}', content_hash = ''
    from json_to_recordset(${timed(removals, at)}::json) as r(external_id text, at timestamptz)
    where opportunity.client_id = ${clientId} and opportunity.data_source_id = ${dataSourceId}
      and opportunity.external_id = r.external_id and opportunity.deleted_at is null
    returning opportunity.id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await forgetPayloads(tx, clientId, 'opportunity', ids)
  return ids
}

export const insertAliases = async (
  tx: Tx,
  { clientId, dataSourceId, at }: WriteContext,
  merges: readonly { from: string; into: string; at: string | null }[],
): Promise<void> => {
  const rows = merges.map((merge) => ({ from: merge.from, into: merge.into, at: merge.at ?? at.toISOString() }))
  await sql`
    insert into contact_alias (client_id, data_source_id, external_id, into_external_id, merged_at)
    select ${clientId}, ${dataSourceId}, "from", "into", at
    from json_to_recordset(${jsonText(rows)}::json) as r("from" text, "into" text, at timestamptz)
    where "from" <> "into"
    on conflict (client_id, data_source_id, external_id) do update set into_external_id = excluded.into_external_id`.execute(tx)
}

/** Merges that involve one of the given contacts, on either side. Usually there is none, and finding that out is cheap. */
const selectAliases = async (tx: Tx, { clientId, dataSourceId }: WriteContext, externalIds: readonly string[]) => {
  const { rows } = await sql<{ lost: string; kept: string }>`
    select external_id as lost, into_external_id as kept from contact_alias
    where client_id = ${clientId} and data_source_id = ${dataSourceId} and external_id = any(${externalIds}::text[])
    union
    select external_id as lost, into_external_id as kept from contact_alias
    where client_id = ${clientId} and data_source_id = ${dataSourceId} and into_external_id = any(${externalIds}::text[])`.execute(
    tx,
  )
  return rows
}

/** Merges whose rows have not been moved yet. */
export const selectUnfollowed = async (
  tx: Tx,
  origin: WriteContext,
  externalIds: readonly string[],
): Promise<{ id: string; into: string }[]> => {
  const { clientId, dataSourceId } = origin
  const aliases = await selectAliases(tx, origin, externalIds)
  if (aliases.length === 0) return []
  const ids = [...new Set(aliases.flatMap(({ lost, kept }) => [lost, kept]))]
  const { rows } = await sql<{ id: string; external_id: string; merged_into: string | null }>`
    select id, external_id, merged_into from contact
    where client_id = ${clientId} and data_source_id = ${dataSourceId} and external_id = any(${ids}::text[])`.execute(tx)
  const known = new Map(rows.map((row) => [row.external_id, row]))
  return aliases.flatMap(({ lost: from, kept: to }) => {
    const lost = known.get(from)
    const kept = known.get(to)
    const into = kept && (kept.merged_into ?? kept.id)
    return lost && into !== undefined && lost.merged_into !== into && lost.id !== into ? [{ id: lost.id, into }] : []
  })
}

export interface FollowedMerge {
  /** Contacts that were merged into another one. */
  contacts: string[]
  opportunities: string[]
  haveLeftLists: boolean
}

/** Moves opportunities and touches to the remaining contact. Contacts that were merged into the lost one before follow too. */
export const followMerge = async (
  tx: Tx,
  origin: WriteContext,
  { id, into }: { id: string; into: string },
): Promise<FollowedMerge> => {
  const { clientId, runId, at } = origin
  await keepExcluded(tx, origin, sql`id = ${id}`)
  const { rows } = await sql<{ external_id: string }>`
    update contact set merged_into = ${into}, deleted_at = coalesce(deleted_at, ${at}), run_id = ${runId}, ${nothingPersonal}
    where client_id = ${clientId} and id = ${id}
    returning external_id`.execute(tx)
  const haveLeftLists = await leaveLists(tx, origin, rows)
  const earlier = await sql<{ id: string }>`update contact set merged_into = ${into}
    where client_id = ${clientId} and merged_into = ${id} and id <> ${into} returning id`.execute(tx)
  // The primary contact of an opportunity is among its contacts.
  const moved = await sql<{ opportunity_id: string }>`update opportunity_contact set contact_id = ${into}
    where client_id = ${clientId} and contact_id = ${id} returning opportunity_id`.execute(tx)
  await sql`update opportunity set contact_id = ${into} where client_id = ${clientId} and contact_id = ${id}`.execute(tx)
  await sql`update touch set contact_id = ${into} where client_id = ${clientId} and contact_id = ${id}`.execute(tx)
  await forgetPayloads(tx, clientId, 'contact', [id])
  const contacts = [id, ...earlier.rows.map((row) => row.id)]
  return { contacts, opportunities: moved.rows.map((row) => row.opportunity_id), haveLeftLists }
}
