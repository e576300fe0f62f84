// Addresses of the interface that emails lead to as well. Reaches the browser whole, hence apart.
import type { NotificationKind } from '../notifications.ts'

export const settingsPaths = {
  users: '/settings/users',
  integrations: '/settings/integrations',
  account: '/settings/account',
} as const

/** Where our own people find the same. */
export const staffPaths = { users: '/admin/users', clients: '/admin/clients' } as const

type SourceTab = 'runs' | 'set-aside' | 'counts'

/** The page of a source opens where the trouble is. */
export const sourceTabs: Partial<Record<NotificationKind, SourceTab>> = {
  'sync.failing': 'runs',
  'sync.held': 'counts',
  'sync.skipping': 'set-aside',
}

/** A source that is disconnected may have no page any more. */
export const hasSourcePage = (kind: NotificationKind): boolean => kind.startsWith('sync.') && kind !== 'sync.disconnected'

export const sourcePath = (id: string, tab?: SourceTab): string =>
  `${settingsPaths.integrations}/${id}${tab === undefined ? '' : `?tab=${tab}`}`
