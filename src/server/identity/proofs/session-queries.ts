// Sign-ins that are under way.
import type { Tx } from '#server/platform/db/scope.ts'

export interface SessionRow {
  idHash: string
  subject: string
  step: string
  dataSealed: string
  expires: Date
}

export const insertSession = async (tx: Tx, { idHash, subject, step, dataSealed, expires }: SessionRow): Promise<void> => {
  await tx.insertInto('pool.auth_session').values({ id_hash: idHash, subject, step, data_sealed: dataSealed, expires }).execute()
}

/** Never that of another subject, not even to lock it. */
export const selectSession = (tx: Tx, idHash: string, subject: string) =>
  tx
    .selectFrom('pool.auth_session')
    .select(['id_hash as idHash', 'step', 'data_sealed as dataSealed', 'attempts', 'expires'])
    .where('id_hash', '=', idHash)
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirst()

export const countSessionAttempt = async (tx: Tx, idHash: string): Promise<void> => {
  await tx
    .updateTable('pool.auth_session')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('id_hash', '=', idHash)
    .execute()
}

export const deleteSession = async (tx: Tx, idHash: string): Promise<void> => {
  await tx.deleteFrom('pool.auth_session').where('id_hash', '=', idHash).execute()
}

/** The same, and deletes it, so that it can be used only once. */
export const takeSession = (tx: Tx, { idHash, subject, step }: Pick<SessionRow, 'idHash' | 'subject' | 'step'>) =>
  tx
    .deleteFrom('pool.auth_session')
    .where('id_hash', '=', idHash)
    .where('subject', '=', subject)
    .where('step', '=', step)
    .returning(['id_hash as idHash', 'step', 'data_sealed as dataSealed', 'attempts', 'expires'])
    .executeTakeFirst()

/** The subject of the sign-in; to be checked again once the account is locked. */
export const selectSessionSubject = async (tx: Tx, idHash: string): Promise<string | undefined> => {
  const row = await tx.selectFrom('pool.auth_session').select('subject').where('id_hash', '=', idHash).executeTakeFirst()
  return row?.subject
}

/** Every sign-in of the subject that is under way. */
export const deleteSessionsOf = async (tx: Tx, subject: string): Promise<void> => {
  await tx.deleteFrom('pool.auth_session').where('subject', '=', subject).execute()
}
