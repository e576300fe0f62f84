import type { EmailPreferences, Notification, NotificationData, NotificationKind } from '#contract/notifications.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import type { Context } from '#server/platform/http/context.ts'
import { publish } from '#server/platform/live/hub.ts'
import { findSeenConnections } from '../connections/companies/service.ts'
import { emailAbout } from './emails.ts'
import type { Notice, Settled } from './model.ts'
import * as queries from './queries.ts'
import { isEmailedSeparately, topicOf, unlessChosen } from './topics.ts'

const addressees = async (tx: Tx, { clientId, to }: Notice): Promise<string[]> => {
  if (to === 'admins') return queries.idsOf(await queries.selectAdmins(tx, clientId))
  if (to === 'owner') return queries.selectOwner(tx, clientId)
  if (to === 'staff') return queries.selectStaff(tx, clientId)
  return queries.selectMembers(tx, clientId, to)
}

const sendEmails = async (tx: Tx, dispatcher: Dispatcher, notice: Notice & { notified: readonly string[] }): Promise<void> => {
  const { clientId, kind, data, notified } = notice
  const topic = topicOf(kind)
  if (topic === undefined || isEmailedSeparately(kind)) return
  const readers = await queries.selectReaders(tx, clientId, { ids: notified, topic })
  for (const reader of readers)
    if (reader.wanted ?? unlessChosen[topic])
      await dispatcher.post(tx, emailAbout({ clientId, kind, data }, reader, dispatcher.productUrl))
}

/** Notifies users in the transaction of the change: as a notification, and by email for those who want it. */
export const notify = async (tx: Tx, dispatcher: Dispatcher, notice: Notice): Promise<void> => {
  const { clientId, kind, about, change, data, except } = notice
  const userIds = (await addressees(tx, notice)).filter((id) => id !== except)
  const notified = await queries.insertNotifications(tx, { clientId, userIds, kind, about, change, data })
  if (notified.length === 0) return
  await publish(tx, clientId, 'notifications')
  const { withoutEmail = [] } = notice
  const readers = withoutEmail === 'all' ? [] : notified.filter((id) => !withoutEmail.includes(id))
  if (readers.length > 0) await sendEmails(tx, dispatcher, { ...notice, notified: readers })
}

/** The requested action was done: the notifications about it are marked as read. */
export const settleNotices = async (tx: Tx, clientId: string, settled: Settled): Promise<void> => {
  if ((await queries.markSettled(tx, clientId, settled)) > 0) await publish(tx, clientId, 'notifications')
}

/** All admins of an account, with their addresses. */
export const listAdmins = (tx: Tx, clientId: string): Promise<{ email: string; name: string }[]> =>
  queries.selectAdmins(tx, clientId)

/** Those who may know of a connection with a company; null: the other account is not known. */
export const listAdminsSeeing = (
  tx: Tx,
  clientId: string,
  seen: { companyId: string | null; userId: string | null },
): Promise<{ email: string; name: string }[]> => queries.selectAdminsSeeing(tx, clientId, seen)

const readerOf = async (tx: Tx, { caller }: Context) => ({ ...caller, seenConnections: await findSeenConnections(tx, caller) })

interface NotificationPage {
  items: Notification[]
  total: number
  unread: number
}

export const listNotifications = (context: Context, page: { page: number; size: number }): Promise<NotificationPage> =>
  context.inClient(async (tx) => {
    const reader = await readerOf(tx, context)
    const rows = await queries.selectNotifications(tx, reader, page)
    const items = rows.map((row) => ({
      id: row.id,
      kind: row.kind as NotificationKind,
      data: row.data as NotificationData,
      createdAt: row.created_at.toISOString(),
      readAt: row.read_at?.toISOString() ?? null,
    }))
    return { items, ...(await queries.countNotifications(tx, reader)) }
  })

export const readNotifications = (context: Context, ids: readonly string[] | undefined): Promise<{ unread: number }> =>
  context.inClient(async (tx) => {
    const read = await queries.markRead(tx, context.caller, ids)
    if (read > 0) await publish(tx, context.caller.clientId, 'notifications')
    return { unread: await queries.countUnread(tx, await readerOf(tx, context)) }
  })

const preferencesIn = async (tx: Tx, context: Context): Promise<EmailPreferences> => {
  const chosen = await queries.selectPreferences(tx, context.caller)
  return { ...unlessChosen, ...Object.fromEntries(chosen.map(({ topic, wanted }) => [topic, wanted])) }
}

export const getMailPreferences = (context: Context): Promise<EmailPreferences> =>
  context.inClient((tx) => preferencesIn(tx, context))

export const setEmailPreferences = (
  context: Context,
  { people, account, sources }: EmailPreferences,
): Promise<EmailPreferences> =>
  context.inClient(async (tx) => {
    await queries.writePreferences(tx, context.caller, [
      { topic: 'people', wanted: people },
      { topic: 'sources', wanted: sources },
      { topic: 'account', wanted: account },
    ])
    return preferencesIn(tx, context)
  })
