import type { Tx } from '#server/platform/db/scope.ts'

export interface NewStage {
  name: string
  color: string
  outcome: 'won' | 'lost' | 'none'
}

export const insertStages = async (tx: Tx, clientId: string, stages: readonly NewStage[]): Promise<void> => {
  await tx
    .insertInto('stage')
    .values(
      stages.map(({ name, color, outcome }, index) => ({
        client_id: clientId,
        name,
        name_key: name.toLowerCase(),
        color,
        outcome,
        order_index: index,
        is_final_stage: outcome !== 'none',
      })),
    )
    .execute()
}

export const selectStages = (tx: Tx, clientId: string) =>
  tx
    .selectFrom('stage')
    .select(['id', 'name', 'description', 'color', 'order_index', 'is_final_stage', 'outcome', 'version'])
    .where('client_id', '=', clientId)
    .orderBy('order_index')
    .execute()
