import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { resetPassword } from 'aws-amplify/auth'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Note } from '#web/ui/Note.tsx'
import { AuthLayout } from '#web/features/auth/layout/AuthLayout.tsx'
import layout from '#web/features/auth/layout/AuthLayout.module.css'
import { useAuth } from '#web/features/auth/machine/auth-context.ts'
import { BackToSignIn } from '#web/features/auth/layout/BackToSignIn.tsx'
import { explainFailure } from '#web/features/auth/failures.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { emailRule } from '#contract/kit/text-rules.ts'
import { isUnusualEmail } from '#web/features/auth/validation.ts'

const typingPause = 400

export const ResetPasswordPage = () => {
  const { t } = useTranslation()
  const { state, draft, dispatch } = useAuth()
  const form = useForm({
    initial: { email: state.email || (draft.read().email ?? '') },
    rules: { email: emailRule },
    submit: async (values) => {
      const email = values.email.trim()
      const { nextStep } = await resetPassword({ username: email })
      dispatch({ type: 'stepReturned', step: nextStep.resetPasswordStep, email })
    },
    explain: (error) => explainFailure(t, error, t('failures.sendCode')),
    mainField: 'email',
  })
  const { email } = form.values
  useEffect(() => draft.keep({ email }), [draft, email])
  // An incomplete address is unusual too, so the hint waits until the user stops typing.
  const [settled] = useDebouncedValue(email, typingPause)
  const isUnusual = !form.errors.email && settled === email && isUnusualEmail(email)
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
          description={isUnusual ? t('resetPassword.unusual') : undefined}
          descriptionProps={{ role: 'status' }}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="username"
          spellCheck={false}
        />
        <Button type="submit" size="lg" fullWidth className={layout.submit} loading={form.busy}>
          {t('resetPassword.submit')}
        </Button>
      </form>
      <BackToSignIn email={email.trim()} />
    </AuthLayout>
  )
}
