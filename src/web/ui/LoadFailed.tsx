import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { helpAddress } from '#web/paths.ts'
import styles from './LoadFailed.module.css'
import { Note } from './Note.tsx'

interface LoadFailedProps {
  error: unknown
  busy: boolean
  onRetry: () => void
}

/** A quiet line in the place of data that did not arrive. */
export const LoadFailed = ({ error, busy, onRetry }: LoadFailedProps) => {
  const { t } = useTranslation('app')
  const textOf = useErrorText()
  const requestId = error instanceof ApiError && error.code === 'INTERNAL' ? error.requestId : undefined
  return (
    <Note
      kind="wait"
      action={
        <Button variant="default" size="xs" loading={busy} onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      }
    >
      <span className="medium">{t('loadFailed')}</span> {textOf(error)}
      {requestId && (
        <span className={styles.reference}>
          {t('requestId', { id: requestId })} <a href={helpAddress('reference-ids')}>{t('whatIsThis')}</a>
        </span>
      )}
    </Note>
  )
}
