import { Suspense, useLayoutEffect } from 'react'
import { holdsTokens } from '#web/lib/identity/session.ts'
import { preloadable } from '#web/lib/preloadable.ts'
import { leaveSplash } from '#web/lib/splash.ts'
import { isPublicPath } from '#web/paths.ts'
import { FullScreenSpinner } from '#web/ui/FullScreenSpinner.tsx'
import { AuthGate, AuthScreen } from './AuthGate.tsx'
import { CrashBoundary } from './CrashBoundary.tsx'
import { OfflineBar } from './OfflineBar.tsx'

const RoutedApp = preloadable(async () => (await import('./RoutedApp.tsx')).RoutedApp)

/** What is drawn first most likely. While the gate asks who is there, the pages are already on their way. */
export const preloadFirst = async (): Promise<void> => {
  if (isPublicPath(location.pathname)) await RoutedApp.preload()
  else if (holdsTokens()) void RoutedApp.preload().catch(() => undefined)
  else await AuthScreen.preload()
}

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
