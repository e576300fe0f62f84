import type { Tx } from '#server/platform/db/scope.ts'
import type { IntegrationRef } from '../../model.ts'
import { deleteUnusedGrants, lockGrantOf, selectUnusedGrant, type GrantRef } from './grant-queries.ts'
import { deleteSecretRow } from './secret-queries.ts'

/** Whoever takes a source's keys takes its grant first and then its row, so that nobody waits in a circle. */
export const lockTokens = (tx: Tx, ref: IntegrationRef): Promise<string | undefined> => lockGrantOf(tx, ref)

/** The source reads no more. Answers with its grant, which is kept, where no other source reads with it. */
export const detachGrant = async (tx: Tx, ref: IntegrationRef): Promise<string | undefined> => {
  const grantId = await lockGrantOf(tx, ref)
  await deleteSecretRow(tx, ref)
  if (grantId === undefined) return undefined
  return (await selectUnusedGrant(tx, { clientId: ref.clientId, grantId })) && grantId
}

/** The tokens of a grant are destroyed, unless a source reads with it again. */
export const deleteGrant = (tx: Tx, { clientId, grantId }: GrantRef): Promise<void> => deleteUnusedGrants(tx, clientId, [grantId])

/** The source reads no more. The grant of its login stays as long as another source reads with it. */
export const deleteSecret = async (tx: Tx, ref: IntegrationRef): Promise<void> => {
  const grantId = await lockGrantOf(tx, ref)
  await deleteSecretRow(tx, ref)
  if (grantId !== undefined) await deleteUnusedGrants(tx, ref.clientId, [grantId])
}
