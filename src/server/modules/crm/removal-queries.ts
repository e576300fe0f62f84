import { sql } from 'kysely'
import { jsonText } from '#server/platform/db/json.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Origin } from './contact-queries.ts'

interface Removal {
  externalId: string
  at: string | null
}

// Whoever is gone there keeps nothing personal here. The hash is emptied, so that a return is noticed.
const nothingPersonal = sql`first_name = null, last_name = null, email = null, email_norm = null, phone = null, phone_norm = null,
  company = null, city = null, region = null, postal_code = null, country = null, owner_external_id = null, tags = '{}', fields = '{}',
  content_hash = ''`

const timed = (removals: readonly Removal[], now: Date) =>
  jsonText(removals.map(({ externalId, at }) => ({ external_id: externalId, at: at ?? now.toISOString() })))

const forgetPayloads = async (
  tx: Tx,
  clientId: string,
  object: 'contact' | 'opportunity',
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  await sql`delete from record_payload
    where client_id = ${clientId} and object = ${object} and record_id = any(${ids}::uuid[])`.execute(tx)
}

export const removeContacts = async (
  tx: Tx,
  { clientId, integrationId, runId, at }: Origin,
  removals: readonly Removal[],
): Promise<number> => {
  if (removals.length === 0) return 0
  const { rows } = await sql<{ id: string }>`
    update contact set deleted_at = r.at, run_id = ${runId}, ${nothingPersonal}
    from json_to_recordset(${timed(removals, at)}::json) as r(external_id text, at timestamptz)
    where contact.client_id = ${clientId} and contact.integration_id = ${integrationId} and contact.external_id = r.external_id
      and contact.deleted_at is null
    returning contact.id`.execute(tx)
  await forgetPayloads(
    tx,
    clientId,
    'contact',
    rows.map(({ id }) => id),
  )
  return rows.length
}

export const removeOpportunities = async (
  tx: Tx,
  { clientId, integrationId, runId, at }: Origin,
  removals: readonly Removal[],
) => {
  if (removals.length === 0) return 0
  const { rows } = await sql<{ id: string }>`
    update opportunity set deleted_at = r.at, run_id = ${runId}, content_hash = ''
    from json_to_recordset(${timed(removals, at)}::json) as r(external_id text, at timestamptz)
    where opportunity.client_id = ${clientId} and opportunity.integration_id = ${integrationId}
      and opportunity.external_id = r.external_id and opportunity.deleted_at is null
    returning opportunity.id`.execute(tx)
  await forgetPayloads(
    tx,
    clientId,
    'opportunity',
    rows.map(({ id }) => id),
  )
  return rows.length
}

export const insertAliases = async (
  tx: Tx,
  { clientId, integrationId, at }: Origin,
  merges: readonly { from: string; into: string; at: string | null }[],
): Promise<void> => {
  const rows = merges.map((merge) => ({ from: merge.from, into: merge.into, at: merge.at ?? at.toISOString() }))
  await sql`
    insert into contact_alias (client_id, integration_id, external_id, into_external_id, merged_at)
    select ${clientId}, ${integrationId}, "from", "into", at
    from json_to_recordset(${jsonText(rows)}::json) as r("from" text, "into" text, at timestamptz)
    where "from" <> "into"
    on conflict (client_id, integration_id, external_id) do update set into_external_id = excluded.into_external_id`.execute(tx)
}

/** Those of the named people, on either side of a merge, whose rows do not follow it yet. */
export const selectUnfollowed = async (tx: Tx, { clientId, integrationId }: Origin, externalIds: readonly string[]) => {
  const ids = externalIds as string[]
  const { rows } = await sql<{ id: string; into_id: string }>`
    select lost.id, coalesce(kept.merged_into, kept.id) as into_id
    from contact_alias alias
    join contact lost on lost.client_id = alias.client_id and lost.integration_id = alias.integration_id
      and lost.external_id = alias.external_id
    join contact kept on kept.client_id = alias.client_id and kept.integration_id = alias.integration_id
      and kept.external_id = alias.into_external_id
    where alias.client_id = ${clientId} and lost.client_id = ${clientId} and kept.client_id = ${clientId}
      and alias.integration_id = ${integrationId}
      and (alias.external_id = any(${ids}::text[]) or alias.into_external_id = any(${ids}::text[]))
      and lost.merged_into is distinct from coalesce(kept.merged_into, kept.id) and lost.id <> coalesce(kept.merged_into, kept.id)`.execute(
    tx,
  )
  return rows
}

/** The one that is left takes over opportunities and touches; whoever had been merged into the lost one before follows too. */
export const followMerge = async (
  tx: Tx,
  { clientId, runId, at }: Origin,
  { id, into }: { id: string; into: string },
): Promise<void> => {
  await sql`update contact set merged_into = ${into}, deleted_at = coalesce(deleted_at, ${at}), run_id = ${runId}, ${nothingPersonal}
    where client_id = ${clientId} and id = ${id}`.execute(tx)
  await sql`update contact set merged_into = ${into} where client_id = ${clientId} and merged_into = ${id} and id <> ${into}`.execute(
    tx,
  )
  await sql`update opportunity_contact set contact_id = ${into} where client_id = ${clientId} and contact_id = ${id}`.execute(tx)
  await sql`update opportunity set contact_id = ${into} where client_id = ${clientId} and contact_id = ${id}`.execute(tx)
  await sql`update touch set contact_id = ${into} where client_id = ${clientId} and contact_id = ${id}`.execute(tx)
  await forgetPayloads(tx, clientId, 'contact', [id])
}
