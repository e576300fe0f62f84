import { Button } from '@mantine/core'
import { confirmResetPassword } from 'aws-amplify/auth'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { config } from '#web/lib/config.ts'
import { paths } from '#web/paths.ts'
import { Note } from '#web/ui/Note.tsx'
import { AuthLayout } from '../AuthLayout.tsx'
import layout from '../AuthLayout.module.css'
import { useAuth } from '../auth-context.ts'
import { BackToSignIn } from '../BackToSignIn.tsx'
import { CodeField } from '../fields/CodeField.tsx'
import { explainFailure } from '../failures.ts'
import { PasswordField } from '../fields/PasswordField.tsx'
import { useAuthForm } from '../use-auth-form.ts'
import { codeRule, newPasswordRule } from '../validation.ts'

export const ConfirmResetPage = () => {
  const { t } = useTranslation()
  const { state, dispatch } = useAuth()
  const form = useAuthForm({
    initial: { code: '', password: '' },
    rules: { code: codeRule(t), password: newPasswordRule(t) },
    submit: async ({ code, password }) => {
      await confirmResetPassword({ username: state.email, confirmationCode: code, newPassword: password })
      dispatch({ type: 'moved', to: 'SIGN_IN', notice: 'passwordChanged' })
    },
    explain: (error) => explainFailure(t, error, t('failures.resetPassword')),
  })
  return (
    <AuthLayout title={t('confirmReset.title')} text={t('confirmReset.text', { email: state.email })}>
      <form className={layout.form} noValidate onSubmit={form.onSubmit}>
        {form.failure && <Note kind="bad">{form.failure}</Note>}
        <CodeField name="code" value={form.values.code} error={form.errors.code} onCode={(code) => form.set('code', code)} />
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
      {config().outbox && (
        <p className={layout.after}>
          {t('confirmSignUp.outboxHint')}{' '}
          <a className="medium" href={paths.outbox} target="_blank" rel="noreferrer">
            {t('confirmSignUp.outbox')}
          </a>
        </p>
      )}
      <BackToSignIn />
    </AuthLayout>
  )
}
