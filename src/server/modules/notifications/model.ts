import type { NotificationData, NotificationKind } from '#contract/notifications.ts'

export interface Notice {
  clientId: string
  /** The admins of the account, its owner, or users by their ids. */
  to: 'admins' | 'owner' | readonly string[]
  /** No user is notified of their own acts. */
  except?: string | undefined
  kind: NotificationKind
  /** Identifies the change. Even if it is recorded again, a user is notified once. */
  key: string
  data: NotificationData
  /** Users who get a separate email about it, which they cannot turn off. */
  withoutEmail?: 'all' | readonly string[]
}

export interface Settled {
  kinds: readonly NotificationKind[]
  /** The id of the object, which follows the kind in the key. */
  about: string
}
