import '#web/styles/app-controls.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { use, useEffect, useState } from 'react'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import { createQueryClient, retryFailed } from '#web/data/query-client.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { onBackOnline } from '#web/lib/network.ts'
import { SessionContext } from '#web/lib/identity/session.ts'
import { appMessages } from '#web/messages/en-app.ts'
import { createAppRouter } from '#web/router.tsx'
import { ToastArea } from '#web/ui/toasts/ToastArea.tsx'

addTranslations('app', appMessages)

/** The pages. Query cache and router live as long as one user is signed in, so no data of theirs outlives the session. */
export const RoutedApp = ({ user }: { user: CurrentUser | null }) => {
  const session = use(SessionContext)
  const [queryClient] = useState(() => createQueryClient((error) => session?.onRefused(error)))
  const [router] = useState(() => createAppRouter({ user, queryClient }))
  useEffect(() => onBackOnline(() => retryFailed(queryClient)), [queryClient])
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ToastArea />
    </QueryClientProvider>
  )
}
