import type { EmailPreferences, EmailTopic, NotificationKind } from '#contract/notifications.ts'

const topics: Record<NotificationKind, EmailTopic | undefined> = {
  'user.joined': 'people',
  'user.suspended': 'people',
  'user.restored': 'people',
  'user.removed': 'people',
  'user.left': 'people',
  'user.role_changed': 'people',
  'client.status_changed': 'account',
  'client.owner_changed': 'account',
  'sync.lost': 'sources',
  'sync.expiring': 'sources',
  'sync.recovered': 'sources',
  'sync.disconnected': 'sources',
  'sync.failing': 'sources',
  'sync.held': 'sources',
  'sync.skipping': 'sources',
  'sync.resolved': 'sources',
  // Separate emails, which follow from the table of transitions.
  'connection.received': undefined,
  'connection.accepted': undefined,
  'connection.rejected': undefined,
  'connection.canceled': undefined,
  'connection.expired': undefined,
  'connection.submitted': undefined,
  'connection.criteria_withdrawn': undefined,
  'connection.approved': undefined,
  'connection.changes_requested': undefined,
  'connection.activated': undefined,
  'connection.narrowed': undefined,
  'connection.data_requested': undefined,
  'connection.claim_opened': undefined,
  'connection.claim_kept': undefined,
  'connection.claim_kept_counts': undefined,
  'connection.claim_erased': undefined,
  // Separate emails, which users cannot turn off.
  'staff.looked': undefined,
  'staff.invited': undefined,
  'staff.role_requested': undefined,
  'staff.owner_requested': undefined,
  // Notifications among staff alone.
  'staff.wants_role': undefined,
  'staff.wants_owner': undefined,
  'staff.wants_closing': undefined,
  'staff.wants_invitation': undefined,
  'staff.approved': undefined,
  'staff.declined': undefined,
}

type EmailedSeparately = Extract<NotificationKind, `staff.${string}` | `connection.${string}`>

/** What is about staff or connections has emails of its own. */
export const isEmailedSeparately = (kind: NotificationKind): kind is EmailedSeparately =>
  kind.startsWith('staff.') || kind.startsWith('connection.')

export const topicOf = (kind: NotificationKind): EmailTopic | undefined => topics[kind]

/** The defaults until the user chooses. Users come and go often, the account itself rarely changes. */
export const unlessChosen: EmailPreferences = { people: false, account: true, sources: true }
