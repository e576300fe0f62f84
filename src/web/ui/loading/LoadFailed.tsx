import { Button } from '@mantine/core'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { SessionContext } from '#web/lib/identity/session.ts'
import { helpAddress } from '#web/paths.ts'
import styles from './LoadFailed.module.css'
import { Note } from '../Note.tsx'

interface LoadFailedProps {
  /** What could not be loaded, if it has to be named. */
  title?: string
  error: unknown
  busy: boolean
  onRetry: () => void
}

/** Opens in a new tab, so that nothing typed on this page is lost. */
const HelpLink = () => {
  const { t } = useTranslation(['app', 'gate'])
  return (
    <a
      href={helpAddress('reference-ids')}
      target="_blank"
      rel="noreferrer"
      aria-label={`${t('whatIsThis')} (${t('gate:fields.opensNewTab')})`}
    >
      {t('whatIsThis')}
    </a>
  )
}

/** A message in place of data that could not be loaded. */
export const LoadFailed = ({ title, error, busy, onRetry }: LoadFailedProps) => {
  const { t } = useTranslation('app')
  const textOf = useErrorText()
  // Help is for signed-in users: on public pages the link would lead to the sign-in screen.
  const session = use(SessionContext)
  const requestId = error instanceof ApiError && error.code === 'INTERNAL' ? error.requestId : undefined
  return (
    <Note
      kind="bad"
      action={
        <Button variant="default" size="xs" loading={busy} onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      }
    >
      <span className="medium">{title ?? t('loadFailed')}</span> {textOf(error)}
      {requestId && (
        <span className={styles.reference}>
          {t('requestId', { id: requestId })} {session && <HelpLink />}
        </span>
      )}
    </Note>
  )
}
