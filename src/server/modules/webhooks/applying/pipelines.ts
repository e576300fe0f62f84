// Pipelines and stages as senders name them: in any case and spacing, one name is one stage.
import { outcomeOfWord, outcomeWords } from '#server/connectors/kit/rows/values/outcomes.ts'
import { inboundLimits } from '#contract/webhooks/inbound.ts'
import type { PipelineRecord } from '../../crm/model.ts'

type Stage = PipelineRecord['stages'][number] & { pipelineId: string }

export interface Pipelines {
  /** The id of the pipeline with this name. */
  pipeline(name: string): string
  stage(pipelineId: string, name: string): Stage
  /** Whether the stage is known already, or one more is allowed. */
  hasRoomFor(pipelineName: string | undefined, stageName: string): boolean
  /** Those with new stages, complete. */
  changed(): PipelineRecord[]
}

const keyOf = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase()

export const pipelineOf = (stored: readonly Stage[]): Pipelines => {
  const words = outcomeWords({})
  const pipelines = new Map<string, Map<string, Stage>>()
  const names = new Map<string, string>()
  const changed = new Set<string>()
  let count = stored.length
  const stagesOf = (pipelineId: string): Map<string, Stage> => {
    const known = pipelines.get(pipelineId) ?? new Map<string, Stage>()
    pipelines.set(pipelineId, known)
    return known
  }
  for (const stage of stored) {
    names.set(keyOf(stage.pipelineId), stage.pipelineId)
    stagesOf(stage.pipelineId).set(keyOf(stage.name), stage)
  }
  return {
    pipeline(name) {
      const id = names.get(keyOf(name)) ?? name.trim()
      names.set(keyOf(name), id)
      return id
    },
    stage(pipelineId, name) {
      const stages = stagesOf(pipelineId)
      const known = stages.get(keyOf(name))
      if (known) return known
      const externalId = name.trim().replaceAll(/\s+/g, ' ')
      const order = stages.values().reduce((last, stage) => Math.max(last, stage.order), -1) + 1
      count += 1
      const stage = { pipelineId, externalId, name: externalId, order, outcome: outcomeOfWord(externalId, words) }
      stages.set(keyOf(name), stage)
      changed.add(pipelineId)
      return stage
    },
    hasRoomFor(pipelineName, stageName) {
      if (count < inboundLimits.stages) return true
      const named = pipelineName === undefined ? undefined : pipelines.get(names.get(keyOf(pipelineName)) ?? '')
      const possible = pipelineName === undefined ? [...pipelines.values()] : [named ?? new Map()]
      return possible.some((stages) => stages.has(keyOf(stageName)))
    },
    changed: () =>
      [...changed].map((externalId, order) => ({
        externalId,
        name: externalId,
        order,
        stages: [...stagesOf(externalId).values()].map(({ pipelineId: _pipeline, ...stage }) => stage),
      })),
  }
}
