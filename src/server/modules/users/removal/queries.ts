import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import { deletedName } from '#server/platform/masks.ts'
import type { UserRef } from '../model.ts'

const ofPerson = (tx: Tx, table: 'notification' | 'user_company', { clientId, userId }: UserRef) =>
  tx
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('rows'))
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()

/** What goes with somebody, and what stays of them. */
export const countTraces = async (tx: Tx, ref: UserRef, email: string) => {
  const events = await tx
    .selectFrom('event')
    .select((row) => row.fn.countAll<number>().as('rows'))
    .where('client_id', '=', ref.clientId)
    .where('actor', '=', email)
    .executeTakeFirstOrThrow()
  const entries = await tx
    .selectFrom('audit_entry')
    .select((row) => row.fn.countAll<number>().as('rows'))
    .where('client_id', '=', ref.clientId)
    .where('actor_id', '=', ref.userId)
    .executeTakeFirstOrThrow()
  return {
    removes: {
      notifications: (await ofPerson(tx, 'notification', ref)).rows,
      companies: (await ofPerson(tx, 'user_company', ref)).rows,
    },
    keeps: { events: events.rows, auditEntries: entries.rows },
  }
}

/** What was only for the person themselves. */
export const deleteBelongings = async (tx: Tx, { clientId, userId }: UserRef): Promise<void> => {
  for (const table of ['notification', 'user_company', 'email_preference'] as const)
    await tx.deleteFrom(table).where('client_id', '=', clientId).where('user_id', '=', userId).execute()
}

/** People who were removed before that, and whose address is still kept; the longest gone first. */
export const selectRemoved = (tx: Tx, before: Date, limit: number) =>
  tx
    .selectFrom('app_user')
    .select(['client_id as clientId', 'id as userId'])
    .where('status', '=', 'DELETED')
    .where('email_norm', '<>', '')
    .where('status_since', '<=', before)
    .orderBy('status_since')
    .limit(limit)
    .execute()

/** What others were told of the person or of what they did. The key of what is told of somebody names them. */
const forgetInNotifications = async (tx: Tx, { clientId, userId }: UserRef, email: string): Promise<void> => {
  const told = {
    name: sql<boolean>`split_part(key, ':', 2) = ${userId} and data ->> 'name' is not null`,
    actor: sql<boolean>`data ->> 'actor' = ${email}`,
  }
  for (const [field, isMeant] of Object.entries(told))
    await tx
      .updateTable('notification')
      .set({ data: sql`data || jsonb_build_object(${field}::text, ${deletedName(userId)}::text)` })
      .where('client_id', '=', clientId)
      .where(isMeant)
      .execute()
}

/** Nothing tells any more who it was; their address and their identity are free. False when they are forgotten already. */
export const anonymizeUser = async (tx: Tx, { clientId, userId }: UserRef, email: string): Promise<boolean> => {
  const forgotten = await tx
    .updateTable('app_user')
    .set({ name: 'Deleted', lastname: 'user', email: '', email_norm: '', subject: null, updated_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('id', '=', userId)
    .where('email_norm', '<>', '')
    .returning('id')
    .executeTakeFirst()
  if (!forgotten) return false
  for (const registry of ['registry.user_email', 'registry.user_subject'] as const)
    await tx.deleteFrom(registry).where('client_id', '=', clientId).where('user_id', '=', userId).execute()
  await tx
    .updateTable('event')
    .set({ requested_for: null, requested_for_id: null })
    .where('client_id', '=', clientId)
    .where('requested_for_id', '=', userId)
    .execute()
  for (const column of ['actor', 'object'] as const)
    await tx
      .updateTable('event')
      .set({ [column]: deletedName(userId) })
      .where('client_id', '=', clientId)
      .where(column, '=', email)
      .execute()
  await forgetInNotifications(tx, { clientId, userId }, email)
  return true
}
