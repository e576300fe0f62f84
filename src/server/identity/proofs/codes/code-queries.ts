import type { Tx } from '#server/platform/db/scope.ts'

export type CodeKind = 'sign_up' | 'password' | 'attribute'

export const upsertCode = async (
  tx: Tx,
  code: { subject: string; kind: CodeKind; hash: string; expires: Date },
): Promise<void> => {
  await tx
    .insertInto('pool.code')
    .values({ subject: code.subject, kind: code.kind, code_hash: code.hash, attempts: 0, expires: code.expires })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'kind']).doUpdateSet((row) => ({
        code_hash: row.ref('excluded.code_hash'),
        attempts: row.ref('excluded.attempts'),
        expires: row.ref('excluded.expires'),
      })),
    )
    .execute()
}

export const selectCode = (tx: Tx, subject: string, kind: CodeKind) =>
  tx
    .selectFrom('pool.code')
    .select(['code_hash as hash', 'attempts', 'expires'])
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()

export const countCodeAttempt = async (tx: Tx, subject: string, kind: CodeKind): Promise<void> => {
  await tx
    .updateTable('pool.code')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .execute()
}

export const deleteCode = async (tx: Tx, subject: string, kind: CodeKind): Promise<void> => {
  await tx.deleteFrom('pool.code').where('subject', '=', subject).where('kind', '=', kind).execute()
}
