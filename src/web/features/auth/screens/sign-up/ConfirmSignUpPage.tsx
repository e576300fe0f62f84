import { Button } from '@mantine/core'
import { confirmSignUp, resendSignUpCode } from 'aws-amplify/auth'
import { useTranslation } from 'react-i18next'
import { Note } from '#web/ui/Note.tsx'
import { AuthLayout } from '#web/features/auth/layout/AuthLayout.tsx'
import layout from '#web/features/auth/layout/AuthLayout.module.css'
import { useAuth } from '#web/features/auth/machine/auth-context.ts'
import { BackToSignIn } from '#web/features/auth/layout/BackToSignIn.tsx'
import { CodeField } from '#web/ui/fields/CodeField.tsx'
import { explainFailure } from '#web/features/auth/failures.ts'
import { signUpOptions } from '#web/features/auth/sign-up-options.ts'
import { NoEmail } from '#web/features/auth/layout/NoEmail.tsx'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useResend } from '#web/features/auth/machine/use-resend.ts'
import { useAutoSignIn } from '#web/features/auth/machine/use-sign-up.ts'
import { codeFieldOf } from '#web/lib/identity/errors/identity-error.ts'
import { codeRule } from '#web/lib/forms/rules.ts'
import { confirmAndSignIn } from '#web/lib/identity/confirm-and-sign-in.ts'

/** After a reload the password is lost. The pool's own session signs in without it; otherwise the user has to sign in. */
const useConfirmAfterReload = () => {
  const { state, dispatch, onSignedIn } = useAuth()
  return async (code: string) => {
    if (await confirmAndSignIn({ email: state.email, code, ...signUpOptions(state) })) await onSignedIn()
    else dispatch({ type: 'moved', to: 'SIGN_IN', notice: 'emailConfirmed' })
  }
}

export const ConfirmSignUpPage = () => {
  const { t } = useTranslation()
  const { state, dispatch } = useAuth()
  const signInAutomatically = useAutoSignIn()
  const confirmResumed = useConfirmAfterReload()
  const form = useForm({
    initial: { code: '' },
    rules: { code: codeRule(t('validation.codeMissing')) },
    submit: async ({ code }) => {
      if (state.isResumed) return confirmResumed(code)
      const { nextStep } = await confirmSignUp({ username: state.email, confirmationCode: code, options: signUpOptions(state) })
      if (nextStep.signUpStep === 'COMPLETE_AUTO_SIGN_IN') await signInAutomatically('emailConfirmed', state.email)
      else dispatch({ type: 'stepReturned', step: nextStep.signUpStep, notice: 'emailConfirmed' })
    },
    explain: (error) => explainFailure(t, error, t('failures.signUp')),
    fieldOf: codeFieldOf,
    mainField: 'code',
  })
  const resending = useResend(() => resendSignUpCode({ username: state.email, options: signUpOptions(state) }), { form })
  return (
    <AuthLayout title={t('confirmSignUp.title')} text={t('confirmSignUp.text', { email: state.email })}>
      <form className={layout.form} noValidate onSubmit={form.onSubmit}>
        {resending.result && <Note kind={resending.result.kind}>{resending.result.text}</Note>}
        {form.failure && !form.errors.code && <Note kind="bad">{form.failure}</Note>}
        <CodeField
          label={t('fields.code')}
          name="code"
          value={form.values.code}
          error={form.errors.code}
          onCode={resending.enter}
          submits
        />
        <Button type="submit" size="lg" fullWidth className={layout.submit} loading={form.busy}>
          {t('confirmSignUp.submit')}
        </Button>
      </form>
      <NoEmail busy={resending.busy} onResend={resending.resend} />
      <BackToSignIn />
    </AuthLayout>
  )
}
