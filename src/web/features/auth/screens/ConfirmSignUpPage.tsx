import { Button } from '@mantine/core'
import { confirmSignUp, resendSignUpCode } from 'aws-amplify/auth'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '#web/lib/config.ts'
import { paths } from '#web/paths.ts'
import { Note } from '#web/ui/Note.tsx'
import { AuthLayout } from '../AuthLayout.tsx'
import layout from '../AuthLayout.module.css'
import { useAuth } from '../auth-context.ts'
import { BackToSignIn } from '../BackToSignIn.tsx'
import { CodeField } from '../fields/CodeField.tsx'
import { explainFailure } from '../failures.ts'
import { useAuthForm } from '../use-auth-form.ts'
import { useAutoSignIn } from '../use-sign-up.ts'
import { codeRule } from '../validation.ts'

const useResend = (email: string) => {
  const { t } = useTranslation()
  const [result, setResult] = useState<{ kind: 'good' | 'bad'; text: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const resend = async () => {
    setBusy(true)
    setResult(null)
    try {
      await resendSignUpCode({ username: email })
      setResult({ kind: 'good', text: t('confirmSignUp.resent') })
    } catch (error) {
      setResult({ kind: 'bad', text: explainFailure(t, error, t('failures.resend')) })
    }
    setBusy(false)
  }
  return { result, busy, resend }
}

export const ConfirmSignUpPage = () => {
  const { t } = useTranslation()
  const { state, dispatch } = useAuth()
  const signInAutomatically = useAutoSignIn()
  const resending = useResend(state.email)
  const form = useAuthForm({
    initial: { code: '' },
    rules: { code: codeRule(t) },
    submit: async ({ code }) => {
      const { nextStep } = await confirmSignUp({ username: state.email, confirmationCode: code })
      if (nextStep.signUpStep === 'COMPLETE_AUTO_SIGN_IN') await signInAutomatically('emailConfirmed')
      else dispatch({ type: 'stepReturned', step: nextStep.signUpStep, notice: 'emailConfirmed' })
    },
    explain: (error) => explainFailure(t, error, t('failures.signUp')),
  })
  return (
    <AuthLayout title={t('confirmSignUp.title')} text={t('confirmSignUp.text', { email: state.email })}>
      <form className={layout.form} noValidate onSubmit={form.onSubmit}>
        {resending.result && <Note kind={resending.result.kind}>{resending.result.text}</Note>}
        {form.failure && <Note kind="bad">{form.failure}</Note>}
        <CodeField name="code" value={form.values.code} error={form.errors.code} onCode={(code) => form.set('code', code)} />
        <Button type="submit" size="lg" fullWidth className={layout.submit} loading={form.busy}>
          {t('confirmSignUp.submit')}
        </Button>
      </form>
      <p className={layout.after}>
        {t('confirmSignUp.notArrived')}{' '}
        <button type="button" className="link-button" disabled={resending.busy} onClick={() => void resending.resend()}>
          {t('confirmSignUp.resend')}
        </button>
      </p>
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
