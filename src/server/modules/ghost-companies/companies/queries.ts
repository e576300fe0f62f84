import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import type { GhostCompanyRef } from '../model.ts'

/** Those that are neither deleted nor claimed. */
export const selectOpen = (tx: Tx, clientId: string) =>
  tx
    .selectFrom('ghost_company')
    .select(['id', 'name'])
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .where('claimed_at', 'is', null)
    .execute()

export const selectClaimed = (tx: Tx, clientId: string) =>
  tx.selectFrom('ghost_company').select('id').where('client_id', '=', clientId).where('claimed_at', 'is not', null).execute()

export const clearConnecting = async (tx: Tx, { clientId, ghostCompanyId }: GhostCompanyRef): Promise<void> => {
  await tx
    .updateTable('ghost_company')
    .set({ connecting_until: null, updated_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('id', '=', ghostCompanyId)
    .execute()
}
