import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { GhostCompany } from '#contract/ghost-companies/companies.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { innerPaths } from '#web/paths.ts'
import { GhostBadge } from '#web/ui/companies/GhostBadge.tsx'
import { Tile } from '#web/ui/page/Tile.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import styles from '../list/ConnectionsPage.module.css'

interface CellProps {
  ghost: GhostCompany
}

export const GhostName = ({ ghost: { id, company_name: name, integration_id: sheet, status, last_error: error } }: CellProps) => {
  const { t } = useTranslation('ghosts')
  const line = status === 'error' && error ? error : t(sheet === null ? 'lineNoSheet' : 'line')
  return (
    <span className={styles.cell}>
      <Tile name={name} />
      <span className={styles.words}>
        <span className="truncate">
          <Link className={styles.name} to={innerPaths.ghostCompany} params={{ id }}>
            {name}
          </Link>
        </span>
        <span className={`caption dim ${styles.line}`} title={line}>
          {line}
        </span>
      </span>
    </span>
  )
}

export const GhostContacts = ({ ghost: { people, integration_id: sheet } }: CellProps) => {
  const { t } = useTranslation('app')
  if (sheet !== null) return <span className="numeric">{formatNumber(people)}</span>
  return (
    <span className="dim" data-none>
      {t('noValue')}
    </span>
  )
}

/** How fresh its contacts are; without any, when it was added. */
export const GhostUpdated = ({ ghost: { last_sync_at: synced, created_at: created, status } }: CellProps) => {
  const { t } = useTranslation('ghosts')
  if (synced === null || status === 'disconnected')
    return (
      <span className="dim">
        <RelativeTime instant={synced ?? created} />
      </span>
    )
  return (
    <span className={`dim ${styles.fresh}`} data-bad={status === 'error' || undefined}>
      <span className={styles.dot} aria-hidden />
      {t('synced')} <RelativeTime instant={synced} />
    </span>
  )
}

/** On a phone. */
export const GhostStacked = ({ ghost }: CellProps) => (
  <span className={styles.stacked}>
    <GhostName ghost={ghost} />
    <span className={styles.side}>
      <GhostBadge status={ghost.status} />
      {ghost.people > 0 && <GhostContacts ghost={ghost} />}
    </span>
  </span>
)
