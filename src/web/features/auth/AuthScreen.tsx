import { lazy, useEffect } from 'react'
import { useAuth } from './machine/auth-context.ts'
import { isFurtherStep, type AuthStatus } from './machine/auth-machine.ts'
import { InitialPage } from './screens/sign-up/InitialPage.tsx'
import { SignInPage } from './screens/SignInPage.tsx'
import { loadBeginSignIn } from './machine/use-sign-in.ts'

// Nearly everybody sees the first two screens and no other; the rest arrives when it is asked for.
const LaterScreen = lazy(async () => ({ default: (await import('./screens/LaterScreen.tsx')).LaterScreen }))
const StepScreen = lazy(async () => ({ default: (await import('./steps/StepScreen.tsx')).StepScreen }))

/** One screen per status. */
export const AuthScreen = ({ status }: { status: Exclude<AuthStatus, 'SIGNED_IN'> }) => {
  const { state } = useAuth()
  // The screen can be used at once; what signing in needs is there before anybody has typed.
  useEffect(() => void loadBeginSignIn().catch(() => undefined), [])
  if (status === 'INITIAL') return <InitialPage />
  if (status === 'SIGN_IN') return <SignInPage />
  if (isFurtherStep(status)) return <StepScreen key={`${status}${state.pending?.round}`} step={status} />
  return <LaterScreen key={status + state.accountType} status={status} />
}
