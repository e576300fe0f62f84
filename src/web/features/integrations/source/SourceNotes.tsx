import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { dayOf } from '#web/lib/dates.ts'
import { paths } from '#web/paths.ts'
import { Note } from '#web/ui/Note.tsx'
import { daysOfAccess } from '../access.ts'
import type { SourceTab } from './source-search.ts'
import styles from './source.module.css'
import { useNow } from './use-now.ts'

const Repair = () => {
  const { t } = useTranslation('source')
  return (
    <Link className={styles.repair} to={paths.integrations}>
      {t('reconnect')}
    </Link>
  )
}

/** The vendor lets us in for a limited time, and nothing but a person can renew it. */
const EndingNote = ({ integration }: { integration: Integration }) => {
  const { t } = useTranslation('source')
  const days = daysOfAccess(integration, useNow())
  const { access_ends_at: end } = integration
  if (days === undefined || end === null) return null
  return (
    <Note kind="wait" action={<Repair />}>
      {days === 0 ? t('accessEnded') : t('accessEnds', { count: days, day: dayOf(end) })}
    </Note>
  )
}

/** What stands in the way of this source, and where it is repaired. */
export const SourceNotes = ({ integration, tab }: { integration: Integration; tab: SourceTab }) => {
  const { status, status_reason: reason, needs } = integration
  const { t } = useTranslation('source')
  const repair = <Repair />
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
  if (needs === 'table' && tab === 'mapping') return <Note kind="wait">{t('needsTable')}</Note>
  return <EndingNote integration={integration} />
}
