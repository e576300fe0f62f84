import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users/users.ts'
import { useRequestedRoles } from '#web/data/admin/approvals.ts'
import { dayOf } from '#web/lib/time/dates.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { paths } from '#web/paths.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { RowMenu } from '#web/ui/table/rows/RowMenu.tsx'
import styles from '../admin.module.css'
import { UserEmail, UserFirstName, UserLastName, UserName } from '../UserName.tsx'
import { useRevealed } from '../Revealed.tsx'
import { useTargetUser } from './use-target-user.ts'
import { UserStatus } from '../UserStatus.tsx'
import { actsFor, isPendingApproval, type UserAct } from './user-acts.ts'

interface MenuProps {
  row: User
  onAct: (act: UserAct, row: User) => void
}

const UserRowMenu = ({ row, onAct }: MenuProps) => {
  const { t } = useTranslation('admin')
  const { user } = useSession()
  const name = useTargetUser(row)
  const isRevealed = useRevealed().users.has(row.id)
  const actions = actsFor(row, { isRevealed, isSelf: row.id === user.id }).map((act) => ({
    name: act,
    label: t(`users.acts.${act}`),
    isDangerous: act === 'suspend',
    onClick: () => onAct(act, row),
  }))
  return <RowMenu label={t('users.menu', { name: name, client: row.clientName })} actions={actions} />
}

const Role = ({ row }: { row: User }) => {
  const { t } = useTranslation(['app', 'admin'])
  const role = t(`roles.${row.role}`)
  const requested = useRequestedRoles().get(row.id)?.role
  return (
    <>
      {row.isOwner ? t('owner', { role }) : role}
      {requested && (
        <Link to={paths.adminApprovals} className={styles.requested}>
          <StatusBadge kind="wait">{t('admin:users.role.requested', { role: t(`roles.${requested}`) })}</StatusBadge>
        </Link>
      )}
    </>
  )
}

/** An invitation by staff that is not approved yet links to the approvals. */
const Status = ({ row }: { row: User }) => {
  const { t } = useTranslation('admin')
  if (!isPendingApproval(row)) return <UserStatus status={row.status} />
  return (
    <Link to={paths.adminApprovals}>
      <StatusBadge kind="wait">{t('users.invite.waits')}</StatusBadge>
    </Link>
  )
}

/** Names are sortable only if they are visible: the order would reveal masked names. */
const useNameColumns = (isMasked: boolean): Column<User>[] => {
  const { t } = useTranslation('admin')
  return [
    {
      name: 'name',
      title: t('users.columns.firstName'),
      shares: 1,
      wideOnly: true,
      sortable: !isMasked,
      cell: (row) => <UserFirstName user={row} />,
    },
    {
      name: 'last_name',
      title: t('users.columns.lastName'),
      shares: 1,
      wideOnly: true,
      cell: (row) => <UserLastName user={row} />,
    },
    {
      name: 'full_name',
      title: t('users.columns.name'),
      narrowOnly: true,
      isTitle: true,
      cell: (row) => <UserName user={row} />,
    },
  ]
}

export const useStaffUserColumns = (isMasked: boolean, onAct: MenuProps['onAct']): Column<User>[] => {
  const { t } = useTranslation('admin')
  return [
    ...useNameColumns(isMasked),
    { name: 'email', title: t('users.columns.email'), shares: 3, cell: (row) => <UserEmail user={row} /> },
    { name: 'role', title: t('users.columns.role'), notMedium: true, cell: (row) => <Role row={row} /> },
    { name: 'status', title: t('users.columns.status'), cell: (row) => <Status row={row} /> },
    {
      name: 'client',
      title: t('users.columns.client'),
      shares: 2,
      hint: (row) => row.clientName,
      cell: (row) => (
        <Link className={styles.name} to={paths.adminClients} search={{ client: row.clientId }}>
          {row.clientName}
        </Link>
      ),
    },
    {
      name: 'created_at',
      title: t('users.columns.createdAt'),
      sortable: true,
      notMedium: true,
      cell: (row) => <time dateTime={row.createdAt}>{dayOf(row.createdAt)}</time>,
    },
    {
      name: 'actions',
      title: t('users.columns.actions'),
      isAction: true,
      align: 'right',
      cell: (row) => <UserRowMenu row={row} onAct={onAct} />,
    },
  ]
}
