import type { NotificationData, NotificationKind } from '#contract/notifications.ts'

export interface Notice {
  clientId: string
  /** Those who administer the account, its owner, or users by their ids. */
  to: 'admins' | 'owner' | readonly string[]
  /** Nobody is notified of what they did themselves. */
  except?: string | undefined
  kind: NotificationKind
  /** Names the change of state. However often it is recorded, a user is notified once. */
  key: string
  data: NotificationData
  /** Those who get an email of their own about it, which nobody can turn off. */
  withoutEmail?: 'all' | readonly string[]
}

export interface Settled {
  kinds: readonly NotificationKind[]
  /** The id of the thing, which stands in the key after the kind. */
  about: string
}
