import { Button, TextInput } from '@mantine/core'
import { resetPassword } from 'aws-amplify/auth'
import { useTranslation } from 'react-i18next'
import { Note } from '#web/ui/Note.tsx'
import { AuthLayout } from '../AuthLayout.tsx'
import layout from '../AuthLayout.module.css'
import { useAuth } from '../auth-context.ts'
import { BackToSignIn } from '../BackToSignIn.tsx'
import { explainFailure } from '../failures.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { emailRule } from '../validation.ts'

export const ResetPasswordPage = () => {
  const { t } = useTranslation()
  const { state, dispatch } = useAuth()
  const form = useForm({
    initial: { email: state.email },
    rules: { email: emailRule },
    submit: async (values) => {
      const email = values.email.trim()
      const { nextStep } = await resetPassword({ username: email })
      dispatch({ type: 'stepReturned', step: nextStep.resetPasswordStep, email })
    },
    explain: (error) => explainFailure(t, error, t('failures.sendCode')),
    mainField: 'email',
  })
  return (
    <AuthLayout title={t('resetPassword.title')} text={t('resetPassword.text')}>
      <form className={layout.form} noValidate onSubmit={form.onSubmit}>
        {state.notice && <Note kind="wait">{t(`notices.${state.notice}`)}</Note>}
        {form.failure && <Note kind="bad">{form.failure}</Note>}
        <TextInput
          {...form.field('email')}
          size="lg"
          type="email"
          label={t('fields.email')}
          autoComplete="username"
          spellCheck={false}
        />
        <Button type="submit" size="lg" fullWidth className={layout.submit} loading={form.busy}>
          {t('resetPassword.submit')}
        </Button>
      </form>
      <BackToSignIn />
    </AuthLayout>
  )
}
