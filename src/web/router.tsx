import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { CurrentUser } from '#contract/users.ts'
import { ErrorPage } from '#web/app/ErrorPage.tsx'
import { pages, type Page } from '#web/app/pages.ts'
import { activitySearch } from '#web/features/activity/activity-search.ts'
import { integrationsSearch } from '#web/features/integrations/integrations-search.ts'
import { outboxSearch } from '#web/features/outbox/outbox-search.ts'
import { pagingSearch } from '#web/lib/paging.ts'
import { paths } from '#web/paths.ts'
import { CenteredSpinner } from '#web/ui/CenteredSpinner.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    page?: Page
  }
}

interface RouterContext {
  /** Nobody on public pages. */
  user: CurrentUser | null
}

const root = createRootRouteWithContext<RouterContext>()()

const publicFrame = createRoute({
  getParentRoute: () => root,
  id: 'public',
  component: lazyRouteComponent(() => import('#web/app/PublicLayout.tsx'), 'PublicLayout'),
})

const terms = createRoute({
  getParentRoute: () => publicFrame,
  path: paths.terms,
  component: lazyRouteComponent(() => import('#web/features/legal/TermsPage.tsx'), 'TermsPage'),
})

const outbox = createRoute({
  getParentRoute: () => publicFrame,
  path: paths.outbox,
  validateSearch: outboxSearch,
  component: lazyRouteComponent(() => import('#web/features/outbox/OutboxPage.tsx'), 'OutboxPage'),
})

const apiReference = createRoute({
  getParentRoute: () => publicFrame,
  path: paths.apiReference,
  component: lazyRouteComponent(() => import('#web/features/api-reference/ApiReferencePage.tsx'), 'ApiReferencePage'),
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyRouteComponent(() => import('#web/app/shell/Shell.tsx'), 'Shell'),
})

const home = createRoute({
  getParentRoute: () => shell,
  path: paths.home,
  staticData: { page: pages.home },
  beforeLoad: ({ context }) => {
    if (context.user?.isStaff) throw redirect({ to: paths.adminClients })
  },
  component: lazyRouteComponent(() => import('#web/features/home/HomePage.tsx'), 'HomePage'),
})

const activity = createRoute({
  getParentRoute: () => shell,
  path: paths.activity,
  staticData: { page: pages.activity },
  validateSearch: activitySearch,
  component: lazyRouteComponent(() => import('#web/features/activity/ActivityPage.tsx'), 'ActivityPage'),
})

const integrations = createRoute({
  getParentRoute: () => shell,
  path: paths.integrations,
  staticData: { page: pages.integrations },
  validateSearch: integrationsSearch,
  component: lazyRouteComponent(() => import('#web/features/integrations/IntegrationsPage.tsx'), 'IntegrationsPage'),
})

const adminClients = createRoute({
  getParentRoute: () => shell,
  path: paths.adminClients,
  staticData: { page: pages.adminClients },
  validateSearch: pagingSearch,
  component: lazyRouteComponent(() => import('#web/features/admin/ClientsPage.tsx'), 'ClientsPage'),
})

const adminFailedJobs = createRoute({
  getParentRoute: () => shell,
  path: paths.adminFailedJobs,
  staticData: { page: pages.adminFailedJobs },
  validateSearch: pagingSearch,
  component: lazyRouteComponent(() => import('#web/features/admin/FailedJobsPage.tsx'), 'FailedJobsPage'),
})

const everythingElse = createRoute({
  getParentRoute: () => shell,
  path: '$',
  component: lazyRouteComponent(() => import('#web/app/NotFoundPage.tsx'), 'NotFoundPage'),
})

const routeTree = root.addChildren([
  publicFrame.addChildren([terms, outbox, apiReference]),
  shell.addChildren([home, activity, integrations, adminClients, adminFailedJobs, everythingElse]),
])

export const createAppRouter = (context: RouterContext) =>
  createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    defaultPendingComponent: CenteredSpinner,
    defaultPendingMs: 100,
    defaultPendingMinMs: 200,
    defaultErrorComponent: ErrorPage,
    trailingSlash: 'never',
  })
