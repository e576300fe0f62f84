import type { SignInOutput } from 'aws-amplify/auth'
import { gateMessages } from '#web/messages/en.ts'

export type NextStep = SignInOutput['nextStep']
export type MfaType = 'SMS' | 'TOTP' | 'EMAIL'
export type FirstFactor = 'PASSWORD_SRP' | 'PASSWORD' | 'WEB_AUTHN' | 'EMAIL_OTP' | 'SMS_OTP'

/** What a screen needs to know about its step, as plain data. */
export interface StepDetails {
  mfaTypes?: MfaType[] | undefined
  factors?: FirstFactor[]
  /** The destination of a code, if the provider reports it. */
  destination?: string | undefined
  totp?: { secret: string; uri: string }
  /** When the provider ends this sign-in. */
  until?: number
  question?: string | undefined
  /** The code replaces the password; it is not a second factor. */
  isFirstFactor?: boolean
  /** The user chose how to sign in. The client then stores a device under a name that a password sign-in does not find. */
  isByChoice?: boolean
}

const factorOrder: readonly FirstFactor[] = ['PASSWORD_SRP', 'PASSWORD', 'WEB_AUTHN', 'EMAIL_OTP', 'SMS_OTP']

/** One entry per sign-in method. A password is proven (SRP), not sent, if the pool supports it. */
const factorsOf = (available: readonly string[] = []): FirstFactor[] =>
  factorOrder.filter((factor) => available.includes(factor) && !(factor === 'PASSWORD' && available.includes('PASSWORD_SRP')))

export const detailsOf = (next: NextStep, email: string): StepDetails => {
  switch (next.signInStep) {
    case 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION':
    case 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION':
      return { mfaTypes: next.allowedMFATypes }
    case 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION':
      return { factors: factorsOf(next.availableChallenges) }
    case 'CONFIRM_SIGN_IN_WITH_SMS_CODE':
    case 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE':
      return { destination: next.codeDeliveryDetails?.destination }
    case 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP': {
      const { sharedSecret: secret } = next.totpSetupDetails
      return { totp: { secret, uri: next.totpSetupDetails.getSetupUri(gateMessages.product, email).href } }
    }
    case 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE':
      return { question: next.additionalInfo?.['question'] }
    default:
      return {}
  }
}
