import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useAnswer } from '../machine/use-answer.ts'
import { emailRule } from '#contract/kit/text-rules.ts'
import { StepForm, StepPage } from './StepPage.tsx'
import { useStep } from './use-step.ts'

export const EmailSetupPage = () => {
  const { t } = useTranslation('steps')
  const { t: gate } = useTranslation()
  const { email, explain } = useStep()
  const answer = useAnswer()
  const form = useForm({
    initial: { email },
    rules: { email: (value) => (value.trim() === '' ? gate('identity.emptyEmail') : emailRule(value)) },
    submit: (values) => answer(values.email.trim()),
    explain,
    mainField: 'email',
  })
  return (
    <StepPage title={t('emailSetup.title')} text={t('emailSetup.text')}>
      <StepForm form={form} submit={t('emailSetup.submit')}>
        <TextInput
          {...form.field('email')}
          size="lg"
          type="email"
          label={gate('fields.email')}
          autoComplete="email"
          spellCheck={false}
        />
      </StepForm>
    </StepPage>
  )
}
