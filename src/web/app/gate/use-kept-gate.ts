import { useCallback, useLayoutEffect, useMemo, useRef, type Dispatch } from 'react'
import type { SignUpDraft } from '#web/features/auth/machine/auth-context.ts'
import type { AuthAction, AuthState } from '#web/features/auth/machine/auth-machine.ts'
import { asksForSignIn } from '#web/paths.ts'
import { clearKeptGate, keepGate, keptGate } from './kept-gate.ts'
import { isBackAtGate } from './use-gate-history.ts'

/** Keeps the step and what was typed for a reload; drops both when a user signs in or out, or opens the gate as a new page. */
export const useKeptGate = (state: AuthState, dispatch: Dispatch<AuthAction>) => {
  const typed = useRef<SignUpDraft>({})
  const latest = useRef(state)

  // Before the screen is painted: a user may reload the moment it appears.
  useLayoutEffect(() => {
    latest.current = state
    if (state.status !== 'SIGNED_IN') keepGate({ screen: state, draft: typed.current })
    else if (state.user) clearKeptGate()
  }, [state])

  const draft = useMemo(
    () => ({
      read: () => typed.current,
      keep: (more: SignUpDraft) => {
        typed.current = { ...typed.current, ...more }
        if (latest.current.status !== 'SIGNED_IN') keepGate({ screen: latest.current, draft: typed.current })
      },
    }),
    [],
  )

  const forgetGate = useCallback(() => {
    typed.current = {}
    clearKeptGate()
  }, [])

  /** True when this is a reload and the user was at a step of the gate. */
  const resumeGate = useCallback(() => {
    const kept = isBackAtGate() && !asksForSignIn(location.search) ? keptGate() : undefined
    if (!kept) {
      clearKeptGate()
      return false
    }
    typed.current = kept.draft
    dispatch({ type: 'resumed', screen: kept.screen })
    return true
  }, [dispatch])

  return { draft, forgetGate, resumeGate }
}
