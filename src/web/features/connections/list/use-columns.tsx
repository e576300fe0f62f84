import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Connection } from '#contract/connections/connections.ts'
import { smallestTotal } from '#contract/connections/totals.ts'
import type { AccountType } from '#contract/users/permissions.ts'
import { useShared } from '#web/data/connections/sharing.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { innerPaths } from '#web/paths.ts'
import { Tile } from '#web/ui/page/Tile.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { ConnectionBadge } from '../ConnectionBadge.tsx'
import { useSummary } from '../words.ts'
import styles from './ConnectionsPage.module.css'

const decisions = ['accept', 'save_criteria', 'approve'] as const

/** Whether it waits for a decision of the reader. What is shared already can be changed at any time. */
const needsYou = ({ state, allowedActions, pendingVersion }: Connection): boolean =>
  state === 'ACTIVE'
    ? pendingVersion !== null && allowedActions.includes('approve')
    : decisions.some((action) => allowedActions.includes(action))

const NameCell = ({ connection }: { connection: Connection }) => {
  const { id, name } = connection
  const line = useSummary()(connection)
  return (
    <span className={styles.cell}>
      <Tile name={name} />
      <span className={styles.words}>
        <span className="truncate">
          <Link className={styles.name} to={innerPaths.connection} params={{ id }}>
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

/** How many contacts are shared now. Only connections that share are asked for. */
const PeopleCell = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation(['connections', 'app'])
  const { data, isLoading } = useShared(connection)
  const isActive = connection.state === 'ACTIVE'
  if (isLoading) return <Skeleton className={styles.count ?? ''} height={12} width={40} aria-hidden />
  const percent = data?.syncPercent ?? null
  if (!isActive && percent !== null) return <span className="dim numeric">{t('people.syncing', { n: percent })}</span>
  if (!isActive || !data)
    return (
      <span className="dim" data-none>
        {t('app:noValue')}
      </span>
    )
  return (
    <span className="numeric">
      {data.contacts === null ? t('people.few', { n: smallestTotal }) : formatNumber(data.contacts)}
    </span>
  )
}

export const useColumns = (side: AccountType): Column<Connection>[] => {
  const { t } = useTranslation('connections')
  return [
    {
      name: 'name',
      title: t(`columns.${side}`),
      shares: 3,
      cell: (connection) => <NameCell connection={connection} />,
    },
    { name: 'status', title: t('columns.status'), cell: ({ status }) => <ConnectionBadge status={status} /> },
    {
      name: 'people',
      title: t('columns.people'),
      align: 'right',
      cell: (connection) => <PeopleCell connection={connection} />,
    },
    {
      name: 'updated',
      title: t('columns.updated'),
      cell: ({ updatedAt }) => (
        <span className="dim">
          <RelativeTime instant={updatedAt} />
        </span>
      ),
    },
  ]
}
