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

/** Several at one instant keep the order in which they were announced; if one stage was reached twice, the last one counts. */
export const announcedStageEvents = (opportunityId: string, announced: readonly AnnouncedStage[]): StageEventRow[] => {
  const seen = new Map<string, number>()
  const each = announced.filter(
    ({ stageId, at }, index) => !announced.slice(index + 1).some((later) => later.stageId === stageId && later.at === at),
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
 * Saves announced stages at their own time and in order, unless the vendor's record already has them. Returns the ids
 * of the opportunities whose events have changed.
 */
export const observeStage = async (tx: Tx, origin: WriteContext, announced: readonly AnnouncedStage[]): Promise<string[]> => {
  if (announced.length === 0) return []
  const byOpportunity = Map.groupBy(announced, ({ externalId }) => externalId)
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
