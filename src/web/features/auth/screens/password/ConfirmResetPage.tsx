import { Button } from '@mantine/core'
import { confirmResetPassword, resetPassword } from 'aws-amplify/auth'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/kit/limits.ts'
import { Note } from '#web/ui/Note.tsx'
import { AuthLayout } from '#web/features/auth/layout/AuthLayout.tsx'
import layout from '#web/features/auth/layout/AuthLayout.module.css'
import { useAuth } from '#web/features/auth/machine/auth-context.ts'
import { BackToSignIn } from '#web/features/auth/layout/BackToSignIn.tsx'
import { CodeField } from '#web/ui/fields/CodeField.tsx'
import { explainFailure } from '#web/features/auth/failures.ts'
import { HiddenUsername } from '#web/ui/fields/HiddenUsername.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { NoEmail } from '#web/features/auth/layout/NoEmail.tsx'
import { codeFieldOf, passwordFieldOf } from '#web/lib/identity/errors/identity-error.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useResend } from '#web/features/auth/machine/use-resend.ts'
import { codeRule, newPasswordRule } from '#web/lib/forms/rules.ts'

export const ConfirmResetPage = () => {
  const { t } = useTranslation()
  const { state, dispatch } = useAuth()
  const form = useForm({
    initial: { code: '', password: '' },
    rules: { code: codeRule(t('validation.codeMissing')), password: newPasswordRule(t) },
    submit: async ({ code, password }) => {
      await confirmResetPassword({ username: state.email, confirmationCode: code, newPassword: password })
      dispatch({ type: 'moved', to: 'SIGN_IN', notice: 'passwordChanged' })
    },
    explain: (error) => explainFailure(t, error, t('failures.resetPassword')),
    fieldOf: (error) => passwordFieldOf(error) ?? codeFieldOf(error),
    mainField: 'code',
  })
  const resending = useResend(() => resetPassword({ username: state.email }), { form })
  return (
    <AuthLayout title={t('confirmReset.title')} text={t('confirmReset.text', { email: state.email })}>
      <form className={layout.form} noValidate onSubmit={form.onSubmit}>
        <HiddenUsername email={state.email} />
        {resending.result && <Note kind={resending.result.kind}>{resending.result.text}</Note>}
        {form.failure && Object.keys(form.errors).length === 0 && <Note kind="bad">{form.failure}</Note>}
        <CodeField
          label={t('fields.code')}
          name="code"
          value={form.values.code}
          error={form.errors.code}
          onCode={resending.enter}
        />
        <PasswordField
          {...form.field('password')}
          label={t('fields.newPassword')}
          autoComplete="new-password"
          hint={t('fields.passwordHint', { min: limits.passwordMin })}
        />
        <Button type="submit" size="lg" fullWidth className={layout.submit} loading={form.busy}>
          {t('confirmReset.submit')}
        </Button>
      </form>
      <NoEmail busy={resending.busy} onResend={resending.resend} />
      <BackToSignIn />
    </AuthLayout>
  )
}
