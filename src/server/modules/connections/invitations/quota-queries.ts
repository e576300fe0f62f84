import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'

const sentBy = (tx: Tx, clientId: string, since: Date) =>
  tx
    .selectFrom('connection')
    .where('client_id', '=', clientId)
    .where('side', '=', sql.ref<string>('invited_by'))
    .where('sent_at', '>', since)

interface Sent {
  clientId: string
  since: Date
  /** Only those to this mailbox, whatever followed its plus sign. */
  mailbox?: string
}

/** Emails of invitations that the account had sent since then: of an older one that was resent, the last. */
export const countSent = async (tx: Tx, { clientId, since, mailbox }: Sent): Promise<number> => {
  const { sent } = await sentBy(tx, clientId, since)
    .select(sql<number>`coalesce(sum(case when created_at > ${since} then sent_count else 1 end), 0)::integer`.as('sent'))
    .$if(mailbox !== undefined, (sentTo) =>
      sentTo.where(sql<string>`regexp_replace(partner_email_norm, '[+].*@', '@')`, '=', mailbox ?? ''),
    )
    .executeTakeFirstOrThrow()
  return sent
}

/** How often an address was invited since then, and when last. */
export const countSentTo = (tx: Tx, clientId: string, emailNorm: string, since: Date) =>
  sentBy(tx, clientId, since)
    .select((row) => [
      row.fn.coalesce(row.fn.sum<number>('sent_count'), sql<number>`0`).as('sent'),
      row.fn.max('sent_at').as('last'),
    ])
    .where('partner_email_norm', '=', emailNorm)
    .executeTakeFirstOrThrow()

/** Whether another account accepted an invitation of this one. */
export const hasAcceptedInvitation = async (tx: Tx, clientId: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('connection')
    .select('id')
    .where('client_id', '=', clientId)
    .where('side', '=', sql.ref<string>('invited_by'))
    .where('accepted_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

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
