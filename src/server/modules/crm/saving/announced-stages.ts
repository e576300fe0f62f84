import { runInTurn } from '#server/platform/db/statements/in-turn.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { storable } from '#server/platform/db/statements/storable.ts'
import type { AnnouncedStage, WriteContext } from '../model.ts'
import {
  selectOpportunityIds,
  selectStageEvents,
  stageEventDeletes,
  stageEventInserts,
  type StageEventRow,
} from './opportunity-queries.ts'
import { settleStages, stageChanges } from './stage-events.ts'

/** Several at one instant keep the order in which they were told; of one stage that was reached twice in it the last counts. */
export const announcedStageEvents = (opportunityId: string, hints: readonly AnnouncedStage[]): StageEventRow[] => {
  const seen = new Map<string, number>()
  const each = hints.filter(
    ({ stageId, at }, index) => !hints.slice(index + 1).some((later) => later.stageId === stageId && later.at === at),
  )
  return each.map(({ stageId, pipelineId, at }) => {
    const seq = seen.get(at) ?? 0
    seen.set(at, seq + 1)
    return {
      opportunity_id: opportunityId,
      at,
      raw_stage: storable(stageId),
      seq,
      pipeline_external_id: storable(pipelineId),
      provenance: 'webhook',
    }
  })
}

/**
 * At the time that it named, in its place among the others, unless the vendor's record has told of it already.
 * Returns the ids of the opportunities whose events are others now.
 */
export const observeStage = async (tx: Tx, origin: WriteContext, hints: readonly AnnouncedStage[]): Promise<string[]> => {
  if (hints.length === 0) return []
  const byOpportunity = Map.groupBy(hints, ({ externalId }) => externalId)
  const ids = await selectOpportunityIds(tx, origin, [...byOpportunity.keys()])
  const known = await selectStageEvents(tx, origin, [...ids.values()])
  const changes = [...ids].map(([externalId, id]) => {
    const before = known.get(id) ?? []
    const events = announcedStageEvents(id, byOpportunity.get(externalId) ?? [])
    return stageChanges(before, settleStages(before, { events, present: null, isWhole: false }))
  })
  const removed = changes.flatMap((change) => change.removed)
  const added = changes.flatMap((change) => change.added)
  await runInTurn(tx, [() => stageEventDeletes(origin, removed), () => stageEventInserts(origin, added)])
  return [...removed, ...added].map((event) => event.opportunity_id)
}
