import type { Tx } from '#server/platform/db/scope.ts'
import type { Place } from '../../integrations/service.ts'
import { deleteUnusedGrants, lockGrantOf } from './grant-queries.ts'
import { deleteSecretRow } from './secret-queries.ts'

/** Whoever takes a source's keys takes its grant first and then its row, so that nobody waits in a circle. */
export const holdKeys = (tx: Tx, place: Place): Promise<string | undefined> => lockGrantOf(tx, place)

/** The source reads no more. The grant of its login stays as long as another source reads with it. */
export const deleteSecret = async (tx: Tx, place: Place): Promise<void> => {
  const grantId = await lockGrantOf(tx, place)
  await deleteSecretRow(tx, place)
  if (grantId !== undefined) await deleteUnusedGrants(tx, place.clientId, [grantId])
}
