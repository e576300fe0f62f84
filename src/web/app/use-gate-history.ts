import { useEffect, useRef, type Dispatch } from 'react'
import type { AuthAction, AuthPlace, AuthState } from '#web/features/auth/auth-machine.ts'
import { signInParameter } from '#web/paths.ts'

interface Entry extends AuthPlace {
  /** How many screens lie between this one and the first. */
  depth: number
}

const entryOf = (state: unknown) => (state as { gate?: Entry } | null)?.gate

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

/** Every screen of the gate is a step in the browser's history: Back returns to the one before. */
export const useGateHistory = ({ status, accountType, email }: AuthState, dispatch: Dispatch<AuthAction>) => {
  const hasStarted = useRef(false)

  useEffect(() => {
    if (status === 'SIGNED_IN') {
      hasStarted.current = false
      return
    }
    const here = entryOf(history.state)
    const place = { status, accountType, email }
    if (!hasStarted.current) {
      hasStarted.current = true
      history.replaceState({ ...history.state, gate: { ...place, depth: here?.depth ?? 0 } }, '', addressWithoutWish())
    } else if (here?.status !== status || here.accountType !== accountType) {
      history.pushState({ gate: { ...place, depth: (here?.depth ?? 0) + 1 } }, '')
    }
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
