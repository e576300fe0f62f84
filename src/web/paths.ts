import { confirmEmailPath } from '#contract/signup/confirm-email.ts'
import { settingsPaths, signInParameter } from '#contract/kit/pages.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'

/** The path of every page. */
export const paths = {
  home: '/',
  contacts: '/contacts',
  activity: '/settings/activity',
  ...settingsPaths,
  webhooks: '/settings/webhooks',
  audit: '/settings/audit',
  developers: '/settings/developers',
  help: '/help',
  adminClients: '/admin/clients',
  adminUsers: '/admin/users',
  adminEvents: '/admin/sync-events',
  adminAudit: '/admin/audit',
  adminApprovals: '/admin/approvals',
  adminFailedJobs: '/admin/failed-jobs',
  terms: '/terms-and-conditions',
  confirmEmail: confirmEmailPath,
  outbox: '/outbox',
  sandboxes: '/sandboxes',
  apiReference: '/api-reference',
} as const

/** Paths of detail pages; the navigation does not link to them. */
export const innerPaths = {
  source: '/settings/integrations/$id',
  callback: '/integrations/callback/$type',
  connection: '/settings/connections/$id',
  ghostCompany: '/settings/connections/ghost/$id',
  criteria: '/settings/connections/$id/criteria',
  exclusions: '/settings/connections/never-shared',
  invitation: '/invitations/$token',
} as const

/** The token in the address of an invitation, or undefined on any other page. */
export const invitationToken = (pathname: string): string | undefined => /^\/invitations\/([^/]+)\/*$/.exec(pathname)?.[1]

/** Opens the connect flow for a source that lost its access: `<Link {...reconnectAddress(source)}>`. */
export const reconnectAddress = ({ id, type }: { id: string; type: ProviderType }) =>
  ({ to: paths.integrations, search: { connect: type, again: id } }) as const

/** For links that look like buttons: `<Button component={Link} to={addressOf(innerPaths.connection, id)}>`. */
export const addressOf = (path: (typeof innerPaths)['connection' | 'criteria' | 'ghostCompany' | 'source'], id: string) =>
  path.replace('$id', id)

/** One article of the help page. */
export const helpAddress = (article: string) => `${paths.help}#${article}`

export const asksForSignIn = (search: string) => new URLSearchParams(search).has(signInParameter)

/** Public pages: they skip the auth gate and have no current user. */
export const publicPaths: readonly string[] = [paths.terms, paths.confirmEmail, paths.outbox, paths.sandboxes, paths.apiReference]
export const isPublicPath = (pathname: string) => publicPaths.includes(pathname.replace(/(?<!\/)\/+$/, ''))
