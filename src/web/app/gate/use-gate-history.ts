import { useEffect, useLayoutEffect, useRef, type Dispatch } from 'react'
import { isPending, type AuthAction, type AuthLocation, type AuthState } from '#web/features/auth/machine/auth-machine.ts'
import { signInParameter } from '#contract/kit/pages.ts'

interface Entry extends AuthLocation {
  /** How many screens there are between this one and the first. */
  depth: number
  /** The status of the entry before this one. */
  before?: AuthLocation['status']
}

const entryOf = (state: unknown) => (state as { gate?: Entry } | null)?.gate

const isFirstLoad = () =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'navigate')

/** True after a reload of the gate or a step back to it, false when the address was opened as a new page. */
export const isBackAtGate = () => entryOf(history.state) !== undefined && !isFirstLoad()

const addressWithoutSignIn = () => {
  const address = new URL(location.href)
  address.searchParams.delete(signInParameter)
  return address.href
}

/** Goes back to the first screen of the gate, so that Back inside the product does not return to the gate's screens. */
export const leaveGateHistory = () => {
  const depth = entryOf(history.state)?.depth ?? 0
  if (depth > 0) history.go(-depth)
}

const remember = (screen: AuthLocation) => {
  const here = entryOf(history.state)
  if (here?.status === screen.status && here.accountType === screen.accountType) return
  if (!here || !isPending(here.status)) {
    const depth = (here?.depth ?? 0) + 1
    history.pushState({ gate: { ...screen, depth, before: here?.status } }, '')
  }
  // A user who cancels a step returns to the entry before it: a second entry for the same screen would make Back do nothing.
  else if (here.before === screen.status) history.back()
  // A completed step cannot be repeated, so the next screen replaces its entry.
  else history.replaceState({ gate: { ...here, ...screen } }, '')
}

/** Every screen of the gate is an entry in the browser's history: Back returns to the one before. */
export const useGateHistory = ({ status, accountType, email }: AuthState, dispatch: Dispatch<AuthAction>) => {
  const hasStarted = useRef(false)

  // Before the screen is painted: a user may reload or go back the moment it appears.
  useLayoutEffect(() => {
    if (status === 'SIGNED_IN') {
      hasStarted.current = false
      return
    }
    const screen = { status, accountType, email }
    if (hasStarted.current) return remember(screen)
    hasStarted.current = true
    // The previous user's My Account window must not open for the next user. Entries of an earlier page load are not counted:
    // going back to them would load the page once more.
    history.replaceState({ ...history.state, account: undefined, gate: { ...screen, depth: 0 } }, '', addressWithoutSignIn())
  }, [status, accountType, email])

  useEffect(() => {
    const goBack = (event: PopStateEvent) => {
      const screen = entryOf(event.state)
      if (screen) dispatch({ type: 'revisited', screen })
    }
    window.addEventListener('popstate', goBack)
    return () => window.removeEventListener('popstate', goBack)
  }, [dispatch])
}
