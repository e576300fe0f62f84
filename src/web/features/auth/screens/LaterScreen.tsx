import '#web/lib/identity/identity-client.ts'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuthStatus, FurtherStep } from '../machine/auth-machine.ts'
import { config } from '#web/lib/config.ts'
import { useScreenTitle } from '../layout/use-screen-title.ts'
import { ConfirmByLinkPage } from './sign-up/ConfirmByLinkPage.tsx'
import { ConfirmResetPage } from './password/ConfirmResetPage.tsx'
import { ConfirmSignUpPage } from './sign-up/ConfirmSignUpPage.tsx'
import { NewPasswordPage } from './password/NewPasswordPage.tsx'
import { ResetPasswordPage } from './password/ResetPasswordPage.tsx'
import { SignUpPage } from './sign-up/SignUpPage.tsx'

type LaterStatus = Exclude<AuthStatus, 'INITIAL' | 'SIGN_IN' | 'SIGNED_IN' | FurtherStep>

const byCode = { Page: ConfirmSignUpPage, title: 'confirmSignUp.title' } as const
const byLink = { Page: ConfirmByLinkPage, title: 'confirmByLink.title' } as const

const screens = {
  SIGN_UP: { Page: SignUpPage, title: 'signUp.submit' },
  RESET_PASSWORD: { Page: ResetPasswordPage, title: 'resetPassword.title' },
  CONFIRM_SIGN_UP: config().identity.signUpVerification === 'link' ? byLink : byCode,
  CONFIRM_RESET_PASSWORD_WITH_CODE: { Page: ConfirmResetPage, title: 'confirmReset.title' },
  CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED: { Page: NewPasswordPage, title: 'newPassword.title' },
} as const satisfies Record<LaterStatus, { Page: ComponentType; title: string }>

/** The screens for signing up and for resetting a password. */
export const LaterScreen = ({ status }: { status: LaterStatus }) => {
  const { t } = useTranslation()
  const { Page, title } = screens[status]
  useScreenTitle(t(title))
  return <Page />
}
