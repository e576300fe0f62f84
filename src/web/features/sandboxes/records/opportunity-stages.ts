import type { DealStage } from '#web/data/sandboxes.ts'

/** Accounts begin with three open stages. */
export const dealStages = ['0', '1', '2', 'won', 'lost'] as const

export const stageFrom = (value: string): DealStage => (value === 'won' || value === 'lost' ? value : Number(value))
