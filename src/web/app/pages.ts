import { IconActivity, IconAlertTriangle, IconBuilding, IconHome, IconPlugConnected, type Icon } from '@tabler/icons-react'
import type { CurrentUser } from '#contract/users.ts'
import { paths } from '#web/paths.ts'

export type Audience = 'agency' | 'company' | 'staff'
type Group = 'overview' | 'settings' | 'administration'

export interface Page {
  name: 'home' | 'activity' | 'integrations' | 'adminClients' | 'adminFailedJobs'
  path: (typeof paths)[keyof typeof paths]
  group: Group
  icon: Icon
  /** Who may open it; the API refuses the same data to everybody else. */
  allowed: readonly Audience[]
}

const clients: readonly Audience[] = ['agency', 'company']
const staffOnly: readonly Audience[] = ['staff']

/** Every page of the signed-in part: the navigation, the command palette and the routes read the same list. */
export const pages = {
  home: { name: 'home', path: paths.home, group: 'overview', icon: IconHome, allowed: clients },
  activity: { name: 'activity', path: paths.activity, group: 'settings', icon: IconActivity, allowed: clients },
  integrations: { name: 'integrations', path: paths.integrations, group: 'settings', icon: IconPlugConnected, allowed: clients },
  adminClients: {
    name: 'adminClients',
    path: paths.adminClients,
    group: 'administration',
    icon: IconBuilding,
    allowed: staffOnly,
  },
  adminFailedJobs: {
    name: 'adminFailedJobs',
    path: paths.adminFailedJobs,
    group: 'administration',
    icon: IconAlertTriangle,
    allowed: staffOnly,
  },
} satisfies Record<string, Page>

export const audienceOf = (user: CurrentUser): Audience => {
  if (user.isStaff) return 'staff'
  return user.client.type === 'AGENCY' ? 'agency' : 'company'
}

export const isAllowed = (user: CurrentUser, page: Page) => page.allowed.includes(audienceOf(user))

export const pagesFor = (user: CurrentUser): Page[] => Object.values(pages).filter((page) => isAllowed(user, page))

/** Agencies and companies call their settings differently. */
export const groupTitle = (group: Group, audience: Audience) =>
  group === 'settings' && audience === 'agency' ? 'groups.agencySettings' : (`groups.${group}` as const)
