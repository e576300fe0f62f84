import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { ErrorPage } from '#web/app/failures/ErrorPage.tsx'
import { takeFirstAnswers } from '#web/app/first-answers.ts'
import { lazyPage } from '#web/app/lazy-page.ts'
import { pages, type Page } from '#web/app/pages.ts'
import type { OwnContext, RouterContext } from '#web/app/router-context.ts'
import { activitySearch } from '#web/features/activity/activity-search.ts'
import { auditSearch } from '#web/features/audit/audit-search.ts'
import { clientsSearch } from '#web/features/admin/clients/clients-search.ts'
import { eventsSearch } from '#web/features/admin/events/events-search.ts'
import { staffUsersSearch } from '#web/features/admin/users/staff-users-search.ts'
import { connectionsSearch } from '#web/features/connections/connections-search.ts'
import { contactsSearch } from '#web/features/contacts/contacts-search.ts'
import { callbackSearch } from '#web/features/integrations/callback/callback-search.ts'
import { integrationsSearch } from '#web/features/integrations/integrations-search.ts'
import { sourceSearch } from '#web/features/integrations/source/source-search.ts'
import { outboxSearch } from '#web/features/outbox/outbox-search.ts'
import { usersSearch } from '#web/features/users/users-search.ts'
import { webhooksSearch } from '#web/features/webhooks/webhooks-search.ts'
import { pagingSearch } from '#web/lib/address/paging.ts'
import { keptInvitation } from '#web/lib/kept-invitation.ts'
import { innerPaths, paths } from '#web/paths.ts'
import { CenteredSpinner } from '#web/ui/loading/CenteredSpinner.tsx'
import { FullScreenSpinner } from '#web/ui/loading/FullScreenSpinner.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    page?: Page
    /** A detail page of that page; it sets its own title. */
    isInner?: true
  }
}

// Until the frame around the page is loaded, the spinner covers the whole screen.
const root = createRootRouteWithContext<OwnContext>()({ pendingComponent: FullScreenSpinner })

const publicFrame = createRoute({
  getParentRoute: () => root,
  id: 'public',
  pendingComponent: FullScreenSpinner,
  component: lazyPage(() => import('#web/app/PublicLayout.tsx'), 'PublicLayout'),
})

const terms = createRoute({
  getParentRoute: () => publicFrame,
  path: paths.terms,
  component: lazyPage(() => import('#web/features/legal/TermsPage.tsx'), 'TermsPage'),
})

const confirmEmail = createRoute({
  getParentRoute: () => publicFrame,
  path: paths.confirmEmail,
  component: lazyPage(() => import('#web/features/confirm-email/ConfirmEmailPage.tsx'), 'ConfirmEmailPage'),
})

const outbox = createRoute({
  getParentRoute: () => publicFrame,
  path: paths.outbox,
  validateSearch: outboxSearch,
  component: lazyPage(() => import('#web/features/outbox/OutboxPage.tsx'), 'OutboxPage'),
})

const sandboxes = createRoute({
  getParentRoute: () => publicFrame,
  path: paths.sandboxes,
  component: lazyPage(() => import('#web/features/sandboxes/SandboxesPage.tsx'), 'SandboxesPage'),
})

const apiReference = createRoute({
  getParentRoute: () => publicFrame,
  path: paths.apiReference,
  component: lazyPage(() => import('#web/features/api-reference/ApiReferencePage.tsx'), 'ApiReferencePage'),
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  pendingComponent: FullScreenSpinner,
  component: lazyPage(() => import('#web/app/shell/Shell.tsx'), 'Shell'),
})

const home = createRoute({
  getParentRoute: () => shell,
  path: paths.home,
  staticData: { page: pages.home },
  beforeLoad: ({ context }) => {
    if (context.user?.isStaff) throw redirect({ to: paths.adminClients })
    const kept = keptInvitation()
    if (kept?.isReturning) throw redirect({ to: innerPaths.invitation, params: { token: kept.token } })
  },
  loader: ({ context }) => takeFirstAnswers(context.queryClient),
  // The loader usually ends before this, so that no second spinner follows the one in the initial page.
  pendingMs: 2_000,
  component: lazyPage(() => import('#web/features/home/HomePage.tsx'), 'HomePage'),
})

const contacts = createRoute({
  getParentRoute: () => shell,
  path: paths.contacts,
  staticData: { page: pages.contacts },
  validateSearch: contactsSearch,
  component: lazyPage(() => import('#web/features/contacts/ContactsPage.tsx'), 'ContactsPage'),
})

const activity = createRoute({
  getParentRoute: () => shell,
  path: paths.activity,
  staticData: { page: pages.activity },
  validateSearch: activitySearch,
  component: lazyPage(() => import('#web/features/activity/ActivityPage.tsx'), 'ActivityPage'),
})

const integrations = createRoute({
  getParentRoute: () => shell,
  path: paths.integrations,
  staticData: { page: pages.integrations },
  validateSearch: integrationsSearch,
  component: lazyPage(() => import('#web/features/integrations/IntegrationsPage.tsx'), 'IntegrationsPage'),
})

const source = createRoute({
  getParentRoute: () => shell,
  path: innerPaths.source,
  staticData: { page: pages.integrations, isInner: true },
  validateSearch: sourceSearch,
  component: lazyPage(() => import('#web/features/integrations/source/SourcePage.tsx'), 'SourcePage'),
})

const callback = createRoute({
  getParentRoute: () => shell,
  path: innerPaths.callback,
  staticData: { page: pages.integrations },
  validateSearch: callbackSearch,
  component: lazyPage(() => import('#web/features/integrations/callback/CallbackPage.tsx'), 'CallbackPage'),
})

const connections = createRoute({
  getParentRoute: () => shell,
  path: paths.connections,
  staticData: { page: pages.connections },
  validateSearch: connectionsSearch,
  component: lazyPage(() => import('#web/features/connections/list/ConnectionsPage.tsx'), 'ConnectionsPage'),
})

const connection = createRoute({
  getParentRoute: () => shell,
  path: innerPaths.connection,
  staticData: { page: pages.connections, isInner: true },
  component: lazyPage(() => import('#web/features/connections/detail/ConnectionPage.tsx'), 'ConnectionPage'),
})

const criteria = createRoute({
  getParentRoute: () => shell,
  path: innerPaths.criteria,
  staticData: { page: pages.connections, isInner: true },
  component: lazyPage(() => import('#web/features/connections/criteria/CriteriaPage.tsx'), 'CriteriaPage'),
})

const ghostCompany = createRoute({
  getParentRoute: () => shell,
  path: innerPaths.ghostCompany,
  staticData: { page: pages.connections, isInner: true },
  validateSearch: sourceSearch,
  component: lazyPage(() => import('#web/features/integrations/ghost/GhostCompanyPage.tsx'), 'GhostCompanyPage'),
})

const exclusions = createRoute({
  getParentRoute: () => shell,
  path: innerPaths.exclusions,
  staticData: { page: pages.connections, isInner: true },
  validateSearch: pagingSearch,
  component: lazyPage(() => import('#web/features/connections/exclusions/ExclusionsPage.tsx'), 'ExclusionsPage'),
})

/** Without the frame: it looks the same before and after the sign-in. */
const invitation = createRoute({
  getParentRoute: () => root,
  path: innerPaths.invitation,
  pendingComponent: FullScreenSpinner,
  component: lazyPage(() => import('#web/features/connections/invitation/InvitationPage.tsx'), 'InvitationPage'),
})

const users = createRoute({
  getParentRoute: () => shell,
  path: paths.users,
  staticData: { page: pages.users },
  validateSearch: usersSearch,
  component: lazyPage(() => import('#web/features/users/UsersPage.tsx'), 'UsersPage'),
})

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: paths.webhooks,
  staticData: { page: pages.webhooks },
  validateSearch: webhooksSearch,
  component: lazyPage(() => import('#web/features/webhooks/WebhooksPage.tsx'), 'WebhooksPage'),
})

const account = createRoute({
  getParentRoute: () => shell,
  path: paths.account,
  staticData: { page: pages.account },
  component: lazyPage(() => import('#web/features/account-settings/ClientPage.tsx'), 'ClientPage'),
})

const audit = createRoute({
  getParentRoute: () => shell,
  path: paths.audit,
  staticData: { page: pages.audit },
  validateSearch: auditSearch,
  component: lazyPage(() => import('#web/features/audit/AuditPage.tsx'), 'AuditPage'),
})

const developers = createRoute({
  getParentRoute: () => shell,
  path: paths.developers,
  staticData: { page: pages.developers },
  component: lazyPage(() => import('#web/features/api-reference/ApiReferencePage.tsx'), 'DevelopersPage'),
})

const help = createRoute({
  getParentRoute: () => shell,
  path: paths.help,
  staticData: { page: pages.help },
  component: lazyPage(() => import('#web/features/help/HelpPage.tsx'), 'HelpPage'),
})

const adminUsers = createRoute({
  getParentRoute: () => shell,
  path: paths.adminUsers,
  staticData: { page: pages.adminUsers },
  validateSearch: staffUsersSearch,
  component: lazyPage(() => import('#web/features/admin/users/StaffUsersPage.tsx'), 'StaffUsersPage'),
})

const adminEvents = createRoute({
  getParentRoute: () => shell,
  path: paths.adminEvents,
  staticData: { page: pages.adminEvents },
  validateSearch: eventsSearch,
  component: lazyPage(() => import('#web/features/admin/events/SyncEventsPage.tsx'), 'SyncEventsPage'),
})

const adminAudit = createRoute({
  getParentRoute: () => shell,
  path: paths.adminAudit,
  staticData: { page: pages.adminAudit },
  validateSearch: auditSearch,
  component: lazyPage(() => import('#web/features/audit/AuditPage.tsx'), 'AuditPage'),
})

const adminClients = createRoute({
  getParentRoute: () => shell,
  path: paths.adminClients,
  staticData: { page: pages.adminClients },
  validateSearch: clientsSearch,
  component: lazyPage(() => import('#web/features/admin/clients/ClientsPage.tsx'), 'ClientsPage'),
})

const adminApprovals = createRoute({
  getParentRoute: () => shell,
  path: paths.adminApprovals,
  staticData: { page: pages.adminApprovals },
  validateSearch: pagingSearch,
  component: lazyPage(() => import('#web/features/admin/approvals/ApprovalsPage.tsx'), 'ApprovalsPage'),
})

const adminFailedJobs = createRoute({
  getParentRoute: () => shell,
  path: paths.adminFailedJobs,
  staticData: { page: pages.adminFailedJobs },
  validateSearch: pagingSearch,
  component: lazyPage(() => import('#web/features/admin/FailedJobsPage.tsx'), 'FailedJobsPage'),
})

const everythingElse = createRoute({
  getParentRoute: () => shell,
  path: '$',
  component: lazyPage(() => import('#web/app/failures/NotFoundPage.tsx'), 'NotFoundPage'),
})

const routeTree = root.addChildren([
  publicFrame.addChildren([terms, confirmEmail, outbox, sandboxes, apiReference]),
  invitation,
  shell.addChildren([
    home,
    contacts,
    users,
    connections,
    connection,
    criteria,
    ghostCompany,
    exclusions,
    integrations,
    source,
    callback,
    webhooks,
    account,
    activity,
    audit,
    developers,
    help,
    adminClients,
    adminUsers,
    adminEvents,
    adminAudit,
    adminApprovals,
    adminFailedJobs,
    everythingElse,
  ]),
])

export const createAppRouter = (context: RouterContext) =>
  createRouter({
    routeTree,
    context: { ...context, initialSearch: location.search },
    defaultPreload: 'intent',
    defaultPendingComponent: CenteredSpinner,
    defaultPendingMs: 100,
    defaultPendingMinMs: 200,
    defaultErrorComponent: ErrorPage,
    trailingSlash: 'never',
  })
