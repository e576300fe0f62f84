import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { SeenValue } from './suggest.ts'

interface Asked {
  clientId: string
  /** Deliveries received from then on, at most so many of the newest. */
  from: Date
  deliveries: number
  /** At most so many values in these deliveries, the newest ones. */
  brought: number
  /** At most so many names, those that most events brought. */
  names: number
  /** The data sources whose deliveries count. Absent: all of them. */
  dataSourceIds: readonly string[] | undefined
}

/** Names that applied events brought and that are neither in the catalogue nor ignored, most frequent first. */
const found = ({ clientId, from, deliveries, brought, names, dataSourceIds }: Asked) => sql`
  newest as materialized (
    select endpoint_id, received_at, event, set_aside, payload -> 'properties' as properties from webhook_delivery
    where client_id = ${clientId} and state = 'applied' and set_aside <> '{}' and received_at >= ${from}
      and data_source_id not in (select ended.id from webhook_endpoint as ended where ended.client_id = ${clientId} and ended.ended_at is not null)
      and ${dataSourceIds === undefined ? sql`true` : sql`data_source_id = any(${dataSourceIds}::uuid[])`}
    order by id desc limit ${deliveries}),
  brought as materialized (
    select name, endpoint_id, received_at, event, properties ->> name as value
    from newest cross join lateral unnest(set_aside) as name
    where name not in (select known.name from webhook_property as known where known.client_id = ${clientId} and known.hidden_at is null)
      and name not in (select ignored.name from webhook_ignored_property as ignored where ignored.client_id = ${clientId})
    limit ${brought}),
  found as (
    select name, count(*) as count, min(received_at) as since, array_agg(distinct endpoint_id) as endpoint_ids,
      count(*) filter (where event like 'deal.%' or event = 'stage.changed') as of_opportunities
    from brought group by name order by count(*) desc, name limit ${names})`

interface FoundRow {
  name: string
  count: number
  since: Date
  endpoint_ids: string[]
  of_opportunities: number
}

/** Long values are compared and shown by their beginnings. */
const valueLength = 200

interface ValueRow extends SeenValue {
  name: string
  /** How many different values of this name there are. */
  different: number
}

export const selectSetAside = async (
  tx: Tx,
  asked: Asked,
  valuesOfEach: number,
): Promise<{ found: FoundRow[]; values: ValueRow[] }> => {
  const { rows } = await sql<FoundRow & { values: Omit<ValueRow, 'name'>[] | null }>`
    with ${found(asked)},
    counted as (
      select name, left(value, ${valueLength}) as value, count(*) as count from brought
      where value <> '' and name in (select found.name from found) group by 1, 2),
    ranked as (
      select name, value, count, row_number() over (partition by name order by count desc, value) as rank,
        count(*) over (partition by name) as different
      from counted),
    listed as (
      select name, jsonb_agg(jsonb_build_object('value', value, 'count', count, 'different', different) order by rank) as values
      from ranked where rank <= ${valuesOfEach} group by name)
    select found.*, listed.values from found left join listed on listed.name = found.name
    order by found.count desc, found.name`.execute(tx)
  return {
    found: rows,
    values: rows.flatMap(({ name, values }) => (values ?? []).map((value) => ({ name, ...value }))),
  }
}

/**
 * The deliveries that brought a property wait to be applied once more. Answers with their number by data source.
 */
export const returnToWaiting = async (
  tx: Tx,
  clientId: string,
  name: string,
): Promise<{ dataSourceId: string; deliveries: number }[]> => {
  const { rows } = await sql<{ data_source_id: string; deliveries: number }>`
    with returned as (
      update webhook_delivery set state = 'waiting', set_aside = array_remove(set_aside, ${name}::text)
      where client_id = ${clientId} and state = 'applied' and set_aside <> '{}' and ${name}::text = any(set_aside)
      returning data_source_id)
    select data_source_id, count(*) as deliveries from returned group by data_source_id`.execute(tx)
  return rows.map((row) => ({ dataSourceId: row.data_source_id, deliveries: row.deliveries }))
}

/** Whether it was not ignored before. */
export const insertIgnored = async (tx: Tx, clientId: string, name: string): Promise<boolean> => {
  const row = await tx
    .insertInto('webhook_ignored_property')
    .values({ client_id: clientId, name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether it was ignored before. */
export const deleteIgnored = async (tx: Tx, clientId: string, name: string): Promise<boolean> => {
  const row = await tx
    .deleteFrom('webhook_ignored_property')
    .where('client_id', '=', clientId)
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

/** The endpoints of an account, with the companies whose leads arrive there. */
export const selectEndpointCompanies = (tx: Tx, clientId: string) =>
  tx
    .selectFrom('webhook_endpoint')
    .select(['id', 'company_id'])
    .where('client_id', '=', clientId)
    .where('ended_at', 'is', null)
    .execute()
