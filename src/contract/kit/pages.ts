// Addresses of the interface that emails link to as well. The browser loads this file completely, so it is separate.
import type { NotificationKind } from '../notifications.ts'

export const settingsPaths = {
  users: '/settings/users',
  integrations: '/settings/integrations',
  account: '/settings/account',
  connections: '/settings/connections',
} as const

export const connectionPath = (id: string): string => `${settingsPaths.connections}/${id}`

export const invitationPath = (token: string): string => `/invitations/${token}`

/** On the start page it opens the sign-in form instead of the choice of account type. */
export const signInParameter = 'sign-in'
export const signInAddress = `/?${signInParameter}`

/** Where staff find the same. */
export const staffPaths = { users: '/admin/users', clients: '/admin/clients' } as const

type SourceTab = 'runs' | 'set-aside' | 'counts'

/** The page of a source opens at the tab with the problem. */
export const sourceTabs: Partial<Record<NotificationKind, SourceTab>> = {
  'sync.failing': 'runs',
  'sync.held': 'counts',
  'sync.skipping': 'set-aside',
}

/** A disconnected source may have no page anymore. */
export const hasSourcePage = (kind: NotificationKind): boolean => kind.startsWith('sync.') && kind !== 'sync.disconnected'

export const sourcePath = (id: string, tab?: SourceTab): string =>
  `${settingsPaths.integrations}/${id}${tab === undefined ? '' : `?tab=${tab}`}`
