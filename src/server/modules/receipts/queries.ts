import { sql } from 'kysely'
import { jsonText } from '#server/platform/db/json.ts'
import type { Row, Tx } from '#server/platform/db/scope.ts'
import type { ReceiptRef, Store, Unrecallable } from './model.ts'

export type ReceiptRow = Row<'receipt'>

export const insertReceipt = async (
  tx: Tx,
  { clientId, connectionId, id }: ReceiptRef,
  { kind, version, at }: { kind: string; version: number | null; at: Date },
): Promise<void> => {
  await tx
    .insertInto('receipt')
    .values({ client_id: clientId, connection_id: connectionId, id, kind, version, started_at: at })
    .execute()
}

const of = (tx: Tx, { clientId, connectionId, id }: ReceiptRef) =>
  tx.updateTable('receipt').where('client_id', '=', clientId).where('connection_id', '=', connectionId).where('id', '=', id)

export const updateStores = async (tx: Tx, ref: ReceiptRef, stores: readonly Store[]): Promise<void> => {
  await of(tx, ref)
    .set({ stores: jsonText(stores) })
    .execute()
}

export const finishReceipt = async (
  tx: Tx,
  ref: ReceiptRef,
  { stores, cannotRecall, hash, at }: { stores: readonly Store[]; cannotRecall: readonly Unrecallable[]; hash: string; at: Date },
): Promise<void> => {
  await of(tx, ref)
    .set({ stores: jsonText(stores), cannot_recall: jsonText(cannotRecall), hash, finished_at: at })
    .execute()
}

export const selectReceipt = (tx: Tx, { clientId, connectionId, id }: ReceiptRef): Promise<ReceiptRow | undefined> =>
  tx
    .selectFrom('receipt')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('connection_id', '=', connectionId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Newest first; only those that name files of a user, if one is given. */
export const selectReceipts = async (
  tx: Tx,
  { clientId, connectionId, userId }: Omit<ReceiptRef, 'id'> & { userId: string | undefined },
  { page, size }: { page: number; size: number },
): Promise<{ rows: ReceiptRow[]; total: number }> => {
  const ofConnection = tx.selectFrom('receipt').where('client_id', '=', clientId).where('connection_id', '=', connectionId)
  const all =
    userId === undefined ? ofConnection : ofConnection.where(sql<boolean>`cannot_recall @> ${jsonText([{ userId }])}::jsonb`)
  const rows = await all
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .offset((page - 1) * size)
    .limit(size)
    .execute()
  const { total } = await all.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Of connections that ended, those whose rows are not erased yet. */
export const selectUnfinished = (tx: Tx, before: Date, limit: number): Promise<ReceiptRow[]> =>
  tx
    .selectFrom('receipt')
    .selectAll()
    .where('finished_at', 'is', null)
    .where('kind', '=', 'ended')
    .where('started_at', '<', before)
    .orderBy('started_at')
    .limit(limit)
    .execute()
