import { useTranslation } from 'react-i18next'
import { config } from '#web/lib/config.ts'
import { paths } from '#web/paths.ts'
import layout from './AuthLayout.module.css'

/** A link to the outbox, on an installation that does not send emails. */
export const OutboxNote = () => {
  const { t } = useTranslation()
  if (!config().outbox) return null
  return (
    <p className={layout.after}>
      {t('resend.outboxHint')}{' '}
      <a className="medium" href={paths.outbox} target="_blank" rel="noreferrer">
        {t('resend.outbox')}
      </a>
    </p>
  )
}

interface NoEmailProps {
  busy: boolean
  onResend: () => void
  /** What the email contains. */
  what?: 'code' | 'link'
}

/** What to do when the email with the code or link does not arrive. */
export const NoEmail = ({ busy, onResend, what = 'code' }: NoEmailProps) => {
  const { t } = useTranslation()
  return (
    <>
      <p className={layout.after}>
        {t('resend.notArrived')}{' '}
        <button type="button" className="link-button" aria-disabled={busy} onClick={() => !busy && onResend()}>
          {t(`resend.${what}.action`)}
        </button>
      </p>
      <OutboxNote />
    </>
  )
}
