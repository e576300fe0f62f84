import { limits } from '#contract/kit/limits.ts'
import { useAuth } from './auth-context.ts'
import { detailsOf, type NextStep } from './sign-in-steps.ts'

export interface Circumstances {
  email?: string
  isFirstFactor?: boolean
  /** Runs after the provider has signed the user in, before the product opens. */
  beforeEntering?: () => Promise<unknown>
}

/** Follows a reply of the identity provider: opens the product, or shows the step that it returned. */
export const useNextStep = () => {
  const { state, dispatch, onSignedIn } = useAuth()
  return async (next: NextStep, { email = state.email, isFirstFactor = false, beforeEntering }: Circumstances = {}) => {
    if (next.signInStep === 'DONE') {
      await beforeEntering?.()
      return onSignedIn()
    }
    const step = next.signInStep
    const until = Date.now() + limits.pendingSignIn
    const details = { ...detailsOf(next, email), until, ...(isFirstFactor ? { isFirstFactor } : {}) }
    const notice = step === 'RESET_PASSWORD' ? ({ notice: 'passwordResetRequired' } as const) : {}
    dispatch({ type: 'stepReturned', step, email, details, ...notice })
  }
}
