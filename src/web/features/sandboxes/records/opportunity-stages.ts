import type { OpportunityStage } from '#web/data/sandboxes.ts'

/** New accounts have three open stages. */
export const opportunityStages = ['0', '1', '2', 'won', 'lost'] as const

export const stageFrom = (value: string): OpportunityStage => (value === 'won' || value === 'lost' ? value : Number(value))
