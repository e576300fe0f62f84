import { useDocumentTitle } from '@mantine/hooks'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useAuth } from './auth-context.ts'
import type { AuthStatus } from './auth-machine.ts'
import { ConfirmResetPage } from './screens/ConfirmResetPage.tsx'
import { ConfirmSignUpPage } from './screens/ConfirmSignUpPage.tsx'
import { InitialPage } from './screens/InitialPage.tsx'
import { NewPasswordPage } from './screens/NewPasswordPage.tsx'
import { OtherStepPage } from './screens/OtherStepPage.tsx'
import { ResetPasswordPage } from './screens/ResetPasswordPage.tsx'
import { SignInPage } from './screens/SignInPage.tsx'
import { SignUpPage } from './screens/SignUpPage.tsx'

const screens: Record<
  Exclude<AuthStatus, 'SIGNED_IN'>,
  {
    Page: ComponentType
    title:
      | `${'initial' | 'signIn' | 'confirmSignUp' | 'resetPassword' | 'confirmReset' | 'newPassword' | 'otherStep'}.title`
      | 'signUp.submit'
  }
> = {
  INITIAL: { Page: InitialPage, title: 'initial.title' },
  SIGN_IN: { Page: SignInPage, title: 'signIn.title' },
  SIGN_UP: { Page: SignUpPage, title: 'signUp.submit' },
  RESET_PASSWORD: { Page: ResetPasswordPage, title: 'resetPassword.title' },
  CONFIRM_SIGN_UP: { Page: ConfirmSignUpPage, title: 'confirmSignUp.title' },
  CONFIRM_RESET_PASSWORD_WITH_CODE: { Page: ConfirmResetPage, title: 'confirmReset.title' },
  CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED: { Page: NewPasswordPage, title: 'newPassword.title' },
  OTHER_STEP: { Page: OtherStepPage, title: 'otherStep.title' },
}

/** One screen per status. */
export const AuthScreen = ({ status }: { status: keyof typeof screens }) => {
  const { t } = useTranslation()
  const { state } = useAuth()
  const { Page, title } = screens[status]
  useDocumentTitle(`${t(title)} · ${t('product')}`)
  return <Page key={status + state.accountType} />
}
