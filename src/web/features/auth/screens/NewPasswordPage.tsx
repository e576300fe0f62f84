import { Button } from '@mantine/core'
import { confirmSignIn } from 'aws-amplify/auth'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { Note } from '#web/ui/Note.tsx'
import { AuthLayout } from '../AuthLayout.tsx'
import layout from '../AuthLayout.module.css'
import { useAuth } from '../auth-context.ts'
import { BackToSignIn } from '../BackToSignIn.tsx'
import { explainFailure } from '../failures.ts'
import { PasswordField } from '../fields/PasswordField.tsx'
import { useAuthForm } from '../use-auth-form.ts'
import { newPasswordRule } from '../validation.ts'

export const NewPasswordPage = () => {
  const { t } = useTranslation()
  const { dispatch, onSignedIn } = useAuth()
  const form = useAuthForm({
    initial: { password: '' },
    rules: { password: newPasswordRule(t) },
    submit: async ({ password }) => {
      const { nextStep } = await confirmSignIn({ challengeResponse: password })
      if (nextStep.signInStep === 'DONE') await onSignedIn()
      else dispatch({ type: 'stepReturned', step: nextStep.signInStep })
    },
    explain: (error) => explainFailure(t, error, t('failures.newPassword')),
  })
  return (
    <AuthLayout title={t('newPassword.title')} text={t('newPassword.text')}>
      <form className={layout.form} noValidate onSubmit={form.onSubmit}>
        {form.failure && <Note kind="bad">{form.failure}</Note>}
        <PasswordField
          {...form.field('password')}
          label={t('fields.newPassword')}
          autoComplete="new-password"
          hint={t('fields.passwordHint', { min: limits.passwordMin })}
        />
        <Button type="submit" size="lg" fullWidth className={layout.submit} loading={form.busy}>
          {t('newPassword.submit')}
        </Button>
      </form>
      <BackToSignIn />
    </AuthLayout>
  )
}
