// Keeps what an agency has equal to what the company shares, after each change of the company's records.
import { leavesOf } from '#contract/criteria/criteria.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { defineFollower, type Follower, type LoggedChange } from '../../changes/model.ts'
import type { RecordIds } from '../../criteria/model.ts'
import { hasFinishedSync } from '../../integrations/service.ts'
import type { Share } from '../../projection/model.ts'
import { projectAll, projectChanged, projectNames } from '../../projection/service.ts'
import { finishProjection } from './finish.ts'
import { loadLostFields, loadShare, projectionName } from './share.ts'

/** Changes after which records of any number may be shared or not. Contacts that join or leave a list have changed themselves. */
const needsAll = ({ criteria }: Share, { object, kind }: LoggedChange): boolean =>
  (object === 'data_source' && kind === 'deleted') ||
  object === 'exclusion' ||
  (object === 'list' && kind !== 'changed' && leavesOf(criteria.filter).some(({ field }) => field === 'list'))

/** A sync has ended: everything it read is in the changes up to this one. */
const isRead = ({ object, kind }: LoggedChange): boolean => object === 'data_source' && kind === 'changed'

const idsIn = (changes: readonly LoggedChange[]): RecordIds => {
  const idsOf = (wanted: string) => [...new Set(changes.filter(({ object }) => object === wanted).flatMap(({ ids }) => [...ids]))]
  return { contactIds: idsOf('contact'), opportunityIds: idsOf('opportunity') }
}

const handle = async (
  tx: Tx,
  dispatcher: Dispatcher,
  ref: { clientId: string; connectionId: string },
  changes: readonly LoggedChange[],
): Promise<'handled' | 'rebuild'> => {
  const loaded = await loadShare(tx, ref)
  if (!loaded) return 'handled'
  const { share, projectedVersion } = loaded
  const own = changes.filter(({ dataSourceId }) => dataSourceId === share.criteria.integration_id)
  if (projectedVersion !== share.version || own.some((change) => needsAll(share, change))) return 'rebuild'
  if (own.length === 0) return 'handled'
  if (own.some(({ object }) => object === 'pipeline' || object === 'owner')) await projectNames(tx, dispatcher, share)
  const changed = idsIn(own)
  const projected = await projectChanged(tx, dispatcher, share, changed)
  await finishProjection({ tx, dispatcher }, share, { ...projected, lost: [], isComplete: false, isUpToDate: own.some(isRead) })
  return 'handled'
}

const rebuild = async (tx: Tx, dispatcher: Dispatcher, ref: { clientId: string; connectionId: string }): Promise<void> => {
  const loaded = await loadShare(tx, ref)
  if (!loaded) return
  const isNewVersion = loaded.projectedVersion !== loaded.share.version
  const { share } = loaded
  const lost = await loadLostFields(tx, ref, loaded)
  // Before the rows are read: what a sync saves meanwhile is handled after this.
  const isUpToDate = await hasFinishedSync(tx, { clientId: ref.clientId, integrationId: share.criteria.integration_id })
  const projected = await projectAll(tx, dispatcher, share, { isNewVersion, lost })
  await finishProjection({ tx, dispatcher }, share, { ...projected, lost, isComplete: true, isUpToDate })
}

/** Its targets are connections. */
export const projectionFollower = (dispatcher: Dispatcher): Follower =>
  defineFollower({
    name: projectionName,
    hasTargets: true,
    handle: (tx, clientId, changes, connectionId) => handle(tx, dispatcher, { clientId, connectionId }, changes),
    rebuild: (tx, clientId, connectionId) => rebuild(tx, dispatcher, { clientId, connectionId }),
  })
