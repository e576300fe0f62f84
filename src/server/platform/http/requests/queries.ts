import type { Tx } from '../../db/scope.ts'

export interface KeyRef {
  clientId: string
  userId: string
  key: string
}

export const insertKey = async (tx: Tx, { clientId, userId, key }: KeyRef, hash: string): Promise<boolean> => {
  const inserted = await tx
    .insertInto('idempotency_key')
    .values({ client_id: clientId, user_id: userId, key, request_hash: hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return inserted !== undefined
}

export const selectKey = (tx: Tx, { clientId, userId, key }: KeyRef) =>
  tx
    .selectFrom('idempotency_key')
    .select(['request_hash', 'committed', 'status', 'reply'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()

const updateKey = (tx: Tx, { clientId, userId, key }: KeyRef) =>
  tx.updateTable('idempotency_key').where('client_id', '=', clientId).where('user_id', '=', userId).where('key', '=', key)

export const takeOverKey = async (tx: Tx, ref: KeyRef, before: Date): Promise<boolean> => {
  const taken = await updateKey(tx, ref)
    .set({ created_at: new Date() })
    .where('created_at', '<', before)
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}

export const markCommitted = async (tx: Tx, ref: KeyRef): Promise<void> => {
  await updateKey(tx, ref).set({ committed: true }).execute()
}

export const storeReply = async (tx: Tx, ref: KeyRef, reply: { status: number; body: unknown }): Promise<void> => {
  await updateKey(tx, ref)
    .set({ status: reply.status, reply: JSON.stringify(reply.body) })
    .execute()
}

export const releaseKey = async (tx: Tx, { clientId, userId, key }: KeyRef): Promise<void> => {
  await tx
    .deleteFrom('idempotency_key')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('committed', '=', false)
    .execute()
}

export const deleteOldKeys = async (tx: Tx, before: Date): Promise<void> => {
  await tx.deleteFrom('idempotency_key').where('created_at', '<', before).execute()
}
