import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { innerPaths, paths } from '#web/paths.ts'
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

/** Everything is in sync only if no row was skipped either. */
const StateText = ({ summary }: { summary: Summary }) => {
  const { t } = useTranslation('home')
  const reason = mainReason(summary)
  const { skipped, skippedBy } = summary
  if (reason) return t(`figures.reasons.${reason}`, { count: summary[reason] })
  if (skipped === 0) return t('figures.allGood')
  const text = t('figures.skipped', { count: skipped, n: formatNumber(skipped) })
  return skippedBy === null ? (
    <Link to={paths.integrations}>{text}</Link>
  ) : (
    <Link to={innerPaths.source} params={{ id: skippedBy }} search={{ tab: 'set-aside' }}>
      {text}
    </Link>
  )
}

/** Four key numbers of the account, all from the list of sources. */
export const Figures = ({ summary }: { summary: Summary }) => {
  const { t } = useTranslation('home')
  const { connected, withContacts, contacts, opportunities, upToDate, lastSync } = summary
  const from = withContacts > 0 ? t('figures.from', { count: withContacts }) : t('figures.fromNone')
  return (
    <dl className={styles.figures} aria-label={t('figures.label')}>
      <Figure name={t('figures.contacts')} value={formatNumber(contacts)} note={from} />
      <Figure name={t('figures.opportunities')} value={formatNumber(opportunities)} note={from} />
      <Figure
        name={t('figures.sources')}
        value={t('figures.upToDate', { n: upToDate, total: connected })}
        note={<StateText summary={summary} />}
      />
      <Figure
        name={t('figures.lastSync')}
        value={lastSync ? <RelativeTime instant={lastSync} /> : t('figures.never')}
        note={lastSync ? t('figures.newest') : t('figures.waiting')}
      />
    </dl>
  )
}
