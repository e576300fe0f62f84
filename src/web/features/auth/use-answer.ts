import { confirmSignIn } from 'aws-amplify/auth'
import { useAuth } from './auth-context.ts'
import { hasExpired } from './failures.ts'
import { useNextStep, type Circumstances } from './use-next-step.ts'

/** Answers the step that the identity provider waits for. Whoever took too long starts again with their address kept. */
export const useAnswer = () => {
  const { dispatch } = useAuth()
  const follow = useNextStep()
  return async (challengeResponse: string, circumstances?: Circumstances) => {
    try {
      const { nextStep } = await confirmSignIn({ challengeResponse })
      await follow(nextStep, circumstances)
    } catch (error) {
      if (!hasExpired(error)) throw error
      dispatch({ type: 'moved', to: 'SIGN_IN', notice: 'tookTooLong' })
    }
  }
}
