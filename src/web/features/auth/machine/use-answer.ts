import { confirmSignIn } from 'aws-amplify/auth'
import { useAuth } from './auth-context.ts'
import { endOfSignIn } from '../failures.ts'
import { useNextStep, type Circumstances } from './use-next-step.ts'

/** Answers the step that the identity provider waits for. If that has expired, the user starts again with the email address kept. */
export const useAnswer = () => {
  const { dispatch } = useAuth()
  const follow = useNextStep()
  return async (challengeResponse: string, circumstances?: Circumstances) => {
    try {
      const { nextStep } = await confirmSignIn({ challengeResponse })
      await follow(nextStep, circumstances)
    } catch (error) {
      const notice = endOfSignIn(error)
      if (!notice) throw error
      dispatch({ type: 'moved', to: 'SIGN_IN', notice })
    }
  }
}
