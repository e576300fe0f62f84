import type { Tx } from '../db/scope.ts'
import type { Email } from './email.ts'

export const insertEmail = async (tx: Tx, email: Email & { id: string; from: string }): Promise<void> => {
  await tx
    .insertInto('platform.email')
    .values({
      id: email.id,
      client_id: email.clientId ?? null,
      to_address: email.to,
      from_address: email.from,
      subject: email.subject,
      body_text: email.text,
      body_html: email.html,
    })
    .execute()
}

/** Claims the email for sending. An email that a killed worker had claimed is claimed again; a sent one never. */
export const claimEmail = (tx: Tx, id: string) =>
  tx
    .updateTable('platform.email')
    .set((row) => ({ state: 'sending', attempts: row('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', '<>', 'sent')
    .returningAll()
    .executeTakeFirst()

export const markSent = async (tx: Tx, id: string, keepBody: boolean): Promise<void> => {
  await tx
    .updateTable('platform.email')
    .set({ state: 'sent', sent_at: new Date(), problem: null, ...(keepBody ? {} : { body_text: '', body_html: '' }) })
    .where('id', '=', id)
    .execute()
}

export const markProblem = async (tx: Tx, id: string, problem: string): Promise<void> => {
  await tx.updateTable('platform.email').set({ state: 'failed', problem }).where('id', '=', id).execute()
}

interface LetterPage {
  to: string | undefined
  skip: number
  limit: number
}

export const selectEmails = async (tx: Tx, { to, skip, limit }: LetterPage) => {
  const found = tx
    .selectFrom('platform.email')
    .where('state', '=', 'sent')
    .$if(to !== undefined, (query) => query.where('to_address', '=', (to ?? '').toLowerCase()))
  const items = await found.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').offset(skip).limit(limit).execute()
  const { total } = await found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { items, total }
}

export const selectEmail = (tx: Tx, id: string) =>
  tx.selectFrom('platform.email').selectAll().where('id', '=', id).where('state', '=', 'sent').executeTakeFirst()

export const deleteEmail = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('platform.email').where('id', '=', id).execute()
}

export const deleteOldEmails = async (tx: Tx, before: Date): Promise<void> => {
  await tx.deleteFrom('platform.email').where('created_at', '<', before).execute()
}
