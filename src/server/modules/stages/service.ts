import type { Stage } from '#contract/stages.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Context } from '#server/platform/http/context.ts'
import { insertStages, selectStages, type NewStage } from './queries.ts'

const defaultStages: readonly NewStage[] = [
  { name: 'New', color: '#6695f4', outcome: 'none' },
  { name: 'Contacted', color: '#3f74ea', outcome: 'none' },
  { name: 'Qualified', color: '#159fc4', outcome: 'none' },
  { name: 'Proposal', color: '#ab9412', outcome: 'none' },
  { name: 'Negotiation', color: '#b7540d', outcome: 'none' },
  { name: 'Won', color: '#1c7a57', outcome: 'won' },
  { name: 'Lost', color: '#8590a4', outcome: 'lost' },
]

/** The stages of a new account, so that its first funnel has steps. */
export const createDefaultStages = (tx: Tx, clientId: string): Promise<void> => insertStages(tx, clientId, defaultStages)

export const listStages = async (context: Context): Promise<{ items: Stage[]; total: number }> => {
  const rows = await context.inClient((tx) => selectStages(tx, context.caller.clientId))
  const items = rows.map(({ order_index: orderIndex, is_final_stage: isFinalStage, outcome, ...row }) => ({
    ...row,
    orderIndex,
    isFinalStage,
    outcome: outcome as Stage['outcome'],
  }))
  return { items, total: items.length }
}
