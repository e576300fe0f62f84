import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { RecordIds } from './model.ts'

/**
 * Records whose sharing may depend on these: up to two steps away, a step being the one between an opportunity and one
 * of its contacts. Steps that existed only before a change are not known here.
 */
export const selectAffected = async (tx: Tx, clientId: string, { contactIds, opportunityIds }: RecordIds): Promise<RecordIds> => {
  const step = (from: 'contact_id' | 'opportunity_id', to: 'contact_id' | 'opportunity_id', known: string) => sql`
    select ${sql.ref(to)} as id from opportunity_contact
    where client_id = ${clientId} and contact_id is not null and ${sql.ref(from)} in (select id from ${sql.ref(known)})`
  const { rows } = await sql<{ contact_ids: string[]; opportunity_ids: string[] }>`
    with changed_contact as materialized (select unnest(${contactIds}::uuid[]) as id),
      changed_opportunity as materialized (select unnest(${opportunityIds}::uuid[]) as id),
      near_opportunity as materialized (${step('contact_id', 'opportunity_id', 'changed_contact')} union select id from changed_opportunity),
      near_contact as materialized (${step('opportunity_id', 'contact_id', 'changed_opportunity')} union select id from changed_contact)
    select
      array(${step('opportunity_id', 'contact_id', 'near_opportunity')} union select id from near_contact) as contact_ids,
      array(${step('contact_id', 'opportunity_id', 'near_contact')} union select id from near_opportunity) as opportunity_ids`.execute(
    tx,
  )
  const [row] = rows
  return { contactIds: row?.contact_ids ?? [], opportunityIds: row?.opportunity_ids ?? [] }
}
