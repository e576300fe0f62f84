import type { Tx } from '#server/platform/db/scope.ts'

export const insertStep = async (tx: Tx, clientId: string, step: string): Promise<boolean> => {
  const inserted = await tx
    .insertInto('onboarding_step')
    .values({ client_id: clientId, step })
    .onConflict((conflict) => conflict.doNothing())
    .returning('step')
    .executeTakeFirst()
  return inserted !== undefined
}

export const selectSteps = (tx: Tx, clientId: string) =>
  tx.selectFrom('onboarding_step').select(['step', 'done_at']).where('client_id', '=', clientId).execute()
