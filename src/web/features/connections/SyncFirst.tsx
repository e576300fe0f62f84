import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { paths } from '#web/paths.ts'
import { Note } from '#web/ui/Note.tsx'

export const isSyncNeeded = (error: unknown) => error instanceof ApiError && error.code === 'SYNC_FIRST'

/** A company needs something to share before it accepts. */
export const SyncFirst = ({ text }: { text: string }) => {
  const { t } = useTranslation('connections')
  return (
    <Note
      kind="wait"
      action={
        <Button component={Link} to={paths.integrations} size="xs" variant="default">
          {t('syncFirst.action')}
        </Button>
      }
    >
      <span className="medium">{text}.</span> {t('syncFirst.more')}
    </Note>
  )
}
