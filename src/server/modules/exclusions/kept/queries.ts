import { sql, type RawBuilder } from 'kysely'
import { defaultExclusionTag } from '#contract/exclusions.ts'
import type { Tx } from '#server/platform/db/scope.ts'

/** Of these contacts, those whose tag says that they are never shared. */
export const insertTagged = async (
  tx: Tx,
  { clientId, at }: { clientId: string; at: Date },
  which: RawBuilder<unknown>,
): Promise<void> => {
  await sql`insert into excluded_contact (client_id, contact_id, excluded_at)
    select client_id, id, ${at}::timestamptz from contact
    where client_id = ${clientId} and deleted_at is null and ${which} and tags <> '{}'
      and comparable(coalesce((select tag from exclusion_tag where client_id = ${clientId}), ${defaultExclusionTag}))
        = any(coalesce(tags_norm, comparable_tags(tags)))
    on conflict do nothing`.execute(tx)
}
