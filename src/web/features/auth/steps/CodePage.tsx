import { Checkbox } from '@mantine/core'
import { rememberDevice } from 'aws-amplify/auth'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '#web/lib/config.ts'
import { showToast } from '#web/lib/toast.ts'
import { useIsMounted } from '#web/lib/use-is-mounted.ts'
import { Note } from '#web/ui/Note.tsx'
import layout from '../layout/AuthLayout.module.css'
import { useAuth } from '../machine/auth-context.ts'
import { CodeField } from '#web/ui/fields/CodeField.tsx'
import { NoEmail, OutboxNote } from '../layout/NoEmail.tsx'
import type { MfaType } from '../machine/sign-in-steps.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useAnswer } from '../machine/use-answer.ts'
import { useNextStep } from '../machine/use-next-step.ts'
import { useResend } from '../machine/use-resend.ts'
import { requestCode } from '../machine/use-sign-in.ts'
import { codeRule } from '#web/lib/forms/rules.ts'
import { codeFieldOf } from '#web/lib/identity/errors/identity-error.ts'
import { StepForm, StepPage } from './StepPage.tsx'
import { useStep } from './use-step.ts'

// A code that replaces the password has more digits than one that is a second factor.
const lengths = { first: 8, second: 6 }
const rememberWait = 3000

/** Sent before the page changes, which would cancel the request; a slow reply does not delay the sign-in for long. */
const useRememberDevice = () => {
  const { t } = useTranslation('steps')
  return () => {
    const remembered = rememberDevice().catch(() => void showToast('error', t('codes.notRemembered')))
    return Promise.race([remembered, new Promise((resolve) => setTimeout(resolve, rememberWait))])
  }
}

const useCodeForm = (missing: string) => {
  const { explain } = useStep()
  const answer = useAnswer()
  const rememberThis = useRememberDevice()
  const [remembers, setRemembers] = useState(false)
  const form = useForm({
    initial: { code: '' },
    rules: { code: codeRule(missing) },
    submit: ({ code }) => answer(code, remembers ? { beforeEntering: rememberThis } : {}),
    explain,
    fieldOf: codeFieldOf,
    mainField: 'code',
  })
  return { form, remembers, setRemembers }
}

/** Another code needs another sign-in: if that fails, the previous one is lost as well. */
const useNewCode = (kind: MfaType, form: ReturnType<typeof useCodeForm>['form']) => {
  const { state, dispatch } = useAuth()
  const follow = useNextStep()
  const isHere = useIsMounted()
  const send = async () => {
    const next = await requestCode(state.email, kind === 'SMS' ? 'SMS_OTP' : 'EMAIL_OTP')
    if (isHere() && next.signInStep !== state.status) await follow(next, { isFirstFactor: true })
  }
  return useResend(send, { form, onFailure: (failure) => dispatch({ type: 'moved', to: 'SIGN_IN', failure }) })
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
      {kind === 'EMAIL' && <OutboxNote />}
    </>
  )
}

/** A code from an app, a text message or an email: as the second step, or instead of a password. */
export const CodePage = ({ kind }: { kind: MfaType }) => {
  const { t } = useTranslation('steps')
  const { details } = useStep()
  const { form, remembers, setRemembers } = useCodeForm(t(`codes.${kind}.missing`))
  const resending = useNewCode(kind, form)
  const Resend = kind === 'SMS' ? NoMessage : NoEmail
  const isFirst = details.isFirstFactor ?? false
  return (
    <StepPage title={t(`codes.${kind}.title`)} text={useText(kind)}>
      <StepForm form={form} submit={t('codes.submit')} disabled={resending.isSending}>
        {resending.result && <Note kind={resending.result.kind}>{resending.result.text}</Note>}
        {!details.isByChoice && config().identity.features.includes('devices') && (
          <Checkbox
            size="sm"
            label={t('codes.remember')}
            checked={remembers}
            onChange={(event) => setRemembers(event.currentTarget.checked)}
          />
        )}
        <CodeField
          label={t(`codes.${kind}.label`)}
          name="code"
          value={form.values.code}
          error={form.errors.code}
          usualLength={isFirst ? lengths.first : lengths.second}
          onCode={resending.enter}
          submits={!resending.isSending}
        />
      </StepForm>
      {isFirst ? <Resend busy={resending.busy} onResend={resending.resend} /> : <SecondFactorHelp kind={kind} />}
    </StepPage>
  )
}
