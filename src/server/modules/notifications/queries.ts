import { sql } from 'kysely'
import type { EmailTopic, NotificationData, NotificationKind } from '#contract/notifications.ts'
import { adminRoles } from '#contract/users/permissions.ts'
import { jsonText } from '#server/platform/db/json.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Settled } from './model.ts'

/** A user within an account. */
interface UserRef {
  clientId: string
  userId: string
}

interface NewNotifications {
  clientId: string
  userIds: readonly string[]
  kind: NotificationKind
  about: string
  change: string
  data: NotificationData
}

/** The ids of users who were not notified of it before. */
export const insertNotifications = async (tx: Tx, notifications: NewNotifications): Promise<string[]> => {
  const { clientId, kind, about, change, data } = notifications
  if (notifications.userIds.length === 0) return []
  const rows = notifications.userIds.map((userId) => ({
    client_id: clientId,
    user_id: userId,
    kind,
    about,
    key: `${kind} ${about} ${change}`,
    data: jsonText(data),
  }))
  const notified = await tx
    .insertInto('notification')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  return notified.map(({ user_id: userId }) => userId)
}

const selectUsers = (tx: Tx, clientId: string) =>
  tx
    .selectFrom('app_user')
    .innerJoin('client', 'client.client_id', 'app_user.client_id')
    .select(['app_user.id', 'app_user.email', 'app_user.name'])
    .where('app_user.client_id', '=', clientId)
    .where('client.client_id', '=', clientId)

export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

export const selectOwner = async (tx: Tx, clientId: string): Promise<string[]> =>
  idsOf(
    await selectUsers(tx, clientId)
      .where('app_user.status', '=', 'ACTIVE')
      .whereRef('app_user.id', '=', 'client.owner_user_id')
      .execute(),
  )

const ofAdmins = (tx: Tx, clientId: string) =>
  selectUsers(tx, clientId)
    .where('app_user.status', '=', 'ACTIVE')
    .where((row) => row.or([row('app_user.role', 'in', adminRoles), row('app_user.id', '=', row.ref('client.owner_user_id'))]))

/** The admins of the account, including its owner. */
export const selectAdmins = (tx: Tx, clientId: string) => ofAdmins(tx, clientId).execute()

/** Of these, the admins who may know of a connection with this company, and this user. Null: only those who see all companies. */
export const selectAdminsSeeing = (
  tx: Tx,
  clientId: string,
  { companyId, userId }: { companyId: string | null; userId: string | null },
) =>
  ofAdmins(tx, clientId)
    .where((row) =>
      row.or([
        row('app_user.companies_chosen', '=', false),
        row('app_user.id', '=', userId),
        row.exists(
          row
            .selectFrom('user_company')
            .select('user_company.user_id')
            .where('user_company.client_id', '=', clientId)
            .whereRef('user_company.user_id', '=', 'app_user.id')
            .where('user_company.company_id', '=', companyId),
        ),
      ]),
    )
    .execute()

/** None outside our own account, where admins need not be staff. */
export const selectStaff = async (tx: Tx, clientId: string): Promise<string[]> =>
  idsOf(
    await selectUsers(tx, clientId)
      .where('app_user.status', '=', 'ACTIVE')
      .where('app_user.role', '=', 'super_admin')
      .where('client.is_internal', '=', true)
      .execute(),
  )

/** Those of the given users who belong to the account. */
export const selectMembers = async (tx: Tx, clientId: string, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0
    ? []
    : idsOf(await selectUsers(tx, clientId).where('app_user.status', '<>', 'DELETED').where('app_user.id', 'in', ids).execute())

/** The addresses, and whether the user wants the email; null if the user did not choose. */
export const selectReaders = (tx: Tx, clientId: string, which: { ids: readonly string[]; topic: EmailTopic }) =>
  tx
    .selectFrom('app_user')
    .innerJoin('client', 'client.client_id', 'app_user.client_id')
    .leftJoin('email_preference', (join) =>
      join
        .onRef('email_preference.client_id', '=', 'app_user.client_id')
        .onRef('email_preference.user_id', '=', 'app_user.id')
        .on('email_preference.topic', '=', which.topic),
    )
    .select(['app_user.email', 'app_user.name', 'client.name as client_name', 'client.is_internal', 'email_preference.wanted'])
    .where('app_user.client_id', '=', clientId)
    .where('client.client_id', '=', clientId)
    .where('app_user.id', 'in', which.ids)
    .execute()

/** A user, and the connections that they may know of. Undefined: all of them. */
type Reader = UserRef & { seenConnections: readonly string[] | undefined }

/** Notifications about a connection name the other account. */
const ofReader = (tx: Tx, { clientId, userId, seenConnections }: Reader) => {
  const mine = tx.selectFrom('notification').where('client_id', '=', clientId).where('user_id', '=', userId)
  return seenConnections === undefined
    ? mine
    : mine.where(sql<boolean>`(not starts_with(kind, 'connection.') or about = any(${seenConnections}::text[]))`)
}

export const selectNotifications = (tx: Tx, reader: Reader, page: { page: number; size: number }) =>
  ofReader(tx, reader)
    .select(['id', 'kind', 'data', 'created_at', 'read_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset((page.page - 1) * page.size)
    .limit(page.size)
    .execute()

export const countNotifications = async (tx: Tx, reader: Reader) => {
  const { total } = await ofReader(tx, reader)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { total, unread: await countUnread(tx, reader) }
}

export const countUnread = async (tx: Tx, reader: Reader): Promise<number> => {
  const { unread } = await ofReader(tx, reader)
    .select((row) => row.fn.countAll<number>().as('unread'))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

/** All of a user, or the given ones. Returns how many were unread. */
export const markRead = async (tx: Tx, { clientId, userId }: UserRef, ids: readonly string[] | undefined): Promise<number> => {
  if (ids?.length === 0) return 0
  const { numUpdatedRows } = await tx
    .updateTable('notification')
    .set({ read_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** All notifications of these kinds about an object, for all users. Returns how many were unread. */
export const markSettled = async (tx: Tx, clientId: string, { kinds, about }: Settled): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('notification')
    .set({ read_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('read_at', 'is', null)
    .where('kind', 'in', kinds)
    .where('about', '=', about)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const selectPreferences = (tx: Tx, { clientId, userId }: UserRef) =>
  tx
    .selectFrom('email_preference')
    .select(['topic', 'wanted'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .execute()

export const writePreferences = async (
  tx: Tx,
  { clientId, userId }: UserRef,
  chosen: readonly { topic: EmailTopic; wanted: boolean }[],
): Promise<void> => {
  await tx
    .insertInto('email_preference')
    .values(chosen.map((choice) => ({ client_id: clientId, user_id: userId, ...choice })))
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'user_id', 'topic']).doUpdateSet((row) => ({ wanted: row.ref('excluded.wanted') })),
    )
    .execute()
}

export const deleteNotifications = async (tx: Tx, before: Date): Promise<void> => {
  await tx.deleteFrom('notification').where('created_at', '<', before).execute()
}
