import { IconBuilding } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ClientRow } from '#contract/clients.ts'
import { useClients } from '#web/data/clients.ts'
import { dayOf } from '#web/lib/dates.ts'
import { paths } from '#web/paths.ts'
import { DataTable, type Column } from '#web/ui/DataTable.tsx'
import { Message } from '#web/ui/Message.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { StatusBadge, type StatusKind } from '#web/ui/StatusBadge.tsx'
import styles from './admin.module.css'
import { usePaging } from './use-paging.ts'

const kinds: Record<ClientRow['status'], StatusKind> = {
  pending: 'wait',
  active: 'good',
  suspended: 'bad',
  closing: 'wait',
  closed: 'off',
}

const useColumns = (): Column<ClientRow>[] => {
  const { t } = useTranslation('app')
  const none = <span className="dim">{t('noValue')}</span>
  const ownerOf = (row: ClientRow) => [row.ownerName, row.ownerLastname].filter(Boolean).join(' ')
  return [
    {
      name: 'name',
      title: t('clients.columns.name'),
      hint: (row) => row.name,
      cell: (row) => <span className="medium">{row.name}</span>,
    },
    {
      name: 'type',
      title: t('clients.columns.type'),
      cell: (row) => <span className="dim">{t(`clients.types.${row.type}`)}</span>,
    },
    { name: 'owner', title: t('clients.columns.owner'), wideOnly: true, hint: ownerOf, cell: (row) => ownerOf(row) || none },
    {
      name: 'email',
      title: t('clients.columns.email'),
      hint: (row) => row.ownerEmail,
      cell: (row) => (row.ownerEmail ? <span className="dim">{row.ownerEmail}</span> : none),
    },
    {
      name: 'status',
      title: t('clients.columns.status'),
      cell: (row) => <StatusBadge kind={kinds[row.status]}>{t(`clients.statuses.${row.status}`)}</StatusBadge>,
    },
    {
      name: 'createdAt',
      title: t('clients.columns.createdAt'),
      wideOnly: true,
      cell: (row) => <time dateTime={row.createdAt}>{dayOf(row.createdAt)}</time>,
    },
  ]
}

export const ClientsPage = () => {
  const { t } = useTranslation('app')
  const paging = usePaging(paths.adminClients)
  const query = useClients({ page: paging.page, size: paging.size })
  return (
    <Panel flush>
      <p className={styles.bar}>{t('clients.masked')}</p>
      <DataTable
        label={t('pages.adminClients')}
        columns={useColumns()}
        query={query}
        keyOf={(row) => row.id}
        paging={paging}
        empty={
          <Message
            icon={<IconBuilding size={22} stroke={1.75} />}
            title={t('clients.empty.title')}
            text={t('clients.empty.text')}
          />
        }
      />
    </Panel>
  )
}
