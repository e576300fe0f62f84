import type { Tx } from '#server/platform/db/scope.ts'

interface Window {
  mailboxHash: Buffer
  at: Date
  /** A window that began before is over. */
  after: Date
}

/** One more in the open window, or the first of a new one. */
export const addToMailbox = async (tx: Tx, { mailboxHash, at, after }: Window): Promise<number> => {
  const { sent } = await tx
    .insertInto('platform.invited_mailbox')
    .values({ mailbox_hash: mailboxHash, sent: 1, since: at })
    .onConflict((conflict) =>
      conflict.column('mailbox_hash').doUpdateSet((row) => ({
        sent: row
          .case()
          .when('platform.invited_mailbox.since', '<=', after)
          .then(1)
          .else(row('platform.invited_mailbox.sent', '+', 1))
          .end(),
        since: row
          .case()
          .when('platform.invited_mailbox.since', '<=', after)
          .then(at)
          .else(row.ref('platform.invited_mailbox.since'))
          .end(),
      })),
    )
    .returning('sent')
    .executeTakeFirstOrThrow()
  return sent
}

export const deleteOldMailboxes = async (tx: Tx, before: Date): Promise<void> => {
  await tx.deleteFrom('platform.invited_mailbox').where('since', '<=', before).execute()
}
