import { Button, TextInput } from '@mantine/core'
import { signIn } from 'aws-amplify/auth'
import { useTranslation } from 'react-i18next'
import { config } from '#web/lib/config.ts'
import { Note } from '#web/ui/Note.tsx'
import { AuthLayout } from '../AuthLayout.tsx'
import layout from '../AuthLayout.module.css'
import { useAuth } from '../auth-context.ts'
import { DemoCard } from './DemoCard.tsx'
import { explainFailure } from '../failures.ts'
import { PasswordField } from '../fields/PasswordField.tsx'
import { useAuthForm } from '../use-auth-form.ts'
import { emailRule } from '../validation.ts'

// The pool may answer with these as errors or as steps; both lead to the same screen.
const stepOfError: Record<string, string> = {
  PasswordResetRequiredException: 'RESET_PASSWORD',
  UserNotConfirmedException: 'CONFIRM_SIGN_UP',
}

const useSignIn = () => {
  const { dispatch, onSignedIn } = useAuth()
  const goTo = (step: string, email: string) =>
    dispatch({ type: 'stepReturned', step, email, ...(step === 'RESET_PASSWORD' ? { notice: 'passwordResetRequired' } : {}) })
  return async ({ email, password }: { email: string; password: string }) => {
    const username = email.trim()
    try {
      const { nextStep } = await signIn({ username, password })
      if (nextStep.signInStep === 'DONE') await onSignedIn()
      else goTo(nextStep.signInStep, username)
    } catch (error) {
      const step = error instanceof Error ? stepOfError[error.name] : undefined
      if (!step) throw error
      goTo(step, username)
    }
  }
}

/** Two forms that do the same: what failed is said where it was tried. */
const useForms = () => {
  const { t } = useTranslation()
  const { state } = useAuth()
  const submit = useSignIn()
  const explain = (error: unknown) => explainFailure(t, error, t('failures.signIn'))
  const demoForm = useAuthForm({ initial: { email: '', password: '' }, rules: {}, submit, explain })
  const form = useAuthForm({
    initial: { email: state.email, password: '' },
    rules: { email: emailRule, password: (value) => (value === '' ? t('validation.passwordMissing') : undefined) },
    submit,
    explain,
  })
  return { form, demoForm }
}

export const SignInPage = () => {
  const { t } = useTranslation()
  const { state, dispatch } = useAuth()
  const { form, demoForm } = useForms()
  const { demo } = config()
  const moveTo = (to: 'INITIAL' | 'RESET_PASSWORD') => dispatch({ type: 'moved', to, email: form.values.email.trim() })
  return (
    <AuthLayout
      title={t('signIn.title')}
      text={
        <>
          {t('signIn.newHere')}{' '}
          <button type="button" className="link-button" onClick={() => moveTo('INITIAL')}>
            {t('signIn.create')}
          </button>
        </>
      }
    >
      <form className={layout.form} noValidate onSubmit={form.onSubmit}>
        {state.notice && <Note kind="good">{t(`notices.${state.notice}`)}</Note>}
        {form.failure && <Note kind="bad">{form.failure}</Note>}
        <TextInput
          {...form.field('email')}
          size="lg"
          type="email"
          label={t('fields.email')}
          autoComplete="username"
          spellCheck={false}
        />
        <PasswordField
          {...form.field('password')}
          label={t('fields.password')}
          autoComplete="current-password"
          aside={
            <button type="button" className="link-button" onClick={() => moveTo('RESET_PASSWORD')}>
              {t('signIn.reset')}
            </button>
          }
        />
        <Button type="submit" size="lg" fullWidth className={layout.submit} loading={form.busy} disabled={demoForm.busy}>
          {t('signIn.submit')}
        </Button>
      </form>
      {demo && (
        <DemoCard
          people={demo.people}
          busy={form.busy || demoForm.busy}
          failure={demoForm.failure}
          onChoose={(email) => void demoForm.run({ email, password: demo.password })}
        />
      )}
    </AuthLayout>
  )
}
