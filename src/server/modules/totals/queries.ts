import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { DataSourceRef } from '../crm/model.ts'

const month = (column: string) => sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM')`

/** The channel of each contact's first touch. */
const firstTouch = ({ clientId, dataSourceId }: DataSourceRef) => sql`first_touch as materialized (
  select distinct on (touch.contact_id) touch.contact_id, touch.channel from touch
  join contact on contact.client_id = ${clientId} and contact.id = touch.contact_id and contact.data_source_id = ${dataSourceId}
  where touch.client_id = ${clientId}
  order by touch.contact_id, touch.at, touch.key)`

interface ContactCell {
  channel: string
  month: string
  count: number
}

export const countContacts = async (tx: Tx, source: DataSourceRef): Promise<ContactCell[]> => {
  const { rows } = await sql<ContactCell>`with ${firstTouch(source)}
    select coalesce(first_touch.channel, 'Unknown') as channel, ${month('contact.created_at')} as month, count(*) as count
    from contact left join first_touch on first_touch.contact_id = contact.id
    where contact.client_id = ${source.clientId} and contact.data_source_id = ${source.dataSourceId}
      and contact.deleted_at is null and contact.merged_into is null
    group by 1, 2`.execute(tx)
  return rows
}

interface OpportunityCell extends ContactCell {
  outcome: string
  stage: string
}

export const countOpportunities = async (tx: Tx, source: DataSourceRef): Promise<OpportunityCell[]> => {
  const { rows } = await sql<OpportunityCell>`with ${firstTouch(source)}
    select coalesce(opportunity.provider_outcome, 'open') as outcome, coalesce(first_touch.channel, 'Unknown') as channel,
      ${month('opportunity.created_at')} as month, coalesce(stage.name, opportunity.raw_stage, 'Unknown') as stage, count(*) as count
    from opportunity left join first_touch on first_touch.contact_id = opportunity.contact_id
    left join pipeline_stage as stage on stage.client_id = ${source.clientId} and stage.data_source_id = ${source.dataSourceId}
      and stage.pipeline_external_id = opportunity.pipeline_external_id and stage.external_id = opportunity.raw_stage
    where opportunity.client_id = ${source.clientId} and opportunity.data_source_id = ${source.dataSourceId}
      and opportunity.deleted_at is null
    group by 1, 2, 3, 4`.execute(tx)
  return rows
}
