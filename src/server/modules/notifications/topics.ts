import type { MailPreferences, MailTopic, NotificationKind } from '#contract/notifications.ts'

const topics: Record<NotificationKind, MailTopic | undefined> = {
  'user.joined': 'people',
  'user.suspended': 'people',
  'user.restored': 'people',
  'user.removed': 'people',
  'user.role_changed': 'people',
  'client.status_changed': 'account',
  'client.owner_changed': 'account',
  'sync.lost': 'sources',
  'sync.expiring': 'sources',
  'sync.recovered': 'sources',
  'sync.disconnected': 'sources',
  // Whoever looks also writes the letter, and nobody can do without that one.
  'staff.looked': undefined,
}

export const topicOf = (kind: NotificationKind): MailTopic | undefined => topics[kind]

/** What counts until somebody chooses. People come and go often, the account itself rarely changes. */
export const unlessChosen: MailPreferences = { people: false, account: true, sources: true }
