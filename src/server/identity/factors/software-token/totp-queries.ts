import type { Tx } from '#server/platform/db/scope.ts'

export const selectTotp = (tx: Tx, sub: string) =>
  tx
    .selectFrom('pool.totp')
    .select(['secret_sealed as secretSealed', 'pending_sealed as pendingSealed', 'name', 'last_step as lastStep'])
    .where('sub', '=', sub)
    .executeTakeFirst()

/** A secret that counts only once a code has shown that it arrived; the current one stays until then. */
export const upsertPendingTotp = async (tx: Tx, pending: { sub: string; pendingSealed: string; now: Date }): Promise<void> => {
  const change = { pending_sealed: pending.pendingSealed, updated_at: pending.now }
  await tx
    .insertInto('pool.totp')
    .values({ sub: pending.sub, ...change })
    .onConflict((conflict) => conflict.column('sub').doUpdateSet(change))
    .execute()
}

export const upsertTotp = async (
  tx: Tx,
  totp: { sub: string; secretSealed: string; name: string; lastStep: number; now: Date },
): Promise<void> => {
  const change = {
    secret_sealed: totp.secretSealed,
    pending_sealed: null,
    name: totp.name,
    last_step: totp.lastStep,
    updated_at: totp.now,
  }
  await tx
    .insertInto('pool.totp')
    .values({ sub: totp.sub, ...change })
    .onConflict((conflict) => conflict.column('sub').doUpdateSet(change))
    .execute()
}

export const updateLastStep = async (tx: Tx, sub: string, step: number): Promise<void> => {
  await tx.updateTable('pool.totp').set({ last_step: step }).where('sub', '=', sub).execute()
}

export const deleteTotp = async (tx: Tx, sub: string): Promise<void> => {
  await tx.deleteFrom('pool.totp').where('sub', '=', sub).execute()
}
