import type { SignInOutput } from 'aws-amplify/auth'
import { gateMessages } from '#web/messages/en.ts'

export type NextStep = SignInOutput['nextStep']
export type MfaType = 'SMS' | 'TOTP' | 'EMAIL'
export type FirstFactor = 'PASSWORD_SRP' | 'PASSWORD' | 'WEB_AUTHN' | 'EMAIL_OTP' | 'SMS_OTP'

/** What a screen has to know about its step, as plain data. */
export interface StepDetails {
  mfaTypes?: MfaType[] | undefined
  factors?: FirstFactor[]
  /** Where a code went, as far as the provider says. */
  destination?: string | undefined
  totp?: { secret: string; uri: string }
  /** When the provider stops waiting. */
  until?: number
  question?: string | undefined
  /** The code takes the place of the password; it does not come on top of it. */
  isFirstFactor?: boolean
  /** The person chose how to sign in. The client then keeps a device under a name by which no password finds it again. */
  isByChoice?: boolean
}

const factorOrder: readonly FirstFactor[] = ['PASSWORD_SRP', 'PASSWORD', 'WEB_AUTHN', 'EMAIL_OTP', 'SMS_OTP']

/** One entry per way to sign in. A password is proven, not sent, wherever the pool knows how. */
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
