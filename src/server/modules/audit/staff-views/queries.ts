import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

export interface StaffView {
  clientId: string
  staffId: string
  /** The account of the staff user, whose log has the entry. */
  homeId: string
  since: Date
}

export const hasViewed = async (tx: Tx, { clientId, staffId, homeId, since }: StaffView): Promise<boolean> =>
  (await tx
    .selectFrom('audit_entry')
    .select('seq')
    .where('client_id', '=', homeId)
    .where('action', '=', 'staff.viewed')
    .where('actor_id', '=', staffId)
    .where('on_behalf_of', '=', clientId)
    .where('at', '>', since)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Until the transaction ends, no one else records that this staff user opened this account. */
export const lockViewsOf = async (tx: Tx, { clientId, staffId }: StaffView): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`staff.viewed ${clientId} ${staffId}`}, 0))`.execute(tx)
}
