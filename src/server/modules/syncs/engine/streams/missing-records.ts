// What a read that meets everything has not met.
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

/** What has to be known of a run to judge what it has not met. */
type Sweeping = Pick<RunSession, 'ref' | 'run' | 'settings'>

/** A person may have agreed to it, for this run. Many more than they agreed to are another question. */
const mustAsk = (held: PendingRemovalRow | null, runId: string, gone: { vanished: number; own: number }): boolean =>
  isManyGone(gone.vanished - (held?.agreed_run === runId ? held.vanished : 0), gone.own)

/** Written down, so that people are told and somebody can decide. */
export const recordPendingRemoval = (
  tx: Tx,
  { ref }: RunSession,
  { removal: { object, vanished, own, cause }, ids }: PendingRemoval,
  found: { vendor: number | null; from: 'ids' | 'read' },
): Promise<void> => storePendingRemoval(tx, ref, object, { ...found, vanished, own, cause, ids, at: new Date().toISOString() })

/** What was set aside and is no longer there need not be taken any more. */
const settleRejects = async (tx: Tx, { ref }: Sweeping, object: RecordObject): Promise<void> => {
  const aside = await streams.selectRejectedIds(tx, ref, object)
  if (aside.length > 0) await streams.clearRejects(tx, ref, object, await findUnseenOf(tx, dataSourceOf(ref), object, aside))
}

/** What was not met is gone, unless a person has decided that it stays, or there is so much of it that something else must be wrong. */
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
  // Whoever is left out by choice is among the vendor's ids all the same.
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
