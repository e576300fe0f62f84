import { resendSignUpCode } from 'aws-amplify/auth'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAttempt } from '#web/lib/forms/use-attempt.ts'
import { Note } from '#web/ui/Note.tsx'
import { AuthLayout } from '../AuthLayout.tsx'
import layout from '../AuthLayout.module.css'
import { useAuth } from '../auth-context.ts'
import { BackToSignIn } from '../BackToSignIn.tsx'
import { explainFailure } from '../failures.ts'
import { OutboxHint } from '../NoLetter.tsx'

const useResendLink = (username: string) => {
  const { t } = useTranslation()
  const [sending, setSending] = useState<'no' | 'now' | 'done'>('no')
  const { failure, attempt } = useAttempt((error) => explainFailure(t, error, t('failures.resend')))
  const resend = async () => {
    if (sending === 'now') return
    setSending('now')
    let isSent = false
    await attempt(async () => {
      await resendSignUpCode({ username })
      isSent = true
    })
    setSending(isSent ? 'done' : 'no')
  }
  return { sending, failure: failure?.text, resend: () => void resend() }
}

/** CONFIRM_SIGN_UP where a link confirms the address: nothing to type, the tab signs in by itself once the link was used. */
export const ConfirmByLinkPage = () => {
  const { t } = useTranslation()
  const { state } = useAuth()
  const { sending, failure, resend } = useResendLink(state.email)
  return (
    <AuthLayout title={t('confirmByLink.title')} text={t('confirmByLink.text', { email: state.email })}>
      {sending === 'done' && <Note kind="good">{t('confirmByLink.resent')}</Note>}
      {failure && <Note kind="bad">{failure}</Note>}
      <p className={layout.after}>
        {t('confirmByLink.notArrived')}{' '}
        <button type="button" className="link-button" aria-disabled={sending === 'now'} onClick={resend}>
          {t('confirmByLink.resend')}
        </button>
      </p>
      <OutboxHint />
      <BackToSignIn />
    </AuthLayout>
  )
}
