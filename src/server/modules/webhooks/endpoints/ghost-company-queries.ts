// The only place where this module reads ghost companies, which belong to another one.
import type { Tx } from '#server/platform/db/scope.ts'

/** Also those that were deleted or claimed, because an endpoint may be left of them. */
export const selectGhostCompanies = async (tx: Tx, clientId: string) => {
  const rows = await tx
    .selectFrom('ghost_company')
    .select(['id', 'name', 'claimed_at', 'deleted_at'])
    .where('client_id', '=', clientId)
    .execute()
  return rows.map(({ id, name, claimed_at: claimed, deleted_at: deleted }) => ({
    id,
    name,
    isOpen: claimed === null && deleted === null,
  }))
}
