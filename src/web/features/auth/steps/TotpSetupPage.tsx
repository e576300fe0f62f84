import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { codeFieldOf, isWrongCode } from '#web/lib/identity/errors/identity-error.ts'
import { CodeField } from '#web/ui/fields/CodeField.tsx'
import { SetupKey } from '#web/ui/fields/keys/SetupKey.tsx'
import { useForm } from '#web/lib/forms/use-form.ts'
import layout from '../layout/AuthLayout.module.css'
import { useAuth } from '../machine/auth-context.ts'
import { useAnswer } from '../machine/use-answer.ts'
import { codeRule } from '#web/lib/forms/rules.ts'
import { StepForm, StepPage } from './StepPage.tsx'
import { UnknownStepPage } from './UnknownStepPage.tsx'
import { useStep } from './use-step.ts'

/** Setting up an app takes longer than other steps, so the page leaves in time: the user must not scan an expired key. */
const useLeaveOnExpiry = (until: number | undefined) => {
  const { dispatch } = useAuth()
  useEffect(() => {
    if (until === undefined) return undefined
    const end = setTimeout(() => dispatch({ type: 'moved', to: 'SIGN_IN', notice: 'tookTooLong' }), until - Date.now())
    return () => clearTimeout(end)
  }, [until, dispatch])
}

/** The user enters the secret into an app; the app's first code verifies it. */
export const TotpSetupPage = () => {
  const { t } = useTranslation(['steps', 'gate'])
  const { details, explain } = useStep()
  const answer = useAnswer()
  useLeaveOnExpiry(details.until)
  const form = useForm({
    initial: { code: '' },
    rules: { code: codeRule(t('codes.TOTP.missing')) },
    submit: ({ code }) => answer(code),
    explain: (error) => (isWrongCode(error) ? t('gate:setupKey.wrong') : explain(error)),
    fieldOf: codeFieldOf,
    mainField: 'code',
  })
  if (!details.totp) return <UnknownStepPage />
  return (
    <StepPage title={t('totpSetup.title')} text={t('totpSetup.text')}>
      <div className={layout.form}>
        <SetupKey {...details.totp} size="lg" />
        <StepForm form={form} submit={t('totpSetup.submit')}>
          <CodeField
            label={t('codes.TOTP.label')}
            name="code"
            value={form.values.code}
            error={form.errors.code}
            onCode={(code) => form.set('code', code)}
            submits
          />
        </StepForm>
      </div>
    </StepPage>
  )
}
