import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/kit/limits.ts'
import { Note } from '#web/ui/Note.tsx'
import { AuthLayout } from '#web/features/auth/layout/AuthLayout.tsx'
import layout from '#web/features/auth/layout/AuthLayout.module.css'
import { useAuth } from '#web/features/auth/machine/auth-context.ts'
import { BackToSignIn } from '#web/features/auth/layout/BackToSignIn.tsx'
import { explainFailure } from '#web/features/auth/failures.ts'
import { HiddenUsername } from '#web/ui/fields/HiddenUsername.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { passwordFieldOf } from '#web/lib/identity/errors/identity-error.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useAnswer } from '#web/features/auth/machine/use-answer.ts'
import { newPasswordRule } from '#web/lib/forms/rules.ts'

export const NewPasswordPage = () => {
  const { t } = useTranslation()
  const { state } = useAuth()
  const answer = useAnswer()
  const form = useForm({
    initial: { password: '' },
    rules: { password: newPasswordRule(t) },
    submit: ({ password }) => answer(password),
    explain: (error) => explainFailure(t, error, t('failures.newPassword')),
    fieldOf: passwordFieldOf,
    mainField: 'password',
  })
  return (
    <AuthLayout title={t('newPassword.title')} text={t('newPassword.text')} who={state.email}>
      <form className={layout.form} noValidate onSubmit={form.onSubmit}>
        <HiddenUsername email={state.email} />
        {form.failure && !form.errors.password && <Note kind="bad">{form.failure}</Note>}
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
