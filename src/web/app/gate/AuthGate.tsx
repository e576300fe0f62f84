import { Suspense, lazy, startTransition, useMemo, type ComponentType } from 'react'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import { AuthContext } from '#web/features/auth/machine/auth-context.ts'
import type { AuthAction, AuthStatus } from '#web/features/auth/machine/auth-machine.ts'
import { SessionContext } from '#web/lib/identity/session.ts'
import { preloadable } from '#web/lib/preloadable.ts'
import { FullScreenSpinner } from '#web/ui/loading/FullScreenSpinner.tsx'
import { invitationToken } from '#web/paths.ts'
import { useGate } from './use-gate.ts'

export const AuthScreen = preloadable(async () => (await import('#web/features/auth/AuthScreen.tsx')).AuthScreen)

const AcceptTermsPage = lazy(async () => ({
  default: (await import('#web/features/auth/screens/sign-up/AcceptTermsPage.tsx')).AcceptTermsPage,
}))

const InvitationWelcome = lazy(async () => ({
  default: (await import('#web/features/connections/invitation/InvitationWelcome.tsx')).InvitationWelcome,
}))

interface ScreenProps {
  status: Exclude<AuthStatus, 'SIGNED_IN'>
  hasProblem: boolean
  dispatch: (action: AuthAction) => void
}

/** A visitor with an invitation starts with it, not with the choice of an account type. */
const Screen = ({ status, hasProblem, dispatch }: ScreenProps) => {
  const token = invitationToken(location.pathname)
  if (status !== 'INITIAL' || hasProblem || token === undefined) return <AuthScreen status={status} />
  return (
    <InvitationWelcome
      token={token}
      onSignUp={(accountType) => dispatch({ type: 'accountTypeChosen', accountType })}
      onSignIn={() => dispatch({ type: 'moved', to: 'SIGN_IN' })}
    />
  )
}

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
          <Screen status={state.status} hasProblem={state.problem !== null} dispatch={auth.dispatch} />
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
