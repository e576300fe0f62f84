import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/scope.ts'
import { deletedName } from '#server/platform/masks.ts'
import type { UserRef } from '../model.ts'

const ofUser = (tx: Tx, table: 'notification' | 'user_company', { clientId, userId }: UserRef) =>
  tx
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('rows'))
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()

/** What is deleted with a user, and what stays. */
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
      notifications: (await ofUser(tx, 'notification', ref)).rows,
      companies: (await ofUser(tx, 'user_company', ref)).rows,
    },
    keeps: { events: events.rows, auditEntries: entries.rows },
  }
}

/** Data that was only for the user. */
export const deleteBelongings = async (tx: Tx, { clientId, userId }: UserRef): Promise<void> => {
  for (const table of ['notification', 'user_company', 'email_preference'] as const)
    await tx.deleteFrom(table).where('client_id', '=', clientId).where('user_id', '=', userId).execute()
}

/** Users who left or were removed before that time and are not anonymized yet, the earliest first. */
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

/** Notifications of other users about this user or their acts. */
const forgetInNotifications = async (tx: Tx, { clientId, userId }: UserRef, email: string | undefined): Promise<void> => {
  const notified = {
    name: sql<boolean>`about = ${userId} and data ->> 'name' is not null`,
    ...(email === undefined ? {} : { actor: sql<boolean>`data ->> 'actor' = ${email}` }),
  }
  for (const [field, isMeant] of Object.entries(notified))
    await tx
      .updateTable('notification')
      .set({ data: sql`data || jsonb_build_object(${field}::text, ${deletedName(userId)}::text)` })
      .where('client_id', '=', clientId)
      .where(isMeant)
      .execute()
}

const deleteRegistered = async (tx: Tx, { clientId, userId }: UserRef): Promise<void> => {
  for (const registry of ['registry.user_email', 'registry.user_subject'] as const)
    await tx.deleteFrom(registry).where('client_id', '=', clientId).where('user_id', '=', userId).execute()
}

/** Address and identity are free for another user, of any account. */
export const freeAddress = async (tx: Tx, ref: UserRef): Promise<void> => {
  await tx
    .updateTable('app_user')
    .set({ subject: null })
    .where('client_id', '=', ref.clientId)
    .where('id', '=', ref.userId)
    .execute()
  await deleteRegistered(tx, ref)
}

/** A user who left can be invited again: then events and runs by this address are also those of the other user. */
export const isAddressOfOther = async (tx: Tx, { clientId, userId }: UserRef, email: string): Promise<boolean> => {
  const other = await tx
    .selectFrom('app_user')
    .select('id')
    .where('client_id', '=', clientId)
    .where('id', '<>', userId)
    .where('email', '=', email)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

const forgetInEvents = async (tx: Tx, { clientId, userId }: UserRef, email: string): Promise<void> => {
  for (const column of ['actor', 'object'] as const)
    await tx
      .updateTable('event')
      .set({ [column]: deletedName(userId) })
      .where('client_id', '=', clientId)
      .where(column, '=', email)
      .execute()
}

/** Removes everything that identifies the user; their address and identity are free. False if they were anonymized before. */
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
  await deleteRegistered(tx, { clientId, userId })
  await tx
    .updateTable('event')
    .set({ requested_for: null, requested_for_id: null })
    .where('client_id', '=', clientId)
    .where('requested_for_id', '=', userId)
    .execute()
  const isShared = await isAddressOfOther(tx, { clientId, userId }, email)
  if (!isShared) await forgetInEvents(tx, { clientId, userId }, email)
  await forgetInNotifications(tx, { clientId, userId }, isShared ? undefined : email)
  return true
}
