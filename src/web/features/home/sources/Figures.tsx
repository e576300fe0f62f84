import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { figure } from '#web/lib/figure.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import styles from './Figures.module.css'
import { mainReason, type Summary } from './source-state.ts'

const Figure = ({ name, value, note }: { name: string; value: ReactNode; note: ReactNode }) => (
  <div className={styles.figure}>
    <dt>{name}</dt>
    <dd className={styles.value}>{value}</dd>
    <dd className={styles.note}>{note}</dd>
  </div>
)

const useStateText = (summary: Summary): string => {
  const { t } = useTranslation('home')
  const reason = mainReason(summary)
  return reason ? t(`figures.reasons.${reason}`, { count: summary[reason] }) : t('figures.allGood')
}

/** The account in four figures, all of them from the list of sources. */
export const Figures = ({ summary }: { summary: Summary }) => {
  const { t } = useTranslation('home')
  const { connected, withContacts, contacts, opportunities, upToDate, lastSync } = summary
  const from = withContacts > 0 ? t('figures.from', { count: withContacts }) : t('figures.fromNone')
  const state = useStateText(summary)
  return (
    <dl className={styles.figures} aria-label={t('figures.label')}>
      <Figure name={t('figures.contacts')} value={figure(contacts)} note={from} />
      <Figure name={t('figures.opportunities')} value={figure(opportunities)} note={from} />
      <Figure name={t('figures.sources')} value={t('figures.upToDate', { n: upToDate, total: connected })} note={state} />
      <Figure
        name={t('figures.lastSync')}
        value={lastSync ? <RelativeTime instant={lastSync} /> : t('figures.never')}
        note={lastSync ? t('figures.newest') : t('figures.waiting')}
      />
    </dl>
  )
}
