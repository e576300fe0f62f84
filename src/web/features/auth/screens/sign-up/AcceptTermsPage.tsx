import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '#web/lib/calls/api-error.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { Note } from '#web/ui/Note.tsx'
import { AuthLayout } from '#web/features/auth/layout/AuthLayout.tsx'
import layout from '#web/features/auth/layout/AuthLayout.module.css'
import { explainFailure } from '#web/features/auth/failures.ts'
import { useScreenTitle } from '#web/features/auth/layout/use-screen-title.ts'
import { TermsField } from './TermsField.tsx'

interface AcceptTermsPageProps {
  problem: ApiError
  onAccept: () => Promise<void>
  onSignOut: () => Promise<void>
}

/** For an owner whose acceptance is not stored on the server: they were invited, or signed up in another browser. */
export const AcceptTermsPage = ({ problem, onAccept, onSignOut }: AcceptTermsPageProps) => {
  const { t } = useTranslation()
  const [leaving, setLeaving] = useState(false)
  const form = useForm({
    initial: { terms: '' },
    rules: { terms: (value) => (value === 'accepted' ? undefined : t('validation.termsMissing')) },
    submit: onAccept,
    explain: (error) => explainFailure(t, error, t('errors.unknown')),
  })
  useScreenTitle(t('acceptTerms.title'))
  const leave = async () => {
    setLeaving(true)
    try {
      await onSignOut()
    } finally {
      setLeaving(false)
    }
  }
  return (
    <AuthLayout title={t('acceptTerms.title')} text={t('acceptTerms.text')}>
      <form className={layout.form} noValidate onSubmit={form.onSubmit}>
        {problem.field && <Note kind="bad">{problem.detail}</Note>}
        <TermsField
          accepted={form.values.terms === 'accepted'}
          error={form.errors.terms}
          onAccept={(yes) => form.set('terms', yes ? 'accepted' : '')}
        />
        <Button type="submit" size="lg" fullWidth className={layout.submit} loading={form.busy}>
          {t('acceptTerms.submit')}
        </Button>
        <Button variant="default" size="lg" fullWidth loading={leaving} onClick={() => void leave()}>
          {t('signOut')}
        </Button>
      </form>
    </AuthLayout>
  )
}
