import { useCallback, useEffect, useReducer, useRef, type Dispatch } from 'react'
import { loadCurrentUser } from '#web/data/account/load-current-user.ts'
import { authReducer, initialAuthState, type AuthAction } from '#web/features/auth/machine/auth-machine.ts'
import { ApiError, isLockedOut, isUnauthenticated } from '#web/lib/calls/api-error.ts'
import { keepAcceptedTerms } from '#web/lib/identity/accepted-terms.ts'
import { localCache } from '#web/lib/cache/browser-cache.ts'
import {
  endIdentitySession,
  getAccessToken,
  getSignedInEmail,
  leaveHostedPages,
  onSessionEnded,
} from '#web/lib/identity/identity.ts'
import { MissingPart, reloadOnce } from '#web/lib/missing-part.ts'
import {
  forgetUser,
  holdsTokens,
  onSignedOutElsewhere,
  rememberUser,
  notifyOtherTabs,
  type UserChange,
} from '#web/lib/identity/session.ts'
import { asksForSignIn, invitationToken, paths } from '#web/paths.ts'
import { leaveGateHistory, useGateHistory } from './use-gate-history.ts'
import { useKeptGate } from './use-kept-gate.ts'

const forgetEverything = () => {
  forgetUser()
  localCache.clear()
}

/** Undefined means that no user is signed in. The identity client keeps the tokens after a temporary failure. */
const asProblem = (error: unknown): ApiError | undefined => {
  if (error instanceof ApiError) return isUnauthenticated(error) ? undefined : error
  if (!holdsTokens()) return undefined
  const isUnreachable = error instanceof MissingPart || (error instanceof Error && error.name === 'NetworkError')
  return new ApiError({ code: isUnreachable ? 'NETWORK' : 'BAD_ANSWER' })
}

/** Most refusals concern only the call; some end the session or show why the user is locked out. */
const useRefusals = (dispatch: Dispatch<AuthAction>, drop: () => Promise<void>) =>
  useCallback(
    (refusal: unknown) => {
      if (isLockedOut(refusal)) dispatch({ type: 'userRefused', problem: refusal })
      // A call is sent without a token while the identity provider is unreachable; its refusal then does not mean that the session ended.
      if (isUnauthenticated(refusal)) void getAccessToken().then(drop, () => undefined)
    },
    [dispatch, drop],
  )

/** A visitor who opened a page of the product has an account, and returns to that page after sign-in. Not so at an invitation. */
const hasOpenedPage = () =>
  (location.pathname !== paths.home && invitationToken(location.pathname) === undefined) || asksForSignIn(location.search)

/** Fetches the user whose tokens this browser holds. Any failure sets INITIAL; only a refusal of the tokens removes them. */
const useCheck = (dispatch: Dispatch<AuthAction>, drop: () => Promise<void>) =>
  useCallback(async () => {
    try {
      const email = await getSignedInEmail()
      if (!email) return await drop()
      const user = await loadCurrentUser(email, { opensAccount: true })
      rememberUser(user)
      dispatch({ type: 'userLoaded', user })
    } catch (error) {
      // A newer version may have replaced the identity client on the server.
      if (error instanceof MissingPart && navigator.onLine && reloadOnce()) return
      const problem = asProblem(error)
      if (problem) dispatch({ type: 'userRefused', problem })
      else await drop()
    }
  }, [dispatch, drop])

/** Removes what belongs to the user and shows the gate: `leave` after the session has ended, `leaveToStart` after a sign-out. */
const useLeaving = (dispatch: Dispatch<AuthAction>, forgetGate: () => void) => {
  // The identity client reports the end of a session also when the user ended it.
  const isSigningOut = useRef(false)
  const leaveTo = useCallback(
    (to: 'INITIAL' | 'SIGN_IN') => {
      forgetEverything()
      forgetGate()
      dispatch({ type: 'signedOut', to })
    },
    [dispatch, forgetGate],
  )
  const leaveToStart = useCallback(() => leaveTo('INITIAL'), [leaveTo])
  const leave = useCallback(() => leaveTo(hasOpenedPage() && !isSigningOut.current ? 'SIGN_IN' : 'INITIAL'), [leaveTo])
  const endOwnSession = useCallback(async () => {
    isSigningOut.current = true
    await endIdentitySession()
    isSigningOut.current = false
  }, [])
  return { leave, leaveToStart, endOwnSession }
}

/** The state of the auth gate, and everything outside its screens that changes it. */
export const useGate = () => {
  const [state, dispatch] = useReducer(authReducer, initialAuthState)
  const { draft, forgetGate, resumeGate } = useKeptGate(state, dispatch)
  useGateHistory(state, dispatch)

  const { leave, leaveToStart, endOwnSession } = useLeaving(dispatch, forgetGate)

  // The identity client refuses to sign in while old tokens exist.
  const drop = useCallback(async () => {
    await endIdentitySession()
    leave()
  }, [leave])

  const check = useCheck(dispatch, drop)

  const acceptTerms = useCallback(async () => {
    const email = await getSignedInEmail()
    if (email) keepAcceptedTerms(email)
    await check()
  }, [check])

  // The client id of the previous user is still stored; this user's first call must not send it.
  const onSignedIn = useCallback(() => {
    forgetEverything()
    forgetGate()
    leaveGateHistory()
    dispatch({ type: 'signedIn' })
    return check()
  }, [forgetGate, check])

  const isInside = state.status === 'SIGNED_IN'
  const signOut = useCallback(async () => {
    await endOwnSession()
    notifyOtherTabs()
    // The next user starts on the start page, not on this user's page.
    history.replaceState(isInside ? null : history.state, '', paths.home)
    leaveToStart()
    if (!leaveHostedPages()) dispatch({ type: 'signedOut', to: 'INITIAL', notice: 'hostedSignOutFailed' })
  }, [leaveToStart, endOwnSession, isInside])

  const onRefused = useRefusals(dispatch, drop)
  const changeUser = useCallback((change: UserChange) => dispatch({ type: 'userChanged', change }), [])
  const { user } = state
  useEffect(() => {
    if (user) rememberUser(user)
  }, [user])

  useEffect(() => {
    if (holdsTokens() || !resumeGate()) void check()
  }, [resumeGate, check])
  useEffect(() => onSignedOutElsewhere(leaveToStart), [leaveToStart])
  useEffect(() => onSessionEnded(leave), [leave])

  return { state, dispatch, draft, check, acceptTerms, changeUser, onSignedIn, signOut, onRefused }
}
