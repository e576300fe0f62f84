// Records that a full read did not find.
import { isManyGone } from '#contract/integrations/sources.ts'
import { coveredBy, type Stream } from '#server/connectors/kit/connector.ts'
import type { RecordObject } from '#server/connectors/kit/records.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { saveRecords } from '../../../crm/service.ts'
import type { WriteContext, Outcome } from '../../../crm/model.ts'
import { forgetSeen, findUnseenOf, findUnseen } from '../../../crm/deletion/service.ts'
import { dataSourceOf } from '../../../integrations/model.ts'
import { PendingRemoval } from '../run/plan.ts'
import type { RunSession } from '../run/run-session.ts'
import * as streams from '../run/stream-queries.ts'
import { causeOf } from './removal-limit.ts'
import { clearPendingRemoval, lockKept, narrowKept, storePendingRemoval, type PendingRemovalRow } from './removal-queries.ts'

/** The part of a run session that decides about missing records. */
type Sweeping = Pick<RunSession, 'ref' | 'run' | 'settings'>

/** An admin may have approved a removal for this run. Many more records than approved need a new approval. */
const mustAsk = (held: PendingRemovalRow | null, runId: string, gone: { vanished: number; own: number }): boolean =>
  isManyGone(gone.vanished - (held?.agreed_run === runId ? held.vanished : 0), gone.own)

/** Stores the pending removal, so that admins are notified and can decide. */
export const recordPendingRemoval = (
  tx: Tx,
  { ref }: RunSession,
  { removal: { object, vanished, own, cause }, ids }: PendingRemoval,
  found: { vendor: number | null; from: 'ids' | 'read' },
): Promise<void> => storePendingRemoval(tx, ref, object, { ...found, vanished, own, cause, ids, at: new Date().toISOString() })

/** Deletes the rejects of records that no longer exist at the vendor. */
const settleRejects = async (tx: Tx, { ref }: Sweeping, object: RecordObject): Promise<void> => {
  const rejectedIds = await streams.selectRejectedIds(tx, ref, object)
  if (rejectedIds.length > 0)
    await streams.clearRejects(tx, ref, object, await findUnseenOf(tx, dataSourceOf(ref), object, rejectedIds))
}

/**
 * Removes records that were not found, unless an admin decided to keep them, or there are so many that something else
 * must be wrong.
 */
export const removeMissing = async (
  tx: Tx,
  runSession: Sweeping,
  origin: WriteContext,
  { object, from }: { object: RecordObject; from: 'ids' | 'read' },
): Promise<number> => {
  const { ref, run, settings } = runSession
  const { held, kept } = await lockKept(tx, ref, object)
  const { active, unseen } = await findUnseen(tx, origin, object)
  const staying = unseen.filter((id) => kept.has(id))
  const vanished = unseen.filter((id) => !kept.has(id))
  const gone = { vanished: vanished.length, own: active - staying.length }
  const cause = causeOf(settings)
  if (mustAsk(held, run.id, gone)) throw new PendingRemoval({ object, ...gone, cause }, vanished)
  if (vanished.length > 0) {
    const deletions = vanished.map((externalId) => ({ object, externalId, at: null }))
    await saveRecords(tx, origin, { deletions }, { historyComesApart: true })
  }
  // Records that the filters leave out are among the vendor's ids nevertheless.
  const areBack = staying.length < kept.size && (from === 'read' || cause === 'vendor')
  if (areBack) await narrowKept(tx, ref, object, staying)
  await settleRejects(tx, runSession, object)
  await forgetSeen(tx, origin, [object])
  return vanished.length
}

export const finishSweep = async (
  tx: Tx,
  runSession: Sweeping,
  origin: WriteContext,
  stream: Stream,
): Promise<Pick<Outcome, 'deleted' | 'growth'>> => {
  let deleted = 0
  const growth = { contact: 0, opportunity: 0 }
  for (const object of coveredBy(stream)) {
    const removed = await removeMissing(tx, runSession, origin, { object, from: 'read' })
    deleted += removed
    growth[object] -= removed
    await clearPendingRemoval(tx, runSession.ref, object)
  }
  return { deleted, growth }
}
