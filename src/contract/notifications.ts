import { z } from 'zod'
import { id, instant, listOf, pageQuery } from './kit/common.ts'
import { vendorType } from './integrations/providers.ts'
import { defineRoute, whoMay } from './kit/route.ts'

/** The kinds of notifications. Each has its text in the interface and, if it is emailed, on the server. */
export const notificationKinds = [
  'user.joined',
  'user.suspended',
  'user.restored',
  'user.removed',
  'user.left',
  'user.role_changed',
  'client.status_changed',
  'client.owner_changed',
  'staff.looked',
  'staff.invited',
  'staff.role_requested',
  'staff.owner_requested',
  'staff.wants_role',
  'staff.wants_owner',
  'staff.wants_closing',
  'staff.wants_invitation',
  'staff.approved',
  'staff.declined',
  'sync.lost',
  'sync.expiring',
  'sync.recovered',
  'sync.disconnected',
  'sync.failing',
  'sync.held',
  'sync.skipping',
  'sync.resolved',
  'connection.received',
  'connection.accepted',
  'connection.rejected',
  'connection.canceled',
  'connection.expired',
  'connection.submitted',
  'connection.criteria_withdrawn',
  'connection.approved',
  'connection.changes_requested',
  'connection.activated',
  'connection.narrowed',
  'connection.data_requested',
  'connection.claim_opened',
  'connection.claim_kept',
  'connection.claim_kept_counts',
  'connection.claim_erased',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** The data for the text of a notification; each kind uses some of it. */
const notificationData = z.object({
  name: z.string().optional().meta({ description: 'The user or account it is about' }),
  actor: z.string().optional().meta({ description: 'Who did it' }),
  role: z.string().optional(),
  status: z.string().optional(),
  reason: z.string().optional(),
  at: instant.optional().meta({ description: 'When it will happen' }),
  connectionId: id.optional().meta({ description: 'The connection it is about' }),
  integrationId: id.optional().meta({ description: 'The source it is about' }),
  provider: vendorType.optional(),
})
export type NotificationData = Readonly<z.infer<typeof notificationData>>

/** Emails that users can turn off. What concerns their own access is always emailed. */
export const mailTopics = ['people', 'account', 'sources'] as const
export type EmailTopic = (typeof mailTopics)[number]

const notification = z
  .object({
    id,
    kind: z.enum(notificationKinds),
    data: notificationData,
    createdAt: instant,
    readAt: instant.nullable(),
  })
  .meta({ id: 'Notification' })

export const listNotifications = defineRoute({
  name: 'listNotifications',
  api: 'users',
  method: 'GET',
  path: '/notifications/',
  summary: 'List your notifications, newest first, with the number of unread ones.',
  access: whoMay('ownAccount', 'r'),
  query: pageQuery.strict(),
  reply: { status: 200, body: listOf(notification).extend({ unread: z.int() }) },
})

export const readNotifications = defineRoute({
  name: 'readNotifications',
  api: 'users',
  method: 'POST',
  path: '/notifications/read',
  summary: 'Mark notifications as read: the given ones, or all.',
  access: whoMay('ownAccount', 'w'),
  body: z.object({ ids: z.array(id).max(100).optional() }).strict(),
  reply: { status: 200, body: z.object({ unread: z.int() }) },
})

const preferences = z.object({ people: z.boolean(), account: z.boolean(), sources: z.boolean() }).strict()

export const getMailPreferences = defineRoute({
  name: 'getMailPreferences',
  api: 'users',
  method: 'GET',
  path: '/notifications/mail',
  summary: 'Get which notifications we also email you.',
  access: whoMay('ownAccount', 'r'),
  reply: { status: 200, body: preferences },
})

export const setEmailPreferences = defineRoute({
  name: 'setMailPreferences',
  api: 'users',
  method: 'PUT',
  path: '/notifications/mail',
  summary: 'Choose which notifications we also email you.',
  access: whoMay('ownAccount', 'w'),
  body: preferences,
  reply: { status: 200, body: preferences },
})

export type Notification = z.infer<typeof notification>
export type EmailPreferences = z.infer<typeof preferences>
