import { useTranslation } from 'react-i18next'
import { CodeField } from '#web/ui/CodeField.tsx'
import { useForm } from '#web/lib/use-form.ts'
import { useAnswer } from '../use-answer.ts'
import { codeRule } from '#web/lib/rules.ts'
import { SetupKey } from './SetupKey.tsx'
import { StepForm } from './StepForm.tsx'
import { StepPage } from './StepPage.tsx'
import { UnknownStepPage } from './UnknownStepPage.tsx'
import { useStep } from './use-step.ts'

/** The secret goes into an app; the app's first code proves that it arrived. */
export const TotpSetupPage = () => {
  const { t } = useTranslation('steps')
  const { details, explain } = useStep()
  const answer = useAnswer()
  const form = useForm({
    initial: { code: '' },
    rules: { code: codeRule(t('codes.TOTP.missing')) },
    submit: ({ code }) => answer(code),
    explain,
    mainField: 'code',
  })
  if (!details.totp) return <UnknownStepPage />
  return (
    <StepPage title={t('totpSetup.title')} text={t('totpSetup.text')}>
      <SetupKey {...details.totp} />
      <StepForm form={form} submit={t('totpSetup.submit')}>
        <CodeField
          label={t('codes.TOTP.label')}
          name="code"
          value={form.values.code}
          error={form.errors.code}
          onCode={(code) => form.set('code', code)}
        />
      </StepForm>
    </StepPage>
  )
}
