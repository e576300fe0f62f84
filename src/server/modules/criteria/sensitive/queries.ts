import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { DataSourceRef } from '../../crm/model.ts'

/** So many records say what fields contain. */
const readMax = 1000

interface Contents {
  of: 'contact' | 'opportunity'
  /** A column, or a field of the CRM. */
  name: string
  isCustom: boolean
  texts: string[]
}

interface Asked {
  /** Names of fields of the CRM. */
  contactFields: readonly string[]
  opportunityFields: readonly string[]
}

/** Some texts that records of a source have, by the field that has them. */
export const selectContents = async (
  tx: Tx,
  { clientId, dataSourceId }: DataSourceRef,
  { contactFields, opportunityFields }: Asked,
): Promise<Contents[]> => {
  const { rows } = await sql<Contents>`
    with people as materialized (
      select fields, source, tags from contact
      where client_id = ${clientId} and data_source_id = ${dataSourceId} and deleted_at is null and merged_into is null
      order by created_at desc, id desc limit ${readMax}),
    deals as materialized (
      select fields, source, name from opportunity
      where client_id = ${clientId} and data_source_id = ${dataSourceId} and deleted_at is null limit ${readMax}),
    contents as (
      select 'contact' as of, false as "isCustom", 'source' as name, source as text from people
      union all select 'contact', false, 'tags', unnest(tags) from people
      union all select 'contact', true, key, value from people cross join lateral jsonb_each_text(people.fields)
        where key = any(${contactFields}::text[])
      union all select 'opportunity', false, 'source', source from deals
      union all select 'opportunity', false, 'name', name from deals
      union all select 'opportunity', true, key, value from deals cross join lateral jsonb_each_text(deals.fields)
        where key = any(${opportunityFields}::text[]))
    select of, "isCustom", name, (array_agg(distinct left(text, 1000)))[1:100] as texts
    from contents where text <> '' group by of, "isCustom", name`.execute(tx)
  return rows
}
