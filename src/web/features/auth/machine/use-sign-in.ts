import type { SignInInput } from 'aws-amplify/auth'
import { config } from '#web/lib/config.ts'
import { inPasskeyWords } from '../passkeys.ts'
import type { NextStep } from './sign-in-steps.ts'
import { useNextStep } from './use-next-step.ts'

/** Loads while the user looks at the first screen. */
export const loadBeginSignIn = () => import('#web/lib/identity/begin-sign-in.ts')

// The pool may return these as errors or as steps; both lead to the same screen.
const stepOfError: Record<string, NextStep> = {
  PasswordResetRequiredException: { signInStep: 'RESET_PASSWORD' },
  UserNotConfirmedException: { signInStep: 'CONFIRM_SIGN_UP' },
}

const stepAfter = async (input: SignInInput): Promise<NextStep> => {
  try {
    const { beginSignIn } = await loadBeginSignIn()
    return await beginSignIn(input)
  } catch (error) {
    const step = error instanceof Error ? stepOfError[error.name] : undefined
    if (!step) throw error
    return step
  }
}

type CodeFactor = 'EMAIL_OTP' | 'SMS_OTP'

/** Requests a code instead of a password, for the first time or again. */
export const requestCode = (email: string, preferredChallenge: CodeFactor) =>
  stepAfter({ username: email, options: { authFlowType: 'USER_AUTH', preferredChallenge } })

/** All methods to begin a sign-in. */
export const useSignIn = () => {
  const follow = useNextStep()
  return {
    /** The form's own method, as the installation is configured. */
    usual: async (email: string, password: string) => {
      const authFlowType = config().identity.flow
      const proof = authFlowType === 'USER_AUTH' ? {} : { password }
      await follow(await stepAfter({ username: email, ...proof, options: { authFlowType } }), { email })
    },
    withPassword: async (email: string, password: string) => {
      await follow(await stepAfter({ username: email, password }), { email })
    },
    withPasskey: async (email: string) => {
      const input: SignInInput = { username: email, options: { authFlowType: 'USER_AUTH', preferredChallenge: 'WEB_AUTHN' } }
      await follow(await inPasskeyWords(stepAfter(input)), { email })
    },
    withEmailCode: async (email: string) => {
      await follow(await requestCode(email, 'EMAIL_OTP'), { email, isFirstFactor: true })
    },
  }
}
