import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { paths } from '#web/paths.ts'
import { Note } from '#web/ui/Note.tsx'
import type { SourceTab } from './source-search.ts'
import styles from './source.module.css'

/** What stands in the way of this source, and where it is repaired. */
export const SourceNotes = ({
  integration: { status, status_reason: reason, needs },
  tab,
}: {
  integration: Integration
  tab: SourceTab
}) => {
  const { t } = useTranslation('source')
  const repair = (
    <Link className={styles.repair} to={paths.integrations}>
      {t('reconnect')}
    </Link>
  )
  if (status === 'error') {
    return (
      <Note kind="bad" action={repair}>
        {reason ?? t('broken')}
      </Note>
    )
  }
  if (status === 'disconnected') {
    return (
      <Note kind="info" action={repair}>
        {t('off')}
      </Note>
    )
  }
  if (needs === 'ad_account') return <Note kind="wait">{t('needsAccount')}</Note>
  return needs === 'table' && tab === 'mapping' ? <Note kind="wait">{t('needsTable')}</Note> : null
}
