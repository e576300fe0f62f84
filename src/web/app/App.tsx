import { Suspense, useLayoutEffect, Component, type ReactNode } from 'react'
import { holdsTokens } from '#web/lib/identity/session.ts'
import { preloadable } from '#web/lib/preloadable.ts'
import { leaveSplash } from '#web/lib/splash.ts'
import { isPublicPath } from '#web/paths.ts'
import { FullScreenSpinner } from '#web/ui/loading/FullScreenSpinner.tsx'
import { AuthGate, AuthScreen } from './gate/AuthGate.tsx'
import { useTranslation } from 'react-i18next'
import { useOnline } from '#web/lib/network.ts'
import styles from './OfflineBar.module.css'
import { BrokenPage } from './failures/BrokenPage.tsx'

interface State {
  failure: { error: unknown } | null
}

/** The last error boundary: something failed outside every page. */
class CrashBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return (
      <main>
        <BrokenPage error={failure.error} heading="h1" />
      </main>
    )
  }
}

/** Above every page while there is no network. Always in the document, so that a screen reader announces the change. */
const OfflineBar = () => {
  const { t } = useTranslation()
  const isOnline = useOnline()
  return <output className={styles.bar}>{!isOnline && t('offline.bar')}</output>
}

const RoutedApp = preloadable(async () => (await import('./RoutedApp.tsx')).RoutedApp)

/** Loads the screen that is most likely shown first. The pages download while the gate checks who is signed in. */
export const preloadFirst = async (): Promise<void> => {
  if (isPublicPath(location.pathname)) await RoutedApp.preload()
  else if (holdsTokens()) void RoutedApp.preload().catch(() => undefined)
  else await AuthScreen.preload()
}

/** Public pages are shown to everyone; all other pages are behind the auth gate. */
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
