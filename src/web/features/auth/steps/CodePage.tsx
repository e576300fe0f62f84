import { Checkbox } from '@mantine/core'
import { rememberDevice } from 'aws-amplify/auth'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '#web/lib/config.ts'
import { Note } from '#web/ui/Note.tsx'
import layout from '../AuthLayout.module.css'
import { CodeField } from '#web/ui/CodeField.tsx'
import { NoLetter, OutboxHint } from '../NoLetter.tsx'
import type { MfaType } from '../sign-in-steps.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useAnswer } from '../use-answer.ts'
import { useResend } from '../use-resend.ts'
import { requestCode } from '../use-sign-in.ts'
import { codeRule } from '#web/lib/rules.ts'
import { StepForm } from './StepForm.tsx'
import { StepPage } from './StepPage.tsx'
import { useStep } from './use-step.ts'

// A code that takes the place of the password has more digits than one that comes on top of it.
const lengths = { first: 8, second: 6 }

const useCodeForm = (missing: string) => {
  const { explain } = useStep()
  const answer = useAnswer()
  const [remembers, setRemembers] = useState(false)
  const form = useForm({
    initial: { code: '' },
    rules: { code: codeRule(missing) },
    submit: ({ code }) => answer(code, remembers ? { beforeEntering: () => rememberDevice().catch(() => undefined) } : {}),
    explain,
    mainField: 'code',
  })
  return { form, remembers, setRemembers }
}

const useText = (kind: MfaType) => {
  const { t } = useTranslation('steps')
  const { destination, isFirstFactor } = useStep().details
  if (kind === 'TOTP') return t('codes.TOTP.text')
  if (isFirstFactor && kind === 'EMAIL') return t('codes.firstFactor')
  return destination ? t(`codes.${kind}.textWith`, { destination }) : t(`codes.${kind}.text`)
}

const NoMessage = ({ busy, onResend }: { busy: boolean; onResend: () => void }) => {
  const { t } = useTranslation('steps')
  return (
    <p className={layout.after}>
      {t('codes.notArrived')}{' '}
      <button type="button" className="link-button" aria-disabled={busy} onClick={() => !busy && onResend()}>
        {t('codes.resend')}
      </button>
    </p>
  )
}

const SecondFactorHelp = ({ kind }: { kind: MfaType }) => {
  const { t } = useTranslation('steps')
  return (
    <>
      <p className={layout.after}>{t(`codes.${kind}.help`)}</p>
      {kind === 'EMAIL' && <OutboxHint />}
    </>
  )
}

/** A code from the app, the phone or a letter: the second step, or what some people use in place of a password. */
export const CodePage = ({ kind }: { kind: MfaType }) => {
  const { t } = useTranslation('steps')
  const { email, details } = useStep()
  const { form, remembers, setRemembers } = useCodeForm(t(`codes.${kind}.missing`))
  const resending = useResend(() => requestCode(email, kind === 'SMS' ? 'SMS_OTP' : 'EMAIL_OTP'), form)
  const Resend = kind === 'SMS' ? NoMessage : NoLetter
  const isFirst = details.isFirstFactor ?? false
  return (
    <StepPage title={t(`codes.${kind}.title`)} text={useText(kind)}>
      <StepForm form={form} submit={t('codes.submit')}>
        {resending.result && <Note kind={resending.result.kind}>{resending.result.text}</Note>}
        <CodeField
          label={t(`codes.${kind}.label`)}
          name="code"
          value={form.values.code}
          error={form.errors.code}
          usualLength={isFirst ? lengths.first : lengths.second}
          onCode={resending.enter}
        />
        {!isFirst && config().identity.features.includes('devices') && (
          <Checkbox
            size="sm"
            label={t('codes.remember')}
            checked={remembers}
            onChange={(event) => setRemembers(event.currentTarget.checked)}
          />
        )}
      </StepForm>
      {isFirst ? <Resend busy={resending.busy} onResend={resending.resend} /> : <SecondFactorHelp kind={kind} />}
    </StepPage>
  )
}
