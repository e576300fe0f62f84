import { Button, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/kit/limits.ts'
import { Note } from '#web/ui/Note.tsx'
import { AuthLayout } from '#web/features/auth/layout/AuthLayout.tsx'
import layout from '#web/features/auth/layout/AuthLayout.module.css'
import { useAuth } from '#web/features/auth/machine/auth-context.ts'
import { BackToSignIn } from '#web/features/auth/layout/BackToSignIn.tsx'
import { explainFailure } from '#web/features/auth/failures.ts'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { TermsField } from './TermsField.tsx'
import { invitationHere } from '#web/lib/kept-invitation.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { signUpFieldOf, useSignUp, type SignUpValues } from '#web/features/auth/machine/use-sign-up.ts'
import { passwordFieldOf } from '#web/lib/identity/errors/identity-error.ts'
import { signUpWords } from '#web/lib/identity/errors/identity-words.ts'
import { newPasswordRule } from '#web/lib/forms/rules.ts'
import { emailRule } from '#contract/kit/text-rules.ts'
import { agencyNameRule, companyNameRule, firstNameRule, lastNameRule } from '#web/features/auth/validation.ts'

const empty: SignUpValues = {
  companyName: '',
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  confirmPassword: '',
  terms: '',
}

const useSignUpForm = (isAgency: boolean) => {
  const { t } = useTranslation()
  const { state, draft } = useAuth()
  const [kept] = useState(draft.read)
  const form = useForm({
    initial: { ...empty, ...kept, email: state.email || (kept.email ?? '') },
    rules: {
      companyName: isAgency ? agencyNameRule : companyNameRule,
      firstName: firstNameRule,
      lastName: lastNameRule,
      email: emailRule,
      password: newPasswordRule(t),
      confirmPassword: (value, values) => (value === values.password ? undefined : t('validation.passwordsDiffer')),
      terms: (value) => (value === 'accepted' ? undefined : t('validation.termsMissing')),
    },
    submit: useSignUp(isAgency),
    explain: (error) => explainFailure(t, error, t(isAgency ? 'failures.signUpAgency' : 'failures.signUpCompany'), signUpWords),
    fieldOf: (error) => passwordFieldOf(error) ?? signUpFieldOf(error),
  })
  const { companyName, firstName, lastName, email } = form.values
  useEffect(() => {
    draft.keep({ companyName, firstName, lastName, email })
  }, [draft, companyName, firstName, lastName, email])
  return form
}

type Form = ReturnType<typeof useSignUpForm>

const OrganisationFields = ({ form, isAgency }: { form: Form; isAgency: boolean }) => {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        {...form.field('companyName')}
        size="lg"
        label={t(isAgency ? 'fields.agencyName' : 'fields.companyName')}
        autoComplete="organization"
      />
      <div className={layout.pair}>
        <TextInput {...form.field('firstName')} size="lg" label={t('fields.firstName')} autoComplete="given-name" />
        <TextInput {...form.field('lastName')} size="lg" label={t('fields.lastName')} autoComplete="family-name" />
      </div>
    </>
  )
}

const PasswordFields = ({ form }: { form: Form }) => {
  const { t } = useTranslation()
  return (
    <>
      <PasswordField
        {...form.field('password')}
        label={t('fields.password')}
        autoComplete="new-password"
        hint={t('fields.passwordHint', { min: limits.passwordMin })}
      />
      <PasswordField {...form.field('confirmPassword')} label={t('fields.confirmPassword')} autoComplete="new-password" />
    </>
  )
}

/** What led here, and the way back to it. */
const Origin = ({ email }: { email: string }) => {
  const { t } = useTranslation()
  const { dispatch } = useAuth()
  const [invitation] = useState(invitationHere)
  return (
    <>
      {invitation && `${t('signUp.invitedBy', { name: invitation.inviterName })} `}
      <button type="button" className="link-button" onClick={() => dispatch({ type: 'moved', to: 'INITIAL', email })}>
        {t(invitation ? 'signUp.backToInvitation' : 'changeAccountType')}
      </button>
    </>
  )
}

export const SignUpPage = () => {
  const { t } = useTranslation()
  const { state } = useAuth()
  const isAgency = state.accountType === 'AGENCY'
  const form = useSignUpForm(isAgency)
  const email = form.values.email.trim()
  return (
    <AuthLayout title={t(isAgency ? 'signUp.titleAgency' : 'signUp.titleCompany')} text={<Origin email={email} />}>
      <form className={layout.form} noValidate onSubmit={form.onSubmit}>
        <OrganisationFields form={form} isAgency={isAgency} />
        <TextInput
          {...form.field('email')}
          size="lg"
          type="email"
          label={t('fields.email')}
          autoComplete="email"
          spellCheck={false}
        />
        <PasswordFields form={form} />
        <TermsField
          accepted={form.values.terms === 'accepted'}
          error={form.errors.terms}
          onAccept={(yes) => form.set('terms', yes ? 'accepted' : '')}
        />
        {form.failure && !form.errors.password && <Note kind="bad">{form.failure}</Note>}
        <Button type="submit" size="lg" fullWidth className={layout.submit} loading={form.busy}>
          {t('signUp.submit')}
        </Button>
      </form>
      <BackToSignIn email={email} />
    </AuthLayout>
  )
}
