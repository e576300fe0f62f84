/** English texts under the bell. */
export const noticeMessages = {
  title: 'Notifications',
  markAll: 'Mark all as read',
  more: 'Show more',
  unread: 'Unread:',
  empty: {
    title: 'Nothing new',
    text: 'We notify you here when a user joins or leaves, a source stops, or the account changes.',
  },
  reconnect: 'Reconnect',
  reconnectLabel: 'Reconnect {{name}}',
  somebody: 'Somebody',
  anotherRole: 'of another kind',
  by: 'by {{actor}}',
  reason: 'Reason: {{reason}}',
  kinds: {
    user: {
      joined: '{{name}} joined the account',
      suspended: '{{name}} was suspended',
      restored: '{{name}} was restored',
      removed: '{{name}} was removed',
      role_changed: '{{name}} now has the role {{role}}',
    },
    client: { owner_changed: '{{name}} is now the owner of the account' },
    sync: {
      lost: '{{name}} stopped syncing. Reconnect to resume',
      expiring: 'Access to {{name}} ends on {{day}}. Reconnect before then and nothing is lost.',
      recovered: '{{name}} works again',
      disconnected: '{{name}} was disconnected',
    },
    staff: {
      looked: 'Our staff looked at personal data of your account',
      invited: 'Our staff invited {{name}} to your account',
      role_requested: 'Our staff asked to give {{name}} the role {{role}}',
      owner_requested: 'Our staff asked to make {{name}} the owner of the account',
    },
  },
  statuses: {
    active: 'The account is active again',
    suspended: 'The account was suspended',
    closing: 'The account is being closed',
    closed: 'The account is closed',
    other: 'The status of the account changed',
  },
} as const
