import { sql } from 'kysely'
import type { RecordObject } from '#server/connectors/kit/records.ts'
import type { Tx } from '#server/platform/db/scope.ts'

interface Place {
  clientId: string
  integrationId: string
}

const table = (object: RecordObject) => sql.table(object)
export const living = (object: RecordObject) =>
  object === 'contact' ? sql`deleted_at is null and merged_into is null` : sql`deleted_at is null`

/** What counts: neither deleted nor merged. */
export const countLiving = async (tx: Tx, { clientId, integrationId }: Place, object: RecordObject): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${table(object)}
    where client_id = ${clientId} and integration_id = ${integrationId} and ${living(object)}`.execute(tx)
  return rows[0]?.n ?? 0
}

const sources = {
  contacts: 'contact',
  opportunities: 'opportunity',
  payloads: 'record_payload',
  spend_days: 'ad_spend',
} as const

/** What is held from a source, in counts. */
export const countHeld = async (tx: Tx, { clientId, integrationId }: Place) => {
  const counts: Record<string, number> = {}
  for (const [name, from] of Object.entries(sources)) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(from)} where client_id = ${clientId} and integration_id = ${integrationId}`.execute(
      tx,
    )
    counts[name] = rows[0]?.n ?? 0
  }
  const { rows } = await sql<{ stage_events: number; touches: number }>`
    select
      (select count(*) from stage_event join opportunity on opportunity.client_id = stage_event.client_id
         and opportunity.id = stage_event.opportunity_id
       where stage_event.client_id = ${clientId} and opportunity.client_id = ${clientId}
         and opportunity.integration_id = ${integrationId}) as stage_events,
      (select count(*) from touch join contact on contact.client_id = touch.client_id and contact.id = touch.contact_id
       where touch.client_id = ${clientId} and contact.client_id = ${clientId}
         and contact.integration_id = ${integrationId}) as touches`.execute(tx)
  return { contacts: 0, opportunities: 0, payloads: 0, spend_days: 0, ...counts, stage_events: 0, touches: 0, ...rows[0] }
}

const erasing = [
  'record_payload',
  'contact',
  'opportunity',
  'ad_spend',
  'crm_list_member',
  'sync_hint',
  'sync_reject',
  'sync_seen',
  'sync_run',
] as const

/** Erases so many rows of a source, with what hangs on them; 0: nothing is left. */
export const eraseSome = async (tx: Tx, { clientId, integrationId }: Place, limit: number): Promise<number> => {
  for (const name of erasing) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(name)} where ctid = any(array(
        select ctid from ${sql.table(name)} where client_id = ${clientId} and integration_id = ${integrationId} limit ${limit}))
        and client_id = ${clientId}`.execute(tx)
    if (numAffectedRows !== undefined && numAffectedRows > 0n) return Number(numAffectedRows)
  }
  return 0
}
