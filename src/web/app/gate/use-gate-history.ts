import { useEffect, useRef, type Dispatch } from 'react'
import { isPending, type AuthAction, type AuthLocation, type AuthState } from '#web/features/auth/machine/auth-machine.ts'
import { signInParameter } from '#web/paths.ts'

interface Entry extends AuthLocation {
  /** How many screens lie between this one and the first. */
  depth: number
  /** The status of the entry before this one. */
  before?: AuthLocation['status']
}

const entryOf = (state: unknown) => (state as { gate?: Entry } | null)?.gate

const isFirstLoad = () =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'navigate')

/** Whether the gate was shown here before and the page was loaded again, or the browser went back to it. Opening the address anew is neither. */
export const isBackAtGate = () => entryOf(history.state) !== undefined && !isFirstLoad()

const addressWithoutWish = () => {
  const address = new URL(location.href)
  address.searchParams.delete(signInParameter)
  return address.href
}

/** Goes back to where the screens began, so that Back inside the product does not walk through them again. */
export const leaveGateHistory = () => {
  const depth = entryOf(history.state)?.depth ?? 0
  if (depth > 0) history.go(-depth)
}

const remember = (place: AuthLocation) => {
  const here = entryOf(history.state)
  if (here?.status === place.status && here.accountType === place.accountType) return
  if (!here || !isPending(here.status)) {
    const depth = (here?.depth ?? 0) + 1
    history.pushState({ gate: { ...place, depth, before: here?.status } }, '')
  }
  // Whoever gives a question up returns to the entry before it: a second one of the same screen would make Back do nothing.
  else if (here.before === place.status) history.back()
  // A question that has been answered cannot be answered again, so the next screen takes its place.
  else history.replaceState({ gate: { ...here, ...place } }, '')
}

/** Every screen of the gate is a step in the browser's history: Back returns to the one before. */
export const useGateHistory = ({ status, accountType, email }: AuthState, dispatch: Dispatch<AuthAction>) => {
  const hasStarted = useRef(false)

  useEffect(() => {
    if (status === 'SIGNED_IN') {
      hasStarted.current = false
      return
    }
    const place = { status, accountType, email }
    if (hasStarted.current) return remember(place)
    hasStarted.current = true
    // The window of whoever was here before does not open for the next person. Entries of a page that was loaded before this one
    // are not counted: going back to them would load the page once more.
    history.replaceState({ ...history.state, account: undefined, gate: { ...place, depth: 0 } }, '', addressWithoutWish())
  }, [status, accountType, email])

  useEffect(() => {
    const goBack = (event: PopStateEvent) => {
      const place = entryOf(event.state)
      if (place) dispatch({ type: 'revisited', place })
    }
    window.addEventListener('popstate', goBack)
    return () => window.removeEventListener('popstate', goBack)
  }, [dispatch])
}
