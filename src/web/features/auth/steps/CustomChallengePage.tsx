import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Note } from '#web/ui/Note.tsx'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useAuth } from '../machine/auth-context.ts'
import { isRefused } from '../failures.ts'
import { useAnswer } from '../machine/use-answer.ts'
import { StepForm, StepPage } from './StepPage.tsx'
import { useStep } from './use-step.ts'

/** A custom question that this installation is configured to ask. */
export const CustomChallengePage = () => {
  const { t } = useTranslation('steps')
  const { details, isRepeated, explain } = useStep()
  const { dispatch } = useAuth()
  const answer = useAnswer()
  const submit = async ({ answer: text }: { answer: string }) => {
    try {
      await answer(text.trim())
    } catch (error) {
      if (!isRefused(error)) throw error
      dispatch({ type: 'moved', to: 'SIGN_IN', failure: error.message })
    }
  }
  const form = useForm({
    initial: { answer: '' },
    rules: { answer: (value) => (value.trim() === '' ? t('custom.missing') : undefined) },
    submit,
    explain,
    mainField: 'answer',
  })
  return (
    <StepPage title={t('custom.title')} text={details.question ?? t('custom.text')}>
      <StepForm form={form} submit={t('custom.submit')}>
        {isRepeated && !form.failure && <Note kind="wait">{t('custom.again')}</Note>}
        <TextInput {...form.field('answer')} size="lg" label={t('custom.label')} autoComplete="off" />
      </StepForm>
    </StepPage>
  )
}
