import { useCallback, useEffect, useReducer } from 'react'
import { loadCurrentUser } from '#web/data/users.ts'
import { authReducer, initialAuthState } from '#web/features/auth/auth-machine.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { localCache } from '#web/lib/browser-cache.ts'
import { endIdentitySession, getSignedInEmail, onSessionEnded } from '#web/lib/identity.ts'
import { forgetUser, onSignedOutElsewhere, rememberUser, tellOtherTabs } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'

const forgetEverything = () => {
  forgetUser()
  localCache.clear()
}

/** The identity client names its own network failures; everything else from it means that nobody is signed in. */
const asProblem = (error: unknown): ApiError | undefined => {
  if (error instanceof ApiError) return error.code === 'UNAUTHENTICATED' ? undefined : error
  return error instanceof Error && error.name === 'NetworkError' ? new ApiError({ code: 'NETWORK' }) : undefined
}

/** The state of the auth gate and everything that changes it from outside the screens. */
export const useGate = () => {
  const [state, dispatch] = useReducer(authReducer, initialAuthState)

  const leave = useCallback(() => {
    forgetEverything()
    dispatch({ type: 'signedOut' })
  }, [])

  const loadUser = useCallback(async () => {
    dispatch({ type: 'signedIn' })
    try {
      const email = await getSignedInEmail()
      if (!email) return leave()
      const user = await loadCurrentUser(email)
      rememberUser(user)
      dispatch({ type: 'userLoaded', user })
    } catch (error) {
      const problem = asProblem(error)
      if (problem) dispatch({ type: 'userRefused', problem })
      else leave()
    }
  }, [leave])

  // Whoever was here before left their client behind; the first call of this person must not carry it.
  const onSignedIn = useCallback(() => {
    forgetEverything()
    return loadUser()
  }, [loadUser])

  const signOut = useCallback(async () => {
    await endIdentitySession()
    tellOtherTabs()
    // The next person starts at the front door, not on this person's page.
    history.replaceState(null, '', paths.home)
    leave()
  }, [leave])

  useEffect(() => void loadUser(), [loadUser])
  useEffect(() => onSignedOutElsewhere(leave), [leave])
  useEffect(() => onSessionEnded(leave), [leave])

  return { state, dispatch, loadUser, onSignedIn, signOut }
}
