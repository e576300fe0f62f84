// Ends our access at the vendor too, if the vendor supports it: a background job retries until it works or is given up.
import type { z } from 'zod'
import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import type { Log } from '#server/platform/log.ts'
import { record } from '../../acts/service.ts'
import { acts } from '../acts.ts'
import type { IntegrationRow, IntegrationRef } from '../model.ts'
import { technicalOf, type VendorApps } from '../vendors/model.ts'
import { isRevocable, revocationOf, revokeGrant } from '../vendors/tokens/revoke.ts'
import { deleteGrant, detachGrant } from '../vendors/tokens/remove.ts'
import { revokeJob } from '../job-names.ts'

interface Parts {
  vendors: VendorApps
  dispatcher: Pick<Dispatcher, 'enqueue'>
}

type Work = z.output<typeof revokeJob.data>

const enqueue = (tx: Tx, dispatcher: Parts['dispatcher'], work: Work, startAfterSeconds?: number): Promise<void> => {
  const { clientId, grantId: key } = work
  return dispatcher.enqueue(tx, revokeJob, work, {
    clientId,
    key,
    ...(startAfterSeconds === undefined ? { isUrgent: true } : { startAfterSeconds }),
  })
}

/** The source has no tokens from now on. They stay sealed only if the vendor needs them once more for the revocation. */
export const giveUpAccess = async (tx: Tx, { vendors, dispatcher }: Parts, row: IntegrationRow): Promise<void> => {
  const ref: IntegrationRef = { clientId: row.client_id, integrationId: row.id }
  const grantId = await detachGrant(tx, ref)
  if (grantId === undefined) return
  const revocation = revocationOf(row, grantId)
  if (isRevocable(vendors, revocation.type)) await enqueue(tx, dispatcher, { ...revocation, attempt: 0 })
  else await deleteGrant(tx, revocation)
}

/** Seconds until the next attempt. The last one is made after two days. */
const pauses = [60, 300, 1800, 7200, 21_600, 43_200, 86_400]

const end = (vendors: VendorApps, work: Work, act: 'integration.revoked' | 'integration.revoke_failed' | null): Promise<void> =>
  vendors.database.asSystem('connecting: an access is over', async (tx) => {
    const { clientId, integrationId: id } = work
    await deleteGrant(tx, work)
    if (act !== null) await record(tx, acts[act], { clientId, object: { id } })
  })

const kindOf = (error: unknown): string => (error instanceof ConnectorFailure ? error.kind : 'internal')

/** One attempt. After a permanent failure, or the last attempt, the tokens are deleted. */
export const revokeAccess = async (
  { vendors, dispatcher, log }: Parts & { log: Pick<Log, 'warn'> },
  work: Work,
): Promise<void> => {
  try {
    const isRevoked = await revokeGrant(vendors, work)
    await end(vendors, work, isRevoked ? 'integration.revoked' : null)
  } catch (error) {
    if (vendors.stopping.aborted) throw error
    const [kind, pause] = [kindOf(error), pauses[work.attempt]]
    // The vendor no longer knows these tokens.
    if (kind === 'auth_lost') return end(vendors, work, 'integration.revoked')
    const isOver = kind === 'refused' || pause === undefined
    log.warn(
      { provider: work.type, kind, technical: technicalOf(error), attempt: work.attempt + 1, isOver },
      'our access was not revoked at a vendor',
    )
    if (isOver) return end(vendors, work, 'integration.revoke_failed')
    await vendors.database.asSystem('connecting: try again to end an access', (tx) =>
      enqueue(tx, dispatcher, { ...work, attempt: work.attempt + 1 }, pause),
    )
  }
}
