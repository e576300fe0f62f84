import type { Tx } from '#server/platform/db/scope.ts'
import { storable } from '#server/platform/db/storable.ts'
import type { Origin } from './contact-queries.ts'
import { insertStageEvents, selectOpportunityIds } from './opportunity-queries.ts'

interface StageHint {
  externalId: string
  stageId: string
  pipelineId: string | null
  at: string
}

/** A stage that a webhook told of: at the time that it named, in its place among the others. */
export const observeStage = async (tx: Tx, origin: Origin, hints: readonly StageHint[]): Promise<void> => {
  const known = await selectOpportunityIds(tx, origin, [...new Set(hints.map(({ externalId }) => externalId))])
  const rows = hints.flatMap(({ externalId, stageId, pipelineId, at }) => {
    const id = known.get(externalId)
    if (id === undefined) return []
    return [
      {
        opportunity_id: id,
        at,
        raw_stage: storable(stageId),
        seq: 0,
        pipeline_external_id: storable(pipelineId),
        provenance: 'webhook' as const,
      },
    ]
  })
  await insertStageEvents(tx, origin, rows)
}
