import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#web/lib/error-text.ts'
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
    </Note>
  )
}
