import { Button, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '#web/lib/config.ts'
import { Note } from '#web/ui/Note.tsx'
import { AuthLayout } from '../layout/AuthLayout.tsx'
import layout from '../layout/AuthLayout.module.css'
import { useAuth } from '../machine/auth-context.ts'
import { explainFailure, isAlreadySignedIn } from '../failures.ts'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { supportsPasskeys } from '#web/lib/identity/passkeys.ts'
import { ProblemNotice } from '../layout/ProblemNotice.tsx'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useScreenTitle } from '../layout/use-screen-title.ts'
import { useSignIn } from '../machine/use-sign-in.ts'
import { emailRule } from '#contract/kit/text-rules.ts'
import { DemoCard } from './DemoCard.tsx'
import { OtherWays, type Way } from './OtherWays.tsx'

const GoOn = () => {
  const { t } = useTranslation()
  const { onSignedIn } = useAuth()
  const [busy, setBusy] = useState(false)
  const continueSignedIn = () => {
    setBusy(true)
    void onSignedIn()
  }
  return (
    <Button variant="default" fullWidth loading={busy} onClick={continueSignedIn}>
      {t('signIn.goOn')}
    </Button>
  )
}

/** Why a sign-in failed. A user who signed in in another tab meanwhile can continue. */
const SignInFailure = ({ form }: { form: { failure: string | null; error: unknown } }) =>
  form.failure && (
    <Note kind="bad" action={isAlreadySignedIn(form.error) && <GoOn />}>
      {form.failure}
    </Note>
  )

const otherMethods = (): Way[] => {
  const { flow, features } = config().identity
  if (flow !== 'USER_SRP_AUTH') return []
  const passkey: Way[] = features.includes('passkeys') && supportsPasskeys() ? ['passkey'] : []
  return features.includes('emailCode') ? [...passkey, 'emailCode'] : passkey
}

/** Two forms with the same purpose: a failure is shown at the form that was used. */
const useForms = (asksPassword: boolean) => {
  const { t } = useTranslation()
  const { state, draft } = useAuth()
  const { usual, withPassword, withPasskey, withEmailCode } = useSignIn()
  const [way, setWay] = useState<Way | null>(null)
  const explain = (error: unknown) => explainFailure(t, error, t('failures.signIn'))
  const demoForm = useForm({
    initial: { email: '', password: '' },
    rules: {},
    submit: ({ email, password }) => withPassword(email, password),
    explain,
  })
  const form = useForm({
    initial: { email: state.email || (draft.read().email ?? ''), password: '' },
    rules: {
      email: emailRule,
      password: (value) => (asksPassword && value === '' ? t('validation.passwordMissing') : undefined),
    },
    submit: ({ email, password }) => {
      setWay(null)
      return usual(email.trim(), password)
    },
    explain,
  })
  const { email } = form.values
  useEffect(() => draft.keep({ email }), [draft, email])
  const choose = (chosen: Way, element: HTMLFormElement) => {
    setWay(chosen)
    const begin = chosen === 'passkey' ? withPasskey : withEmailCode
    form.sendBy(element, ['email'], ({ email }) => begin(email.trim()))
  }
  return { form, demoForm, choose, running: form.busy ? way : null }
}

type Forms = ReturnType<typeof useForms>

const SignInFields = ({ form, asksPassword, onReset }: { form: Forms['form']; asksPassword: boolean; onReset: () => void }) => {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        {...form.field('email')}
        size="lg"
        type="email"
        label={t('fields.email')}
        autoComplete="username"
        spellCheck={false}
      />
      {asksPassword && (
        <PasswordField
          {...form.field('password')}
          label={t('fields.password')}
          autoComplete="current-password"
          aside={
            <button type="button" className="link-button" onClick={onReset}>
              {t('signIn.reset')}
            </button>
          }
        />
      )}
    </>
  )
}

const SignInForm = ({ forms, asksPassword }: { forms: Forms; asksPassword: boolean }) => {
  const { t } = useTranslation()
  const { state, dispatch } = useAuth()
  const { form, demoForm, choose, running } = forms
  const ways = otherMethods()
  const reset = () => dispatch({ type: 'moved', to: 'RESET_PASSWORD', email: form.values.email.trim() })
  const isElsewhere = demoForm.busy || running !== null
  return (
    <form className={layout.form} noValidate onSubmit={form.onSubmit}>
      {state.notice && <Note kind={kindOf(state.notice)}>{t(`notices.${state.notice}`)}</Note>}
      {state.failure && !form.failure && <Note kind="bad">{state.failure}</Note>}
      <SignInFailure form={form} />
      <SignInFields form={form} asksPassword={asksPassword} onReset={reset} />
      <Button type="submit" size="lg" fullWidth className={layout.submit} loading={form.busy && !running} disabled={isElsewhere}>
        {t(asksPassword ? 'signIn.submit' : 'signIn.continue')}
      </Button>
      {ways.length > 0 && <OtherWays ways={ways} running={running} disabled={form.busy || demoForm.busy} onChoose={choose} />}
    </form>
  )
}

const kindOf = (notice: string) => (['tookTooLong', 'signInOver', 'interrupted'].includes(notice) ? 'wait' : 'good')

export const SignInPage = () => {
  const { t } = useTranslation()
  const { dispatch } = useAuth()
  const { demo, identity } = config()
  const asksPassword = identity.flow !== 'USER_AUTH'
  const forms = useForms(asksPassword)
  useScreenTitle(t('signIn.title'))
  const { form, demoForm } = forms
  return (
    <AuthLayout
      title={t('signIn.title')}
      text={
        <>
          {t('signIn.newHere')}{' '}
          <button
            type="button"
            className="link-button"
            onClick={() => dispatch({ type: 'moved', to: 'INITIAL', email: form.values.email.trim() })}
          >
            {t('signIn.create')}
          </button>
        </>
      }
    >
      <ProblemNotice />
      <SignInForm forms={forms} asksPassword={asksPassword} />
      {demo && (
        <DemoCard
          users={demo.people}
          busy={form.busy || demoForm.busy}
          failure={<SignInFailure form={demoForm} />}
          onChoose={(email) => void demoForm.run({ email, password: demo.password })}
        />
      )}
    </AuthLayout>
  )
}
