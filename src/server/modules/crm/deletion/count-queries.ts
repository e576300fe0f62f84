import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { DataSourceRef, RecordObject } from '../model.ts'

const table = (object: RecordObject) => sql.table(object)
export const active = (object: RecordObject) =>
  object === 'contact' ? sql`deleted_at is null and merged_into is null` : sql`deleted_at is null`

/** Active records: neither deleted nor merged. */
export const countActive = async (tx: Tx, { clientId, dataSourceId }: DataSourceRef, object: RecordObject): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${table(object)}
    where client_id = ${clientId} and data_source_id = ${dataSourceId} and ${active(object)}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Rows of spend by campaign and day, both days included. */
export const countSpendDays = async (
  tx: Tx,
  { clientId, dataSourceId }: DataSourceRef,
  { from, until }: { from: string; until: string },
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ad_spend where client_id = ${clientId} and data_source_id = ${dataSourceId}
      and day between ${from}::date and ${until}::date`.execute(tx)
  return rows[0]?.n ?? 0
}

/** The number of stored rows of a source. Contacts and opportunities are counted as on its card. */
export const countStored = async (tx: Tx, source: DataSourceRef) => {
  const { clientId, dataSourceId } = source
  const contacts = await countActive(tx, source, 'contact')
  const opportunities = await countActive(tx, source, 'opportunity')
  const { rows } = await sql<{ payloads: number; stage_events: number; touches: number; spend_days: number }>`
    select
      (select count(*) from record_payload where client_id = ${clientId} and data_source_id = ${dataSourceId}) as payloads,
      (select count(*) from stage_event join opportunity on opportunity.client_id = stage_event.client_id
         and opportunity.id = stage_event.opportunity_id
       where stage_event.client_id = ${clientId} and opportunity.client_id = ${clientId}
         and opportunity.data_source_id = ${dataSourceId}) as stage_events,
      (select count(*) from touch join contact on contact.client_id = touch.client_id and contact.id = touch.contact_id
       where touch.client_id = ${clientId} and contact.client_id = ${clientId}
         and contact.data_source_id = ${dataSourceId}) as touches,
      (select count(distinct day) from ad_spend
       where client_id = ${clientId} and data_source_id = ${dataSourceId}) as spend_days`.execute(tx)
  return { contacts, opportunities, payloads: 0, stage_events: 0, touches: 0, spend_days: 0, ...rows[0] }
}
