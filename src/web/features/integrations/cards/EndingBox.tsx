import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { dayOf } from '#web/lib/time/dates.ts'
import { useMay } from '#web/lib/may.ts'
import { daysOfAccess } from '../access.ts'
import { useNow } from '../source/use-now.ts'
import { Reconnect } from './Reconnect.tsx'
import styles from './SourceCard.module.css'

/** The vendor lets us in for a limited time, and nothing but a person can renew it. */
export const EndingBox = ({ source }: { source: Integration }) => {
  const { t } = useTranslation('syncs')
  const may = useMay()
  const days = daysOfAccess(source, useNow())
  const { access_ends_at: end } = source
  if (days === undefined || end === null) return null
  return (
    <div className={`${styles.box} ${styles.ending}`} data-kind="wait">
      <p className="medium">{days === 0 ? t('card.accessEnded') : t('card.accessEnds', { count: days })}</p>
      <p className={styles.reason}>{days === 0 ? t('card.accessEndedText') : t('card.accessText', { day: dayOf(end) })}</p>
      {may('integrations', 'w') && <Reconnect source={source} className={styles.boxAction ?? ''} />}
    </div>
  )
}
