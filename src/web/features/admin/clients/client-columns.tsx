import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ClientRow } from '#contract/clients.ts'
import { dayOf } from '#web/lib/time/dates.ts'
import { paths } from '#web/paths.ts'
import type { Column } from '#web/ui/table/column.ts'
import { RowMenu } from '#web/ui/table/rows/RowMenu.tsx'
import styles from '../admin.module.css'
import { UserEmail, UserFirstName, UserLastName, UserName } from '../UserName.tsx'
import { useRevealed } from '../Revealed.tsx'
import { actsFor, isDangerous, type ClientAct } from './client-acts.ts'
import { clientsSearch } from './clients-search.ts'
import { ClientStatus } from './ClientStatus.tsx'

const NameLink = ({ row, isOpen }: { row: ClientRow; isOpen: boolean }) => (
  <Link
    className={styles.name}
    to={paths.adminClients}
    search={(before) => clientsSearch({ ...before, client: row.id, tab: undefined, detail_page: 1 })}
    resetScroll={false}
    aria-current={isOpen || undefined}
    preload={false}
  >
    {row.name}
  </Link>
)

/** The name, and under it the type of the account. */
const ClientCell = ({ row, isOpen }: { row: ClientRow; isOpen: boolean }) => {
  const { t } = useTranslation('admin')
  return (
    <span className={styles.client}>
      <span className="truncate">
        <NameLink row={row} isOpen={isOpen} />
      </span>
      <span className="caption dim">{t(`clients.types.${row.type}`)}</span>
    </span>
  )
}

interface MenuProps {
  row: ClientRow
  onAct: (act: ClientAct, row: ClientRow) => void
}

const ClientMenu = ({ row, onAct }: MenuProps) => {
  const { t } = useTranslation('admin')
  const { users } = useRevealed()
  const actions = actsFor(row, users.has(row.id)).map((act) => ({
    name: act,
    label: t(`clients.acts.${act}`),
    isDangerous: isDangerous(act),
    onClick: () => onAct(act, row),
  }))
  return <RowMenu label={t('clients.menu', { name: row.name })} actions={actions} />
}

export const ownerOf = (row: ClientRow) => ({
  id: row.id,
  name: row.ownerName,
  lastname: row.ownerLastname,
  email: row.ownerEmail,
  isMasked: row.isMasked,
})

const useOwnerColumns = (): Column<ClientRow>[] => {
  const { t } = useTranslation('admin')
  return [
    {
      name: 'first_name',
      title: t('clients.columns.firstName'),
      shares: 1,
      wideOnly: true,
      cell: (row) => <UserFirstName user={ownerOf(row)} />,
    },
    {
      name: 'last_name',
      title: t('clients.columns.lastName'),
      shares: 1,
      wideOnly: true,
      cell: (row) => <UserLastName user={ownerOf(row)} />,
    },
    {
      name: 'owner',
      title: t('clients.columns.owner'),
      narrowOnly: true,
      cell: (row) => <UserName user={ownerOf(row)} />,
    },
    { name: 'email', title: t('clients.columns.email'), shares: 2, cell: (row) => <UserEmail user={ownerOf(row)} /> },
  ]
}

export const useClientColumns = (open: string | undefined, onAct: MenuProps['onAct']): Column<ClientRow>[] => {
  const { t } = useTranslation('admin')
  return [
    {
      name: 'name',
      title: t('clients.columns.name'),
      sortable: true,
      shares: 2,
      hint: (row) => row.name,
      cell: (row) => <ClientCell row={row} isOpen={row.id === open} />,
    },
    ...useOwnerColumns(),
    { name: 'status', title: t('clients.columns.status'), cell: (row) => <ClientStatus status={row.status} /> },
    {
      name: 'created_at',
      title: t('clients.columns.createdAt'),
      sortable: true,
      notMedium: true,
      cell: (row) => <time dateTime={row.createdAt}>{dayOf(row.createdAt)}</time>,
    },
    {
      name: 'actions',
      title: t('clients.columns.actions'),
      isAction: true,
      align: 'right',
      cell: (row) => <ClientMenu row={row} onAct={onAct} />,
    },
  ]
}
