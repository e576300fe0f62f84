import { Suspense, lazy, startTransition, useMemo, type ComponentType } from 'react'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import { AuthContext } from '#web/features/auth/machine/auth-context.ts'
import type { AuthAction } from '#web/features/auth/machine/auth-machine.ts'
import { SessionContext } from '#web/lib/identity/session.ts'
import { preloadable } from '#web/lib/preloadable.ts'
import { FullScreenSpinner } from '#web/ui/loading/FullScreenSpinner.tsx'
import { useGate } from './use-gate.ts'

export const AuthScreen = preloadable(async () => (await import('#web/features/auth/AuthScreen.tsx')).AuthScreen)

const AcceptTermsPage = lazy(async () => ({
  default: (await import('#web/features/auth/screens/sign-up/AcceptTermsPage.tsx')).AcceptTermsPage,
}))

/** Shows one screen per auth status; the app itself only once the current user is loaded. */
export const AuthGate = ({ App }: { App: ComponentType<{ user: CurrentUser }> }) => {
  const { state, dispatch, draft, check, acceptTerms, changeUser, onSignedIn, signOut, onRefused } = useGate()
  const auth = useMemo(() => {
    // The current screen stays until the next one has been downloaded.
    const dispatchInTransition = (action: AuthAction) => startTransition(() => dispatch(action))
    return { state, dispatch: dispatchInTransition, draft, onSignedIn, onRetry: check, onSignOut: signOut }
  }, [state, dispatch, draft, onSignedIn, check, signOut])
  const session = useMemo(
    () => (state.user ? { user: state.user, changeUser, signOut, onRefused } : null),
    [state.user, changeUser, signOut, onRefused],
  )

  if (state.problem?.code === 'TERMS_NOT_ACCEPTED') {
    return (
      <Suspense fallback={<FullScreenSpinner />}>
        <AcceptTermsPage key={state.problem.requestId} problem={state.problem} onAccept={acceptTerms} onSignOut={signOut} />
      </Suspense>
    )
  }
  if (state.status !== 'SIGNED_IN') {
    return (
      <AuthContext value={auth}>
        <Suspense fallback={<FullScreenSpinner />}>
          <AuthScreen status={state.status} />
        </Suspense>
      </AuthContext>
    )
  }
  if (!session) return <FullScreenSpinner />
  return (
    <SessionContext value={session}>
      <App key={session.user.id} user={session.user} />
    </SessionContext>
  )
}
