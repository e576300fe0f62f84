import { Button } from '@mantine/core'
import { resendSignUpCode } from 'aws-amplify/auth'
import { useTranslation } from 'react-i18next'
import { Note } from '#web/ui/Note.tsx'
import { AuthLayout } from '#web/features/auth/layout/AuthLayout.tsx'
import { useAuth } from '#web/features/auth/machine/auth-context.ts'
import { BackToSignIn } from '#web/features/auth/layout/BackToSignIn.tsx'
import { signUpOptions } from '#web/features/auth/sign-up-options.ts'
import { NoEmail } from '#web/features/auth/layout/NoEmail.tsx'
import { useResend } from '#web/features/auth/machine/use-resend.ts'

/** CONFIRM_SIGN_UP when a link confirms the address. Only the tab of the sign-up, until it is reloaded, signs in automatically. */
export const ConfirmByLinkPage = () => {
  const { t } = useTranslation()
  const { state, dispatch } = useAuth()
  const { email, isAwaitingLink } = state
  const resending = useResend(() => resendSignUpCode({ username: email, options: signUpOptions(state) }))
  return (
    <AuthLayout
      title={t('confirmByLink.title')}
      text={t(isAwaitingLink ? 'confirmByLink.text' : 'confirmByLink.textThenSignIn', { email })}
    >
      {resending.result && <Note kind={resending.result.kind}>{resending.result.text}</Note>}
      {!isAwaitingLink && (
        <Button size="lg" fullWidth onClick={() => dispatch({ type: 'moved', to: 'SIGN_IN' })}>
          {t('signIn.submit')}
        </Button>
      )}
      <NoEmail what="link" busy={resending.busy} onResend={resending.resend} />
      {isAwaitingLink && <BackToSignIn />}
    </AuthLayout>
  )
}
