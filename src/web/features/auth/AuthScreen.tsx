import { lazy, useEffect } from 'react'
import { useAuth } from './machine/auth-context.ts'
import { isFurtherStep, type AuthStatus } from './machine/auth-machine.ts'
import { InitialPage } from './screens/sign-up/InitialPage.tsx'
import { SignInPage } from './screens/SignInPage.tsx'
import { loadBeginSignIn } from './machine/use-sign-in.ts'

// Most users see only the first two screens; the others are loaded when needed.
const LaterScreen = lazy(async () => ({ default: (await import('./screens/LaterScreen.tsx')).LaterScreen }))
const StepScreen = lazy(async () => ({ default: (await import('./steps/StepScreen.tsx')).StepScreen }))

/** One screen per status. */
export const AuthScreen = ({ status }: { status: Exclude<AuthStatus, 'SIGNED_IN'> }) => {
  const { state } = useAuth()
  // Loads the sign-in code while the user types.
  useEffect(() => void loadBeginSignIn().catch(() => undefined), [])
  if (status === 'INITIAL') return <InitialPage />
  if (status === 'SIGN_IN') return <SignInPage />
  if (isFurtherStep(status)) return <StepScreen key={`${status}${state.pending?.round}`} step={status} />
  return <LaterScreen key={status + state.accountType} status={status} />
}
