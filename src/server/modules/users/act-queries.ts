import type { Tx } from '#server/platform/db/scope.ts'
import type { UserRef } from './model.ts'

/** How often it was done to a user since then. The audit log has one entry for each time. */
export const countActsOn = async (tx: Tx, { clientId, userId }: UserRef, { action, since }: { action: string; since: Date }) => {
  const { done } = await tx
    .selectFrom('audit_entry')
    .select((row) => row.fn.countAll<number>().as('done'))
    .where('client_id', '=', clientId)
    .where('object_type', '=', 'user')
    .where('object_id', '=', userId)
    .where('action', '=', action)
    .where('on_behalf_of', 'is', null)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return done
}
