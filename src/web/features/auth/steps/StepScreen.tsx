import '#web/lib/identity/identity-client.ts'
import type { ComponentType } from 'react'
import { addTranslations } from '#web/lib/i18n.ts'
import { stepMessages } from '#web/messages/en-steps.ts'
import type { FurtherStep } from '../machine/auth-machine.ts'
import { CodePage } from './CodePage.tsx'
import { CustomChallengePage } from './CustomChallengePage.tsx'
import { EmailSetupPage } from './EmailSetupPage.tsx'
import { FirstFactorPage } from './FirstFactorPage.tsx'
import { MfaChoicePage } from './MfaChoicePage.tsx'
import { PasswordPage } from './PasswordPage.tsx'
import { TotpSetupPage } from './TotpSetupPage.tsx'
import { UnknownStepPage } from './UnknownStepPage.tsx'

addTranslations('steps', stepMessages)

const pages: Record<FurtherStep, ComponentType> = {
  CONFIRM_SIGN_IN_WITH_SMS_CODE: () => <CodePage kind="SMS" />,
  CONFIRM_SIGN_IN_WITH_EMAIL_CODE: () => <CodePage kind="EMAIL" />,
  CONFIRM_SIGN_IN_WITH_TOTP_CODE: () => <CodePage kind="TOTP" />,
  CONTINUE_SIGN_IN_WITH_MFA_SELECTION: () => <MfaChoicePage texts="mfaSelection" />,
  CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION: () => <MfaChoicePage texts="mfaSetupSelection" />,
  CONTINUE_SIGN_IN_WITH_EMAIL_SETUP: EmailSetupPage,
  CONTINUE_SIGN_IN_WITH_TOTP_SETUP: TotpSetupPage,
  CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION: FirstFactorPage,
  CONFIRM_SIGN_IN_WITH_PASSWORD: PasswordPage,
  CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE: CustomChallengePage,
  UNKNOWN_STEP: UnknownStepPage,
}

/** One screen per further step of a sign-in. */
export const StepScreen = ({ step }: { step: FurtherStep }) => {
  const Page = pages[step]
  return <Page />
}
