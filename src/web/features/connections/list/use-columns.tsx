import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Connection } from '#contract/connections/connections.ts'
import type { Shared } from '#contract/connections/sharing.ts'
import { smallestTotal } from '#contract/connections/totals.ts'
import type { AccountType } from '#contract/users/permissions.ts'
import { pageOf } from '#web/data/connections/opened.ts'
import { useShared } from '#web/data/connections/sharing.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { Tile } from '#web/ui/page/Tile.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { GhostBadge } from '#web/ui/companies/GhostBadge.tsx'
import { ConnectionBadge } from '../ConnectionBadge.tsx'
import { isGhost, type ListedCompany } from '../ghosts/companies.ts'
import { GhostName, GhostContacts, GhostStacked, GhostUpdated } from '../ghosts/GhostCells.tsx'
import { useSummary } from '../words.ts'
import styles from './ConnectionsPage.module.css'

/** Whether it waits for a decision of the reader. What is shared already can be changed at any time. */
const needsYou = ({ state, allowedActions, pendingVersion }: Connection): boolean =>
  allowedActions.includes('accept') ||
  (state === 'DRAFT' && allowedActions.includes('save_criteria')) ||
  (allowedActions.includes('approve') && (state === 'SUBMITTED' || pendingVersion !== null))

/** Of what is shared without a problem: the type of data and the version. A draft of the company may have another type. */
const useLine = () => {
  const { t } = useTranslation('connections')
  const summaryOf = useSummary()
  return (connection: Connection): string => {
    const { state, health, pendingVersion, typeOfData, versionInForce } = connection
    const isPlain = state === 'ACTIVE' && health === 'ok' && pendingVersion === null
    if (!isPlain || typeOfData === null || versionInForce === null) return summaryOf(connection)
    return t('list.inForce', { type: t(`detail.types.${typeOfData}`), n: versionInForce })
  }
}

interface CellProps {
  connection: Connection
}

const NameCell = ({ connection }: CellProps) => {
  const { name } = connection
  const line = useLine()(connection)
  return (
    <span className={styles.cell}>
      <Tile name={name} />
      <span className={styles.words}>
        <span className="truncate">
          <Link className={styles.name} {...pageOf(connection)}>
            {name}
          </Link>
        </span>
        <span className={`caption dim ${styles.line}`} title={line} data-needs-you={needsYou(connection) || undefined}>
          {line}
        </span>
      </span>
    </span>
  )
}

const NoCount = () => {
  const { t } = useTranslation('app')
  return (
    <span className="dim" data-none>
      {t('noValue')}
    </span>
  )
}

const NotLoaded = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useTranslation(['connections', 'app'])
  return (
    <span className={styles.failed}>
      {t('people.failed')}
      <button type="button" className="link-button" onClick={onRetry}>
        {t('app:tryAgain')}
      </button>
    </span>
  )
}

const Count = ({ shared, isActive }: { shared: Shared; isActive: boolean }) => {
  const { t } = useTranslation('connections')
  const { contacts, syncPercent, isPreparing } = shared
  if (!isActive && syncPercent !== null) return <span className="dim numeric">{t('people.syncing', { n: syncPercent })}</span>
  if (!isActive || isPreparing) return <NoCount />
  return <span className="numeric">{contacts === null ? t('people.few', { n: smallestTotal }) : formatNumber(contacts)}</span>
}

/** How many contacts are shared now. Only connections that share are asked for. */
const PeopleCell = ({ connection }: CellProps) => {
  const { data, isLoading, isError, refetch } = useShared(connection)
  const isActive = connection.state === 'ACTIVE'
  if (isLoading) return <Skeleton className={styles.count ?? ''} height={12} width={40} aria-hidden />
  if (data) return <Count shared={data} isActive={isActive} />
  return isError ? <NotLoaded onRetry={() => void refetch()} /> : <NoCount />
}

/** How fresh what is shared is; of others, when they changed last. */
const UpdatedCell = ({ connection }: CellProps) => {
  const { t } = useTranslation('connections')
  const lastSyncAt = useShared(connection).data?.lastSyncAt
  if (connection.state !== 'ACTIVE' || !lastSyncAt)
    return (
      <span className="dim">
        <RelativeTime instant={connection.updatedAt} />
      </span>
    )
  return (
    <span className={`dim ${styles.fresh}`} data-bad={connection.health !== 'ok' || undefined}>
      <span className={styles.dot} aria-hidden />
      {t('list.synced')} <RelativeTime instant={lastSyncAt} />
    </span>
  )
}

/** Two lines: name and status, and below what there is to say and how much is shared. */
const StackedCell = ({ connection }: CellProps) => (
  <span className={styles.stacked}>
    <NameCell connection={connection} />
    <span className={styles.side}>
      <ConnectionBadge status={connection.status} />
      {connection.state === 'ACTIVE' && <PeopleCell connection={connection} />}
    </span>
  </span>
)

export const useColumns = (side: AccountType): Column<ListedCompany>[] => {
  const { t } = useTranslation('connections')
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const title = t(`columns.${side}`)
  if (isPhone) {
    return [
      { name: 'name', title, cell: (one) => (isGhost(one) ? <GhostStacked ghost={one} /> : <StackedCell connection={one} />) },
    ]
  }
  return [
    {
      name: 'name',
      title,
      shares: 3,
      cell: (one) => (isGhost(one) ? <GhostName ghost={one} /> : <NameCell connection={one} />),
    },
    {
      name: 'status',
      title: t('columns.status'),
      cell: (one) => (isGhost(one) ? <GhostBadge status={one.status} /> : <ConnectionBadge status={one.status} />),
    },
    {
      name: 'people',
      title: t(`columns.people.${side}`),
      align: 'right',
      cell: (one) => (isGhost(one) ? <GhostContacts ghost={one} /> : <PeopleCell connection={one} />),
    },
    {
      name: 'updated',
      title: t('columns.updated'),
      cell: (one) => (isGhost(one) ? <GhostUpdated ghost={one} /> : <UpdatedCell connection={one} />),
    },
  ]
}
