import { whoMay } from '#contract/kit/route.ts'
import type { Right } from '#contract/users/permissions.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Context } from '#server/platform/http/context.ts'
import { lockClient } from '../clients/service.ts'
import { assertStillAllowed } from '../users/access/service.ts'

/**
 * The caller may have been removed, and the account suspended or closed, while we asked the vendor or waited. The
 * account is locked before the grants and rows of its sources, so that all who change them come one after the other.
 */
export const lockAndCheck = async (
  tx: Tx,
  { caller }: Context,
  { clientId = caller.clientId, right = 'w' }: { clientId?: string; right?: Right } = {},
): Promise<void> => {
  await lockClient(tx, clientId)
  await assertStillAllowed(tx, caller, { clientId, access: whoMay('integrations', right) })
}
