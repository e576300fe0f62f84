import type { SandboxAccount } from '../kit/store.ts'
import type { PlainPipeline, PlainStage } from '../kit/vendor.ts'

export interface Stage {
  id: string
  label: string
  probability: string
  isClosed: boolean
}

export interface Pipeline {
  id: string
  label: string
  /** The last two are won and lost. */
  stages: Stage[]
}

export const usualPipelines: readonly PlainPipeline[] = [
  { name: 'Sales pipeline', stages: ['Appointment scheduled', 'Qualified to buy', 'Contract sent'] },
]

/** HubSpot's first pipeline has words as ids, later ones have numbers. */
export const pipelineOf = ({ name, stages }: PlainPipeline, index: number): Pipeline => {
  const first = 40_000_000 + index * 1000
  const open = stages.map((label, order) => ({
    id: String(first + order),
    label,
    probability: ((order + 1) / (stages.length + 1)).toFixed(1),
    isClosed: false,
  }))
  const won = { id: index === 0 ? 'closedwon' : String(first + 900), label: 'Closed won', probability: '1.0', isClosed: true }
  const lost = { id: index === 0 ? 'closedlost' : String(first + 901), label: 'Closed lost', probability: '0.0', isClosed: true }
  return { id: index === 0 ? 'default' : String(first), label: name, stages: [...open, won, lost] }
}

export const pipelinesOf = (account: SandboxAccount | undefined): Pipeline[] =>
  JSON.parse(account?.facts['pipelines'] ?? '[]') as Pipeline[]

export const stageOf = ({ stages }: Pipeline, stage: PlainStage): Stage => {
  const open = stages.length - 2
  const index = stage === 'won' ? open : stage === 'lost' ? open + 1 : Math.min(stage, open - 1)
  return stages[index] as Stage
}

const since = '2024-01-01T00:00:00.000Z'

export const pipelineAnswer = ({ id, label, stages }: Pipeline, displayOrder: number) => ({
  id,
  label,
  displayOrder,
  archived: false,
  createdAt: since,
  updatedAt: since,
  stages: stages.map((stage, order) => ({
    id: stage.id,
    label: stage.label,
    displayOrder: order,
    metadata: { probability: stage.probability, isClosed: String(stage.isClosed) },
    archived: false,
    createdAt: since,
    updatedAt: since,
    writePermissions: 'CRM_PERMISSIONS_ENFORCEMENT',
  })),
})
