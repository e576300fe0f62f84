// The end of a projection: whether it still counts, and what follows from it.
import { fieldLabel } from '#contract/criteria/fields.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { Outdated } from '../../changes/model.ts'
import type { ProjectedCounts } from '../../crm/projecting/service.ts'
import { setReadable } from '../../crm/service.ts'
import { hasFinishedSync } from '../../integrations/service.ts'
import { lostFields, type Share } from '../../projection/model.ts'
import type { Store } from '../../receipts/model.ts'
import type { Projected } from '../../projection/service.ts'
import { beginReceipt, finishReceipt } from '../../receipts/service.ts'
import { rounded } from '../../totals/model.ts'
import { selectVersion } from '../agreements/queries.ts'
import { criteriaOf } from '../agreements/show.ts'
import { requireTransition, type ConnectionRow } from '../model.ts'
import { noteOnConnection } from '../queries.ts'
import { lockSides, moveSides, type Sides } from '../sides.ts'
import { isSharing } from './share.ts'

const storeNames: Readonly<Record<string, string>> = {
  contact: 'Contacts',
  opportunity: 'Opportunities',
  opportunity_contact: 'Contacts of opportunities',
  stage_event: 'Stage history',
  touch: 'Touches',
  pipeline: 'Pipelines',
  pipeline_stage: 'Stages',
  crm_owner: 'Owners',
}

const deletedIn = (counts: ProjectedCounts): Store[] =>
  Object.entries(counts)
    .filter(([, { deleted }]) => deleted > 0)
    .map(([table, { deleted }]) => ({ name: storeNames[table] ?? table, found: deleted, removed: deleted, failed: 0 }))

/** Fields that were erased from rows that stay. */
const clearedIn = async (tx: Tx, share: Share, own: ConnectionRow, counts: ProjectedCounts): Promise<Store[]> => {
  const { connectionId, sharing } = share
  const ref = { clientId: sharing.clientId, connectionId }
  const before = own.projected_version === null ? undefined : await selectVersion(tx, ref, own.projected_version)
  const lost = before ? lostFields(criteriaOf(before), share.criteria) : []
  const rows = (counts['contact']?.written ?? 0) + (counts['opportunity']?.written ?? 0)
  if (lost.length === 0 || rows === 0) return []
  return [{ name: `Fields no longer shared: ${lost.map(fieldLabel).join(', ')}`, found: rows, removed: rows, failed: 0 }]
}

const accountsOf = (rows: readonly ConnectionRow[]) =>
  rows.map((row) => ({ clientId: row.client_id, otherName: row.partner_name }))

/** Less is shared than before: both accounts get a receipt of what was erased. */
const giveReceipt = async (
  tx: Tx,
  share: Share,
  rows: readonly ConnectionRow[],
  { kind, stores: found }: { kind: 'narrowed' | 'excluded'; stores: Store[] },
): Promise<void> => {
  const stores = share.criteria.type_of_data === 'COUNTS' ? found.map(rounded) : found
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
  /** All records were evaluated. */
  isComplete: boolean
  /** Nothing that a sync has read is left to evaluate. */
  isUpToDate: boolean
}

/** Why rows were erased. Undefined: records left by themselves, or nothing was shared before. */
const receiptKind = (
  { projected_version: before }: ConnectionRow,
  { hasExcluded }: Projected,
  isNewVersion: boolean,
): 'narrowed' | 'excluded' | undefined => {
  if (isNewVersion && before !== null) return 'narrowed'
  return hasExcluded ? 'excluded' : undefined
}

const tellErased = async (
  tx: Tx,
  share: Share,
  [own, other]: readonly [ConnectionRow, ConnectionRow],
  { isNewVersion, ...projected }: Projected & { isNewVersion: boolean },
): Promise<void> => {
  const kind = receiptKind(own, projected, isNewVersion)
  if (!kind) return
  const cleared = isNewVersion ? await clearedIn(tx, share, own, projected.counts) : []
  await giveReceipt(tx, share, [own, other], { kind, stores: [...deletedIn(projected.counts), ...cleared] })
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
