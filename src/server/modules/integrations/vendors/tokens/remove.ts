import type { Tx } from '#server/platform/db/scope.ts'
import type { IntegrationRef } from '../../model.ts'
import { deleteUnusedGrants, lockGrantOf, selectUnusedGrant, type GrantRef } from './grant-queries.ts'
import { deleteSecretRow } from './secret-queries.ts'

/** Locks a source's grant before its row, as everywhere, to avoid deadlocks. */
export const lockTokens = (tx: Tx, ref: IntegrationRef): Promise<string | undefined> => lockGrantOf(tx, ref)

/** The source has no access anymore. Returns its grant, which is kept, if no other source uses it. */
export const detachGrant = async (tx: Tx, ref: IntegrationRef): Promise<string | undefined> => {
  const grantId = await lockGrantOf(tx, ref)
  await deleteSecretRow(tx, ref)
  if (grantId === undefined) return undefined
  return (await selectUnusedGrant(tx, { clientId: ref.clientId, grantId })) && grantId
}

/** Deletes the tokens of a grant, unless a source uses it again. */
export const deleteGrant = (tx: Tx, { clientId, grantId }: GrantRef): Promise<void> => deleteUnusedGrants(tx, clientId, [grantId])

/** The source has no access anymore. The grant of its login stays as long as another source uses it. */
export const deleteSecret = async (tx: Tx, ref: IntegrationRef): Promise<void> => {
  const grantId = await lockGrantOf(tx, ref)
  await deleteSecretRow(tx, ref)
  if (grantId !== undefined) await deleteUnusedGrants(tx, ref.clientId, [grantId])
}
