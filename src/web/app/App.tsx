import { lazy, Suspense, useLayoutEffect } from 'react'
import { holdsTokens } from '#web/lib/identity/session.ts'
import { leaveSplash } from '#web/lib/splash.ts'
import { isPublicPath } from '#web/paths.ts'
import { FullScreenSpinner } from '#web/ui/FullScreenSpinner.tsx'
import { CrashBoundary } from './CrashBoundary.tsx'
import { OfflineBar } from './OfflineBar.tsx'

const loadPages = () => import('./RoutedApp.tsx')
const loadFirstScreen = () => import('#web/features/auth/AuthScreen.tsx')

const AuthGate = lazy(async () => ({ default: (await import('./AuthGate.tsx')).AuthGate }))
const RoutedApp = lazy(async () => ({ default: (await loadPages()).RoutedApp }))

// While the gate asks who is there, what comes next most likely is already on its way.
if (!isPublicPath(location.pathname)) void (holdsTokens() ? loadPages() : loadFirstScreen()).catch(() => undefined)

/** Public pages are drawn for everybody; everything else stands behind the auth gate. */
export const App = () => {
  useLayoutEffect(leaveSplash, [])
  return (
    <CrashBoundary>
      <OfflineBar />
      <Suspense fallback={<FullScreenSpinner />}>
        {isPublicPath(location.pathname) ? <RoutedApp user={null} /> : <AuthGate App={RoutedApp} />}
      </Suspense>
    </CrashBoundary>
  )
}
