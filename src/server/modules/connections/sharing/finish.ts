// The end of a projection: whether it still counts, and what follows from it.
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { Outdated } from '../../changes/model.ts'
import { setReadable } from '../../crm/service.ts'
import { hasFinishedSync, isErased } from '../../integrations/service.ts'
import type { Share } from '../../projection/model.ts'
import type { Store } from '../../receipts/model.ts'
import type { Projected } from '../../projection/service.ts'
import { beginReceipt, finishReceipt } from '../../receipts/service.ts'
import { requireTransition, type ConnectionRow } from '../model.ts'
import { noteOnConnection } from '../queries.ts'
import { lockSides, moveSides, type Sides } from '../sides.ts'
import { isSharing } from './share.ts'
import { clearedIn, deletedIn, withoutDetail } from './stores.ts'

const accountsOf = (rows: readonly ConnectionRow[]) =>
  rows.map((row) => ({ clientId: row.client_id, otherName: row.partner_name }))

/** Less is shared than before: both accounts get a receipt of what was erased. */
const giveReceipt = async (
  tx: Tx,
  share: Share,
  rows: readonly ConnectionRow[],
  { kind, deleted, cleared = [] }: { kind: 'narrowed' | 'excluded' | 'source_erased'; deleted: Store[]; cleared?: Store[] },
): Promise<void> => {
  const stores = [...(share.criteria.type_of_data === 'COUNTS' ? withoutDetail(deleted) : deleted), ...cleared]
  if (stores.length === 0) return
  const { connectionId, version } = share
  const accounts = accountsOf(rows)
  const id = await beginReceipt(tx, {
    connectionId,
    clientIds: accounts.map(({ clientId }) => clientId),
    kind,
    version,
    at: new Date(),
  })
  await finishReceipt(tx, { connectionId, id, accounts, stores })
}

interface Finished extends Projected {
  /** Fields that rows had, and that are no longer shared. */
  lost: readonly string[]
  /** All records were evaluated. */
  isComplete: boolean
  /** Nothing that a sync has read is left to evaluate. */
  isUpToDate: boolean
}

/** Unless records left by themselves, or nothing was shared before. */
const tellErased = async (
  tx: Tx,
  share: Share,
  [own, other]: readonly [ConnectionRow, ConnectionRow],
  { counts, lost, excludedIds, isNewVersion }: Finished & { isNewVersion: boolean },
): Promise<void> => {
  const deleted = deletedIn(counts)
  const source = { clientId: share.sharing.clientId, integrationId: share.criteria.integration_id }
  if (isNewVersion && own.projected_version !== null)
    await giveReceipt(tx, share, [own, other], { kind: 'narrowed', deleted, cleared: clearedIn(lost, counts) })
  else if (deleted.length > 0 && (await isErased(tx, source)))
    await giveReceipt(tx, share, [own, other], { kind: 'source_erased', deleted })
  else if (excludedIds.size > 0)
    await giveReceipt(tx, share, [own, other], { kind: 'excluded', deleted: deletedIn(counts, excludedIds) })
}

const becomeActive = async (tx: Tx, dispatcher: Dispatcher, sides: Sides): Promise<void> => {
  const at = new Date()
  const transition = requireTransition(sides.own, 'become_active', { kind: 'product' })
  await moveSides({ tx, dispatcher, caller: undefined }, sides, {
    act: 'connection.activated',
    transition,
    at,
    change: () => ({ shared_since: at }),
  })
}

/**
 * Called last in the transaction that projected. Locks the connection, so that nothing is written under an agreement that
 * has ended or changed.
 */
export const finishProjection = async (
  { tx, dispatcher }: { tx: Tx; dispatcher: Dispatcher },
  share: Share,
  projected: Finished,
): Promise<void> => {
  const { connectionId, version, agencyId, criteria } = share
  const { clientId } = share.sharing
  const sides = await lockSides(tx, { clientId, connectionId })
  const { own, other } = sides
  if (!other || !isSharing(own) || own.version_in_force !== version) throw new Outdated('The agreement has changed meanwhile')
  const isNewVersion = projected.isComplete && own.projected_version !== version
  await tellErased(tx, share, [own, other], { ...projected, isNewVersion })
  if (isNewVersion) await noteOnConnection(tx, { clientId, connectionId }, { projected_version: version })
  if (own.state === 'IN_PROCESS') {
    if (!projected.isUpToDate || !(await hasFinishedSync(tx, { clientId, integrationId: criteria.integration_id }))) return
    await becomeActive(tx, dispatcher, sides)
  }
  await setReadable(tx, { clientId: agencyId, dataSourceId: connectionId }, criteria.type_of_data !== 'COUNTS')
}
