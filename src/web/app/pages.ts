import {
  IconActivity,
  IconAddressBook,
  IconAffiliate,
  IconAlertTriangle,
  IconBuilding,
  IconBuildingCog,
  IconChecks,
  IconCode,
  IconHelpCircle,
  IconHistory,
  IconHome,
  IconPlugConnected,
  IconRefresh,
  IconUsers,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react'
import { may, type Area, type Right } from '#contract/users/permissions.ts'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import { accessProfileOf } from '#web/lib/may.ts'
import { paths } from '#web/paths.ts'

export type Audience = 'agency' | 'company' | 'staff'
/** Help has its own group at the bottom of the sidebar. */
type Group = 'overview' | 'settings' | 'administration' | 'help'

type PageName =
  | 'home'
  | 'contacts'
  | 'users'
  | 'integrations'
  | 'connections'
  | 'webhooks'
  | 'account'
  | 'activity'
  | 'audit'
  | 'developers'
  | 'help'
  | 'adminClients'
  | 'adminUsers'
  | 'adminEvents'
  | 'adminAudit'
  | 'adminApprovals'
  | 'adminFailedJobs'

export interface Page {
  name: PageName
  path: (typeof paths)[keyof typeof paths]
  group: Group
  icon: Icon
  /** The account types that have this page. */
  allowed: readonly Audience[]
  /** The right that a user needs to open it; the API refuses its data to everyone else. */
  needs: readonly [Area, Right]
  /** Shows data of companies: the header lets an agency choose which ones. */
  isByCompany?: true
}

const clients: readonly Audience[] = ['agency', 'company']
const staffOnly: readonly Audience[] = ['staff']

const page = <N extends PageName>(name: N, rest: Omit<Page, 'name' | 'path'>): Page & { name: N } => ({
  name,
  path: paths[name],
  ...rest,
})

/** Every page for signed-in users: the navigation, the command palette and the routes read the same list. */
export const pages = {
  home: page('home', { group: 'overview', icon: IconHome, allowed: clients, needs: ['client', 'r'] }),
  contacts: page('contacts', {
    group: 'overview',
    icon: IconAddressBook,
    allowed: ['agency'],
    needs: ['leads', 'r'],
    isByCompany: true,
  }),
  users: page('users', { group: 'settings', icon: IconUsers, allowed: clients, needs: ['users', 'r'] }),
  integrations: page('integrations', {
    group: 'settings',
    icon: IconPlugConnected,
    allowed: clients,
    needs: ['integrations', 'r'],
  }),
  connections: page('connections', { group: 'settings', icon: IconAffiliate, allowed: clients, needs: ['connections', 'r'] }),
  webhooks: page('webhooks', { group: 'settings', icon: IconWebhook, allowed: ['agency'], needs: ['webhooks', 'r'] }),
  account: page('account', { group: 'settings', icon: IconBuildingCog, allowed: clients, needs: ['client', 'w'] }),
  activity: page('activity', { group: 'settings', icon: IconActivity, allowed: clients, needs: ['activity', 'r'] }),
  audit: page('audit', { group: 'settings', icon: IconHistory, allowed: clients, needs: ['audit', 'r'] }),
  developers: page('developers', { group: 'settings', icon: IconCode, allowed: clients, needs: ['client', 'w'] }),
  adminClients: page('adminClients', {
    group: 'administration',
    icon: IconBuilding,
    allowed: staffOnly,
    needs: ['internal', 'r'],
  }),
  adminUsers: page('adminUsers', { group: 'administration', icon: IconUsers, allowed: staffOnly, needs: ['internal', 'r'] }),
  adminEvents: page('adminEvents', { group: 'administration', icon: IconRefresh, allowed: staffOnly, needs: ['internal', 'r'] }),
  adminAudit: page('adminAudit', { group: 'administration', icon: IconHistory, allowed: staffOnly, needs: ['internal', 'r'] }),
  adminApprovals: page('adminApprovals', {
    group: 'administration',
    icon: IconChecks,
    allowed: staffOnly,
    needs: ['internal', 'r'],
  }),
  adminFailedJobs: page('adminFailedJobs', {
    group: 'administration',
    icon: IconAlertTriangle,
    allowed: staffOnly,
    needs: ['internal', 'r'],
  }),
  help: page('help', { group: 'help', icon: IconHelpCircle, allowed: [...clients, ...staffOnly], needs: ['ownAccount', 'r'] }),
} satisfies { [N in PageName]: Page & { name: N } }

export const audienceOf = (user: CurrentUser): Audience => {
  if (user.isStaff) return 'staff'
  return user.client.type === 'AGENCY' ? 'agency' : 'company'
}

export const isAllowed = (user: CurrentUser, { allowed, needs }: Page) =>
  allowed.includes(audienceOf(user)) && may(accessProfileOf(user), ...needs)

/** An agency's settings begin with its users and account; a company's with its users and the syncs that it shares from. */
const agencyOrder: readonly PageName[] = ['home', 'contacts', 'users', 'account', 'connections', 'integrations', 'webhooks']

const positionOf = (audience: Audience, name: PageName): number => {
  const order: readonly string[] =
    audience === 'agency' ? [...new Set([...agencyOrder, ...Object.keys(pages)])] : Object.keys(pages)
  return order.indexOf(name)
}

export const pagesFor = (user: CurrentUser): Page[] => {
  const audience = audienceOf(user)
  return Object.values(pages)
    .filter((page) => isAllowed(user, page))
    .toSorted((one, other) => positionOf(audience, one.name) - positionOf(audience, other.name))
}

/** An agency is connected to companies, and a company to agencies. */
export const pageTitle = (name: PageName | 'notFound', audience: Audience) =>
  name === 'connections' && audience === 'agency' ? 'pages.connectedCompanies' : (`pages.${name}` as const)

/** Agencies and companies have different titles for their settings. */
export const groupTitle = (group: Group, audience: Audience) =>
  group === 'settings' && audience === 'agency' ? 'groups.agencySettings' : (`groups.${group}` as const)
