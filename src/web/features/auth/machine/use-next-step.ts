import { limits } from '#contract/kit/limits.ts'
import { useAuth } from './auth-context.ts'
import { detailsOf, type NextStep } from './sign-in-steps.ts'

export interface Circumstances {
  email?: string
  isFirstFactor?: boolean
  /** Still to be done when the provider has let the person in. */
  beforeEntering?: () => Promise<unknown>
}

/** What follows an answer of the identity provider: into the product, or on to the step that it names. */
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
