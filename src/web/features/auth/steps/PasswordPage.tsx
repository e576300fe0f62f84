import { useTranslation } from 'react-i18next'
import { useAuth } from '../machine/auth-context.ts'
import { HiddenUsername } from '#web/ui/fields/HiddenUsername.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useAnswer } from '../machine/use-answer.ts'
import { StepForm, StepPage } from './StepPage.tsx'
import { useStep } from './use-step.ts'

/** Only the password: the email address was entered before. */
export const PasswordPage = () => {
  const { t } = useTranslation('steps')
  const { t: gate } = useTranslation()
  const { dispatch } = useAuth()
  const { email, explain } = useStep()
  const answer = useAnswer()
  const form = useForm({
    initial: { password: '' },
    rules: { password: (value) => (value === '' ? gate('validation.passwordMissing') : undefined) },
    submit: ({ password }) => answer(password),
    explain,
    mainField: 'password',
  })
  const resetLink = (
    <button type="button" className="link-button" onClick={() => dispatch({ type: 'moved', to: 'RESET_PASSWORD' })}>
      {gate('signIn.reset')}
    </button>
  )
  return (
    <StepPage title={t('password.title')}>
      <StepForm form={form} submit={t('password.submit')}>
        <HiddenUsername email={email} />
        <PasswordField
          {...form.field('password')}
          label={gate('fields.password')}
          autoComplete="current-password"
          aside={resetLink}
        />
      </StepForm>
    </StepPage>
  )
}
