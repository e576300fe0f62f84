import type { NotificationData, NotificationKind } from '#contract/notifications.ts'

export interface Notice {
  clientId: string
  /** The admins of the account, its owner, those of its users who are staff, or users by their ids. */
  to: 'admins' | 'owner' | 'staff' | readonly string[]
  /** No user is notified of their own acts. */
  except?: string | undefined
  kind: NotificationKind
  /** The id of the user or object that it is about: notifications are settled by it, and a user is anonymized in them by it. */
  about: string
  /** Identifies the change among those of this kind. Even if it is recorded again, a user is notified once. */
  change: string
  data: NotificationData
  /** Users who get a separate email about it, which they cannot turn off. */
  withoutEmail?: 'all' | readonly string[]
}

export interface Settled {
  kinds: readonly NotificationKind[]
  /** As the notices have it. */
  about: string
}
